import type { Day } from '#shared/dates.ts';
import { type Kobo, kobo, koboOfNaira } from '#shared/money.ts';

/** The fields that determine a price; a contract promotion has all of them. */
export interface PromotionTerms {
  code: string;
  /** Both days inclusive, in the shop's time zone. */
  startDate: Day;
  endDate: Day;
  promotionType: 'percentage' | 'fixed';
  /** Kobo, or hundredths of a per cent. */
  promotionValue: Kobo;
}

/** Both days inclusive. */
export const isActiveOn = (promotion: Pick<PromotionTerms, 'startDate' | 'endDate'>, today: Day): boolean =>
  promotion.startDate <= today && today <= promotion.endDate;

/** A price under a promotion's terms, whether or not they apply. Rounded half up to a kobo, once. */
export function discounted(
  price: Kobo,
  terms: Pick<PromotionTerms, 'promotionType' | 'promotionValue'>,
): Kobo {
  if (terms.promotionType === 'fixed') return kobo(Math.max(0, price - terms.promotionValue));
  return kobo(Number((BigInt(price) * BigInt(10_000 - terms.promotionValue) + 5_000n) / 10_000n));
}

export interface EffectivePrice {
  amount: Kobo;
  list: Kobo;
  /** The code that reduced the price, or null. */
  code: string | null;
  /** Hundredths of a per cent, of a promotion that takes a share. */
  percent: Kobo | null;
  /** The last day of this price; null if it stays. */
  endDate: Day | null;
}

/**
 * Today's price of one item. The promotion applies if the entry's code equals the code of the product's
 * promotion (ignoring case) and today is within its window.
 */
export function priceOf(
  list: Kobo,
  promotion: PromotionTerms | null | undefined,
  entryCode: string | null | undefined,
  today: Day,
): EffectivePrice {
  const applies =
    promotion != null &&
    entryCode != null &&
    promotion.code.toLowerCase() === entryCode.toLowerCase() &&
    isActiveOn(promotion, today);
  if (!applies) return { amount: list, list, code: null, percent: null, endDate: null };
  const { code, endDate, promotionType, promotionValue } = promotion;
  const percent = promotionType === 'percentage' ? promotionValue : null;
  return { amount: discounted(list, promotion), list, code, percent, endDate };
}

/** A product as the API describes it: with naira. */
interface PricedProduct {
  price: number;
  promotion: (Omit<PromotionTerms, 'promotionValue'> & { promotionValue: number }) | null;
}

/** The same for a product of an API response. */
export const priceOfProduct = (
  { price, promotion }: PricedProduct,
  entryCode: string | null | undefined,
  today: Day,
): EffectivePrice =>
  priceOf(
    koboOfNaira(price),
    promotion && { ...promotion, promotionValue: koboOfNaira(promotion.promotionValue) },
    entryCode,
    today,
  );
