import '#shared/forms-without-eval.ts';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { Dialog } from '#design/dialog.tsx';
import { Field } from '#design/field.tsx';
import type { FieldNames } from '#design/form-difference.ts';
import { Input } from '#design/input.tsx';
import { Select } from '#design/select.tsx';
import { Textarea } from '#design/textarea.tsx';
import { useAdminForm } from '#design/use-admin-form.tsx';
import { useApi } from '#shared/api.tsx';
import type { Day } from '#shared/dates.ts';
import { codeOf } from '#shared/messages.ts';
import { randomId } from '#shared/random-id.ts';
import { useShop } from '#shared/shop-context.tsx';
import { type PromotionInput, type PromotionRecord, promotionInput } from '../../contract.ts';
import { createMessages, saveProblem, updateMessages } from '../../messages.ts';
import { DiscountExample } from './discount-example.tsx';
import { dayWithYear } from './promotion-terms.tsx';
import type { PromotionsAdminApi } from './promotions.queries.ts';
import { typedValue } from './typed-value.ts';

/** The form's values: the value is undefined until a number is typed. */
type Fields = Omit<PromotionInput, 'promotionType'> & { promotionType: string };

const FORM = 'promotion-form';

const names: FieldNames<Fields> = {
  labels: {
    name: 'Title',
    code: 'Code',
    promotionType: 'Type',
    promotionValue: 'Value',
    startDate: 'Start',
    endDate: 'End',
    tagLine: 'Tag line',
    description: 'Description',
  },
  show: {
    promotionType: (type) => type.toUpperCase(),
    startDate: dayWithYear,
    endDate: dayWithYear,
  },
};

const valuesFrom =
  (today: Day) =>
  (promotion: PromotionRecord | undefined): Fields => ({
    name: promotion?.name ?? '',
    code: promotion?.code ?? '',
    promotionType: promotion?.promotionType ?? 'fixed',
    promotionValue: promotion?.promotionValue ?? (undefined as never),
    startDate: promotion?.startDate ?? today,
    endDate: promotion?.endDate ?? '',
    tagLine: promotion?.tagLine ?? '',
    description: promotion?.description ?? '',
  });

/** The dialog that creates or edits a promotion. Refusals are shown in it, and it stays open. */
export function PromotionForm({
  promotion: edited,
  today,
  onClose,
}: {
  /** Undefined for a new one. */
  promotion?: PromotionRecord;
  today: Day;
  onClose: () => void;
}) {
  const { promotions } = useApi<PromotionsAdminApi>();
  const { currency } = useShop();
  const [problem, setProblem] = useState<string>();
  // The same on every attempt, so that a retry after a lost response creates no second promotion.
  const [newId] = useState(randomId);
  // Set if the user typed during the create: the dialog stays open and edits the created promotion.
  const [made, setMade] = useState<PromotionRecord>();
  const promotion = edited ?? made;
  const [valuesOf] = useState(() => valuesFrom(today));
  const form = useAdminForm<PromotionRecord, Fields, PromotionInput>({
    schema: promotionInput as never,
    entity: promotion,
    valuesOf,
    names,
    messages: promotion ? updateMessages : createMessages,
    save: async (input, version) => {
      setProblem(undefined);
      try {
        return await (promotion && version !== undefined
          ? promotions.updatePromotion({ ...input, id: promotion.id, version })
          : promotions.createPromotion({ ...input, id: newId }));
      } catch (error) {
        // A conflict is shown at its field; a stale version offers a choice.
        if (!['CONFLICT', 'STALE'].includes(codeOf(error) ?? '')) setProblem(saveProblem(error));
        throw error;
      }
    },
    onSaved: (saved, hasMore) => (hasMore ? setMade(saved) : onClose()),
  });
  const { register, errors, watch, isBusy, leave } = form;
  const [type, value] = watch(['promotionType', 'promotionValue']);
  const isPercentage = type === 'percentage';
  const close = () => leave(onClose);

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && !isBusy && close()}
        title={promotion ? 'Edit Promotion' : 'New Promotion'}
        size="lg"
        footer={
          <>
            <Button variant="outline" onClick={close} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" form={FORM} aria-busy={isBusy || undefined}>
              {isBusy ? 'Saving...' : promotion ? 'Save Changes' : 'Create Promotion'}
            </Button>
          </>
        }
      >
        <form id={FORM} noValidate onSubmit={form.submit} className="grid gap-5 sm:grid-cols-2">
          <Field label="Title" required error={errors.name?.message} className="sm:col-span-2">
            {(control) => <Input {...control} {...register('name')} maxLength={200} autoComplete="off" />}
          </Field>
          <Field
            label="Code"
            required
            hint="Letters and digits in one word, such as SALLAH15."
            error={errors.code?.message}
            className="sm:col-span-2"
          >
            {(control) => (
              <Input
                {...control}
                {...register('code')}
                maxLength={40}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
              />
            )}
          </Field>
          <Field label="Type" error={errors.promotionType?.message}>
            {(control) => (
              <Select {...control} {...register('promotionType')}>
                <option value="fixed">FIXED</option>
                <option value="percentage">PERCENTAGE</option>
              </Select>
            )}
          </Field>
          <Field
            label={isPercentage ? 'Value in per cent' : 'Value in naira'}
            required
            error={errors.promotionValue?.message}
            hint={<DiscountExample type={type} value={value} currency={currency} />}
          >
            {(control) => (
              <Input
                {...control}
                {...register('promotionValue', { setValueAs: typedValue })}
                inputMode="decimal"
                autoComplete="off"
              />
            )}
          </Field>
          <Field label="Start" required hint="The first day it counts." error={errors.startDate?.message}>
            {(control) => <Input {...control} {...register('startDate')} type="date" />}
          </Field>
          <Field label="End" required hint="The last day it counts." error={errors.endDate?.message}>
            {(control) => <Input {...control} {...register('endDate')} type="date" />}
          </Field>
          <Field
            label="Tag line"
            hint="The sentence shoppers see at the top of the shop."
            error={errors.tagLine?.message}
            className="sm:col-span-2"
          >
            {(control) => <Input {...control} {...register('tagLine')} maxLength={200} autoComplete="off" />}
          </Field>
          <Field label="Description" error={errors.description?.message} className="sm:col-span-2">
            {(control) => <Textarea {...control} {...register('description')} rows={3} maxLength={2000} />}
          </Field>
        </form>
        {problem ? (
          <p
            role="alert"
            className="mt-5 border-danger border-l-4 bg-danger-soft p-4 font-semibold text-danger"
          >
            {problem}
          </p>
        ) : null}
      </Dialog>
      {form.dialogs}
    </>
  );
}
