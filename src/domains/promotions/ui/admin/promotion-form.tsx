import { formatMoney, koboOfNaira } from '#shared/money.ts';
import { discounted } from '../../price.ts';
import '#shared/forms-without-eval.ts';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '#design/form-dialog.tsx';
import type { FieldNames } from '#design/form-difference.ts';
import { SelectField, TextareaField, TextField } from '#design/form-fields.tsx';
import { useAdminForm } from '#design/use-admin-form.tsx';
import { useEdited } from '#design/use-edited.ts';
import { ThingHistory } from '#domains/history/ui/admin/thing-history.tsx';
import { useApi } from '#shared/api.tsx';
import type { Day } from '#shared/dates.ts';
import { codeOf } from '#shared/messages.ts';
import { useShop } from '#shared/shop-context.tsx';
import {
  type EditedPromotion,
  type PromotionInput,
  type PromotionRecord,
  promotionInput,
} from '../../contract.ts';
import { createMessages, saveProblem, updateMessages } from '../../messages.ts';
import { dayWithYear } from './promotion-terms.tsx';
import { type PromotionsAdminApi, promotionQuery } from './promotions.queries.ts';
import { typedValue } from './typed-value.ts';

/** The form's values: the value is undefined until a number is typed. */
type Fields = Omit<PromotionInput, 'promotionType'> & { promotionType: string };

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
  promotion,
  today,
  onClose,
  below,
}: {
  /** Undefined for a new one. */
  promotion?: PromotionRecord;
  today: Day;
  onClose: () => void;
  /** What else there is for this promotion, such as its preview. */
  below?: ReactNode;
}) {
  const { promotions } = useApi<PromotionsAdminApi>();
  const { entity, keep } = useEdited((id) => promotionQuery(promotions, id), promotion);
  const [problem, setProblem] = useState<string>();
  const [valuesOf] = useState(() => valuesFrom(today));
  const saved = async (save: Promise<PromotionRecord>) => {
    setProblem(undefined);
    try {
      return await save;
    } catch (error) {
      // A conflict is shown at its field; a stale version offers a choice.
      if (!['CONFLICT', 'STALE'].includes(codeOf(error) ?? '')) setProblem(saveProblem(error));
      throw error;
    }
  };
  const form = useAdminForm<EditedPromotion, Fields, PromotionInput>({
    kind: 'promotion',
    schema: promotionInput as never,
    entity,
    valuesOf,
    names,
    messages: { create: createMessages, update: updateMessages },
    create: (input, id) => saved(promotions.createPromotion({ ...input, id })),
    update: (input, edited) => saved(promotions.updatePromotion({ ...input, ...edited }).then(keep)),
    onDone: onClose,
  });
  const { field } = form;
  const { currency } = useShop();
  const [type, value] = form.watch(['promotionType', 'promotionValue']);

  return (
    <FormDialog
      form={form}
      title={form.entity ? 'Edit Promotion' : 'New Promotion'}
      label="Promotion"
      submitLabel={form.entity ? 'Save Changes' : 'Create Promotion'}
      busyLabel="Saving..."
      className="grid gap-5 sm:grid-cols-2"
      below={
        <>
          {problem ? (
            <p
              role="alert"
              className="mt-5 border-danger border-l-4 bg-danger-soft p-4 font-semibold text-danger"
            >
              {problem}
            </p>
          ) : null}
          {below ? <div className="mt-6">{below}</div> : null}
          {form.entity ? <ThingHistory kind="promotion" id={form.entity.id} className="mt-6" /> : null}
        </>
      }
      onClose={onClose}
    >
      <TextField {...field('name')} required maxLength={200} autoComplete="off" className="sm:col-span-2" />
      <TextField
        {...field('code')}
        required
        hint="Letters and digits in one word, such as SALLAH15."
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="sm:col-span-2"
      />
      <SelectField {...field('promotionType')}>
        <option value="fixed">FIXED</option>
        <option value="percentage">PERCENTAGE</option>
      </SelectField>
      <TextField
        {...field('promotionValue', { setValueAs: (typed: unknown) => typedValue(typed, currency) })}
        label={type === 'percentage' ? 'Value in per cent' : `Value in ${currency}`}
        required
        hint={<DiscountExample type={type} value={value} />}
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField {...field('startDate')} required hint="The first day it counts." type="date" />
      <TextField {...field('endDate')} required hint="The last day it counts." type="date" />
      <TextField
        {...field('tagLine')}
        hint="The sentence shoppers see at the top of the shop."
        maxLength={200}
        autoComplete="off"
        className="sm:col-span-2"
      />
      <TextareaField {...field('description')} rows={3} maxLength={2000} className="sm:col-span-2" />
    </FormDialog>
  );
}

/** A typical price of this shop. */
const LIST = koboOfNaira(20_000);

/** Shows the effect of the typed value on a price. */
function DiscountExample({ type, value }: { type: string; value: number | undefined }) {
  const { currency } = useShop();
  const isPercentage = type === 'percentage';
  const amount = amountOf(isPercentage ? 'percentage' : 'fixed', value);
  if (amount === undefined) return isPercentage ? 'Such as 15 for 15%.' : 'Taken off each product.';
  return `${formatMoney(LIST, currency)} becomes ${formatMoney(amount, currency)}.`;
}

function amountOf(promotionType: 'percentage' | 'fixed', value: number | undefined) {
  if (!value || !(value > 0) || (promotionType === 'percentage' && value > 100)) return undefined;
  try {
    return discounted(LIST, { promotionType, promotionValue: koboOfNaira(value) });
  } catch {
    // More than two decimals: refused on save.
    return undefined;
  }
}
