import { z } from 'zod';
import { formatMoney, koboOfNaira } from '#shared/money.ts';
import { formatCount } from '#shared/plural.ts';
import { raisesWith, routes } from '#shared/route.ts';
import { amountIn, amountOut, changedBy, id, nairaWith, progressKey, selectionOf } from '#shared/shapes.ts';
import { MOST_PRICES, type PriceRule, ROUNDINGS } from './price-change.ts';
import { productsFilter } from './product-admin.contract.ts';

const MOST_PER_CENT = 1000;
/** A price before and after, with its id, takes at most 100 bytes. */
const MAX_PRICES_BODY = MOST_PRICES * 100 + 10_000;

/** What is done with prices. The messages are those of its form. */
export const priceRule = z
  .strictObject({
    direction: z.enum(['raise', 'lower']),
    by: z.enum(['percent', 'amount']),
    /** Per cent, or naira. */
    value: nairaWith({
      isPositive: true,
      missing: { error: 'Please enter a number' },
      tooLittle: 'Please enter more than 0',
      tooMuch: 'That is more than any price',
      decimals: 'At most two decimals, please',
    }),
    /** Naira; null leaves the result as it is. */
    roundTo: z.literal(ROUNDINGS).nullable(),
  })
  .superRefine(({ direction, by, value }, { addIssue }) => {
    const refuse = (message: string) => addIssue({ code: 'custom', path: ['value'], message });
    if (by === 'percent' && direction === 'lower' && value >= 100)
      refuse('A price can be lowered by less than 100 %');
    if (by === 'percent' && value > MOST_PER_CENT) refuse(`At most ${formatCount(MOST_PER_CENT)} %`);
  })
  .transform(
    ({ value, roundTo, ...rule }): PriceRule => ({
      ...rule,
      value: koboOfNaira(value),
      roundTo: roundTo && koboOfNaira(roundTo),
    }),
  );
export type PriceRuleInput = z.input<typeof priceRule>;

/** 'Raised the price of 200 products by 10 %', 'Lowered … by ₦500.00, rounded to ₦100.00'. */
export const priceSummary = (
  { direction, by, value, roundTo }: PriceRuleInput,
  products: string,
  currency: string | undefined,
): string => {
  const amountText = (naira: number) => formatMoney(koboOfNaira(naira), currency);
  const much = by === 'percent' ? `${value} %` : amountText(value);
  const rounded = roundTo ? `, rounded to ${amountText(roundTo)}` : '';
  return `${direction === 'raise' ? 'Raised' : 'Lowered'} the price of ${products} by ${much}${rounded}`;
};

/** The products whose prices are changed. */
export const productsSelection = selectionOf(productsFilter);
export type ProductsSelection = z.infer<typeof productsSelection>;

/** A price that was changed since the preview, or whose product was deleted. */
const changedPrice = z.object({
  id,
  /** Null if it was deleted. */
  price: amountOut.nullable(),
  changedBy: changedBy.nullable(),
});
export type ChangedPrice = z.infer<typeof changedPrice>;

const see = routes('admin', 'manage products', { scope: 'products:read' });
const manage = routes('admin', 'manage products', { scope: 'products:write' });

/** Operations that change many prices. */
export const priceChangeContract = {
  /** The prices of the selected products by name; none, and `capped`, if there are more than can be changed at once. */
  listPrices: see('POST /admin/products/prices', 'The prices of many products', { writes: false })
    .input(z.object({ selection: productsSelection }))
    .output(
      z.object({
        items: z.array(z.object({ id, name: z.string(), price: amountOut })),
        capped: z.boolean(),
      }),
    ),
  /**
   * Saves prices under a rule, all or none: exactly those of a preview. BAD_INPUT if the rule makes another price of
   * `before` than `after`; PRICES_CHANGED, with the first hundred, if a product has no longer the price `before`.
   */
  changePrices: manage('POST /admin/products/prices/changes', 'Change many prices at once', {
    maxBody: MAX_PRICES_BODY,
    change: ({ rule }: { rule?: PriceRuleInput }, currency) =>
      rule ? priceSummary(rule, '{products}', currency) : 'Changed the price of {products}',
  })
    .errors(raisesWith('PRICES_CHANGED', z.object({ prices: z.array(changedPrice), count: z.int() })))
    .input(
      z.object({
        key: progressKey,
        rule: priceRule,
        prices: z
          .array(z.strictObject({ id, before: amountIn, after: amountIn }))
          .min(1)
          .max(MOST_PRICES)
          .refine(
            (prices) => new Set(prices.map((one) => one.id)).size === prices.length,
            'A product is named twice',
          ),
      }),
    )
    .output(z.object({ changed: z.int() })),
};
