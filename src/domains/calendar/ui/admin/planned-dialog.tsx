import '#shared/forms-without-eval.ts';
import { useState } from 'react';
import { FormDialog } from '#design/form-dialog.tsx';
import { SelectField, TextField } from '#design/form-fields.tsx';
import { useAdminForm } from '#design/use-admin-form.tsx';
import { typedValue } from '#domains/promotions/ui/admin/typed-value.ts';
import { type Day, dayPlus } from '#shared/dates.ts';
import { useShop } from '#shared/shop-context.tsx';
import { planMessages, updatePlanMessages } from '../../messages.ts';
import type { PlannedChange, PlannedKind, PlannedValueIn } from '../../planned.contract.ts';
import { longDay } from '../../planned-text.ts';
import { useCalendarApi, useCalendarChanged } from './calendar.queries.ts';
import { CHOICES, fieldsFor, type PlannedFields, plannedForm } from './planned-form.ts';

type Planned = PlannedChange & { updatedBy?: string | null };

/** Plans a change of a product or slide, or changes what is planned. */
export function PlannedDialog({
  kind,
  thingId,
  planned,
  today,
  onClose,
}: {
  kind: PlannedKind;
  thingId: string;
  /** Undefined for a new one. */
  planned: PlannedChange | undefined;
  today: Day;
  onClose: () => void;
}) {
  const { calendar } = useCalendarApi();
  const { currency } = useShop();
  const [valuesOf] = useState(() => fieldsFor(kind));
  const choices = CHOICES[kind];
  const form = useAdminForm<Planned, PlannedFields, { to: PlannedValueIn; day: Day }>({
    kind: 'planned-change',
    schema: plannedForm as never,
    entity: planned && { ...planned, updatedBy: planned.plannedBy },
    valuesOf,
    names: {
      labels: { choice: 'What to do', price: `New price (${currency})`, day: 'Day' },
      show: { choice: (choice) => choices[choice] ?? '', day: longDay },
    },
    messages: { create: planMessages, update: updatePlanMessages },
    create: (output, id) => calendar.planChange({ ...output, id, kind, thingId }),
    update: (output, edited) => calendar.updatePlannedChange({ ...output, ...edited, kind }),
    reload: useCalendarChanged(),
    onDone: onClose,
  });
  const { field } = form;
  return (
    <FormDialog
      form={form}
      title={form.entity ? 'Planned change' : 'Plan a change'}
      label="Planned change"
      submitLabel={form.entity ? 'Save' : 'Plan'}
      onClose={onClose}
    >
      <SelectField {...field('choice')}>
        {Object.entries(choices).map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </SelectField>
      {form.watch('choice') === 'price' ? (
        <TextField
          {...field('price', { setValueAs: (typed: unknown) => typedValue(typed, currency) })}
          required
          inputMode="decimal"
          autoComplete="off"
          className="sm:max-w-64"
        />
      ) : null}
      <TextField
        {...field('day')}
        required
        hint="It is done when this day begins."
        type="date"
        min={dayPlus(today, 1)}
        className="sm:max-w-64"
      />
    </FormDialog>
  );
}
