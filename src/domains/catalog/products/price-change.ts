import { type Kobo, kobo, koboOfText } from '#shared/money.ts';

/** How many prices are changed at once. */
export const MOST_PRICES = 10_000;

/** The least that a changed price may be: a price of 0 is more likely an error. The most is that of the column. */
export const LOWEST_PRICE = kobo(1);
export const HIGHEST_PRICE = koboOfText('9999999999.99');

/** What changed prices are rounded to, in units of the currency. */
export const ROUNDINGS = [50, 100, 500] as const;

export interface PriceRule {
  direction: 'raise' | 'lower';
  by: 'percent' | 'amount';
  /** Hundredths of a per cent, or kobo. More than 0. */
  value: Kobo;
  /** Kobo; null leaves the result as it is. */
  roundTo: Kobo | null;
}

export interface PlannedPrice {
  /** 'below' and 'above' are outside of the allowed prices, and are left out. */
  kind: 'changed' | 'same' | 'below' | 'above';
  after: Kobo;
}

/**
 * A price under a rule. It is rounded once, half up, to `roundTo` or else to a kobo. Rounding never turns the
 * direction: a raised price that would round to less than it was stays, as does a lowered one that would round to more.
 */
export function planPrice(before: Kobo, { direction, by, value, roundTo }: PriceRule): PlannedPrice {
  const sign = direction === 'raise' ? 1n : -1n;
  // In ten-thousandths of a kobo, so that nothing is rounded before the end.
  const exact =
    by === 'percent'
      ? BigInt(before) * (10_000n + sign * BigInt(value))
      : (BigInt(before) + sign * BigInt(value)) * 10_000n;
  const step = BigInt(roundTo ?? 1);
  const rounded = kobo(Number(floorOf(2n * exact + step * 10_000n, step * 20_000n) * step));
  const isTurned = direction === 'raise' ? rounded < before : rounded > before;
  if (isTurned || rounded === before) return { kind: 'same', after: before };
  if (rounded < LOWEST_PRICE) return { kind: 'below', after: rounded };
  if (rounded > HIGHEST_PRICE) return { kind: 'above', after: rounded };
  return { kind: 'changed', after: rounded };
}

/** A quotient rounded down, for any sign of the dividend. */
const floorOf = (dividend: bigint, divisor: bigint): bigint =>
  dividend / divisor - (dividend % divisor < 0n ? 1n : 0n);
