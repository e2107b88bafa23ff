import '#shared/forms-without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf, dataOf } from '#shared/messages.ts';
import { type Kobo, koboOfNaira, nairaOfKobo } from '#shared/money.ts';
import { plural } from '#shared/plural.ts';
import { randomId } from '#shared/random-id.ts';
import { useShop } from '#shared/shop-context.tsx';
import { plainAmount } from '#shared/typed-amount.ts';
import {
  type ChangedPrice,
  type PriceRuleInput,
  type ProductsSelection,
  priceRule,
  priceSummary,
} from '../../price-change.contract.ts';
import { type PlannedPrice, planPrice } from '../../price-change.ts';
import { changePricesMessages } from '../../product-admin.messages.ts';
import { type ProductsApi, useProductsChanged } from './product-admin.queries.ts';

/** The form of a rule: the value as it is typed. */
export interface PriceRuleForm extends Omit<PriceRuleInput, 'value'> {
  value: string;
}

/** A product in the preview. */
export interface PlannedProduct extends PlannedPrice {
  id: string;
  name: string;
  before: Kobo;
}

/** The prices of selected products under a rule: their preview, and saving exactly that. */
export function usePriceChange({
  selection,
  onSaved,
}: {
  selection: ProductsSelection;
  onSaved: () => void;
}) {
  const { catalog } = useApi<ProductsApi>();
  const { currency } = useShop();
  const reload = useProductsChanged();
  const [form, setForm] = useState<PriceRuleForm>({
    direction: 'raise',
    by: 'percent',
    value: '',
    roundTo: null,
  });
  const listed = useQuery({
    // Not below the keys of products: the preview shows the prices that are compared when it is saved.
    queryKey: ['listPrices', selection],
    queryFn: ({ signal }) => catalog.listPrices({ selection }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { input, rule, error } = useMemo(() => {
    const value = form.value.trim() ? Number(plainAmount(form.value, currency)) : undefined;
    const input = { ...form, value } as PriceRuleInput;
    const parsed = priceRule.safeParse(input);
    return {
      input,
      rule: parsed.data,
      error: value === undefined ? undefined : parsed.error?.issues[0]?.message,
    };
  }, [form, currency]);
  const planned = useMemo(
    () =>
      rule &&
      listed.data?.items.map(({ price, ...product }): PlannedProduct => {
        const before = koboOfNaira(price);
        return { ...product, before, ...planPrice(before, rule) };
      }),
    [rule, listed.data],
  );
  const saving = useOperation({
    messages: changePricesMessages,
    mutationFn: ({ key, changes }: { key: string; changes: readonly PlannedProduct[] }) =>
      catalog.changePrices({
        key,
        rule: input,
        prices: changes.map(({ id, before, after }) => ({
          id,
          before: nairaOfKobo(before),
          after: nairaOfKobo(after),
        })),
      }),
    successMessage: ({ changed }) => priceSummary(input, plural(changed, 'product'), currency),
    onSuccess: () => {
      onSaved();
      void reload();
    },
    // The answer alone may be lost.
    onError: () => void reload(),
  });
  const isStale = codeOf(saving.error) === 'PRICES_CHANGED';
  return {
    form,
    setForm: (next: Partial<PriceRuleForm>) => setForm((before) => ({ ...before, ...next })),
    /** Why there is no preview. */
    error,
    listed,
    /** Undefined without a rule or before the prices are read. */
    planned,
    save: (changes: readonly PlannedProduct[]) => saving.mutate({ key: randomId(), changes }),
    running: saving.isPending ? saving.variables.key : undefined,
    /** The prices that changed since the preview, for which nothing was saved. */
    stale: isStale ? dataOf<{ prices: ChangedPrice[]; count: number }>(saving.error) : undefined,
    compareAgain: () => {
      saving.reset();
      void listed.refetch();
    },
  };
}
