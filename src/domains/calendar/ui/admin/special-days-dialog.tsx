import '#shared/forms-without-eval.ts';
import { Checkbox } from '#design/checkbox.tsx';
import { EditableListDialog } from '#design/editable-list-dialog.tsx';
import { FormDialog } from '#design/form-dialog.tsx';
import { TextField } from '#design/form-fields.tsx';
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
  const remove = useDeletion({
    send: (id) => calendar.deleteSpecialDay({ id }),
    messages: deleteDayMessages,
    reload: useCalendarChanged(),
    onDone: () => {},
  });
  return (
    <EditableListDialog
      kind="special-day"
      title="Days that matter"
      description="Holidays and other times that the calendar marks. Shoppers do not see them."
      addLabel="Add a day"
      entries={specialDays}
      nameOf={({ name }) => name}
      detailOf={(special) =>
        special.everyYear
          ? `${spanText(special)}, every year`
          : datesText({ startDate: special.firstDay, endDate: special.lastDay })
      }
      form={(special, close) => (
        <SpecialDayForm key={special?.id ?? 'new'} special={special} onClose={close} />
      )}
      busyId={remove.deletingId}
      onDelete={remove.mutate}
      onClose={onClose}
    />
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
    reload: useCalendarChanged(),
    onDone: onClose,
  });
  const { field } = form;
  return (
    <FormDialog
      form={form}
      title={form.entity ? 'Edit the day' : 'Add a day'}
      label="Day that matters"
      submitLabel={form.entity ? 'Save' : 'Add'}
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
