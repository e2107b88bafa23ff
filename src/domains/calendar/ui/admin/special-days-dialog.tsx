import '#shared/forms-without-eval.ts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { Dialog } from '#design/dialog.tsx';
import { FormDialog } from '#design/form-dialog.tsx';
import { TextField } from '#design/form-fields.tsx';
import { IconButton } from '#design/icon-button.tsx';
import { useAdminForm } from '#design/use-admin-form.tsx';
import { useDeletion } from '#design/use-deletion.ts';
import { createDayMessages, deleteDayMessages, updateDayMessages } from '../../messages.ts';
import { longDay } from '../../planned-text.ts';
import { type SpecialDay, type SpecialDayInput, specialDayInput } from '../../special-days.contract.ts';
import { useCalendarApi, useCalendarChanged } from './calendar.queries.ts';
import { datesText, spanText } from './calendar-text.ts';

/** The list of days that matter, to be changed. */
export function SpecialDaysDialog({
  specialDays,
  onClose,
}: {
  specialDays: readonly SpecialDay[];
  onClose: () => void;
}) {
  const { calendar } = useCalendarApi();
  const [opened, setOpened] = useState<SpecialDay | 'new'>();
  const remove = useDeletion({
    send: (id) => calendar.deleteSpecialDay({ id }),
    messages: deleteDayMessages,
    reload: useCalendarChanged(),
    onDone: () => {},
  });
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title="Days that matter"
        description="Holidays and other times that the calendar marks. Shoppers do not see them."
        size="lg"
        footer={
          <Button onClick={() => setOpened('new')}>
            <Plus aria-hidden="true" />
            Add a day
          </Button>
        }
      >
        {specialDays.length === 0 ? <p className="text-muted-foreground">There are none yet.</p> : null}
        <ul>
          {specialDays.map((special) => (
            <li
              key={special.id}
              className="flex items-center justify-between gap-3 border-b py-1 last:border-0"
            >
              <p className="min-w-0">
                <span className="block break-words font-semibold">{special.name}</span>
                <span className="block text-muted-foreground text-sm">
                  {special.everyYear
                    ? `${spanText(special)}, every year`
                    : datesText({ startDate: special.firstDay, endDate: special.lastDay })}
                </span>
              </p>
              <span className="flex shrink-0">
                <IconButton label={`Edit ${special.name}`} title="Edit" onClick={() => setOpened(special)}>
                  <Pencil aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={`Delete ${special.name}`}
                  title="Delete"
                  onClick={() => remove.mutate(special.id)}
                  className="text-danger"
                >
                  <Trash2 aria-hidden="true" />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      </Dialog>
      {opened ? (
        <SpecialDayForm
          key={opened === 'new' ? 'new' : opened.id}
          special={opened === 'new' ? undefined : (specialDays.find(({ id }) => id === opened.id) ?? opened)}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  );
}

const valuesOf = (special: SpecialDay | undefined): SpecialDayInput => ({
  name: special?.name ?? '',
  firstDay: special?.firstDay ?? '',
  lastDay: special?.lastDay ?? '',
  everyYear: special?.everyYear ?? false,
});

function SpecialDayForm({ special, onClose }: { special: SpecialDay | undefined; onClose: () => void }) {
  const { calendar } = useCalendarApi();
  const changed = useCalendarChanged();
  const form = useAdminForm<SpecialDay, SpecialDayInput, SpecialDayInput>({
    kind: 'special-day',
    schema: specialDayInput as never,
    entity: special,
    valuesOf,
    names: {
      labels: { name: 'Name', firstDay: 'First day', lastDay: 'Last day', everyYear: 'Every year' },
      show: { firstDay: longDay, lastDay: longDay },
    },
    messages: { create: createDayMessages, update: updateDayMessages },
    create: (input, id) => calendar.createSpecialDay({ ...input, id }),
    update: (input, edited) => calendar.updateSpecialDay({ ...input, ...edited }),
    onSaved: (_, hasMore) => {
      void changed();
      if (!hasMore) onClose();
    },
  });
  const { field } = form;
  return (
    <FormDialog
      form={form}
      title={form.entity ? 'Edit the day' : 'Add a day'}
      label="Day that matters"
      saveLabel={form.entity ? 'Save' : 'Add'}
      className="grid gap-5 sm:grid-cols-2"
      onClose={onClose}
    >
      <TextField {...field('name')} required maxLength={60} autoComplete="off" className="sm:col-span-2" />
      <TextField {...field('firstDay')} required type="date" />
      <TextField {...field('lastDay')} required type="date" />
      <div className="sm:col-span-2">
        <Checkbox label="Every year on these days" {...form.register('everyYear')} />
      </div>
    </FormDialog>
  );
}
