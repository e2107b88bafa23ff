import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kobo, koboOfNaira } from '#shared/money.ts';
import { HIGHEST_PRICE, LOWEST_PRICE, type PriceRule, planPrice, ROUNDINGS } from './price-change.ts';

const rule = (
  direction: PriceRule['direction'],
  by: PriceRule['by'],
  value: number,
  roundTo: number | null = null,
): PriceRule => ({
  direction,
  by,
  value: koboOfNaira(value),
  roundTo: roundTo === null ? null : koboOfNaira(roundTo),
});
const planned = (naira: number, one: PriceRule) => {
  const { kind, after } = planPrice(koboOfNaira(naira), one);
  return [kind, after / 100];
};

test('BULK-03 prices are raised and lowered by per cent and by naira', () => {
  expect(planned(12_000, rule('raise', 'percent', 10))).toEqual(['changed', 13_200]);
  expect(planned(12_000, rule('lower', 'percent', 12.5))).toEqual(['changed', 10_500]);
  expect(planned(12_000, rule('raise', 'amount', 750.5))).toEqual(['changed', 12_750.5]);
  expect(planned(12_000, rule('lower', 'amount', 2000))).toEqual(['changed', 10_000]);
  expect(planned(0.05, rule('raise', 'percent', 10))).toEqual(['changed', 0.06]);
});

test('BULK-03 prices are rounded once, half up, to 50, 100 or 500 naira', () => {
  expect(planned(12_340, rule('raise', 'percent', 10, 50))).toEqual(['changed', 13_550]);
  expect(planned(12_340, rule('raise', 'percent', 10, 100))).toEqual(['changed', 13_600]);
  expect(planned(12_340, rule('raise', 'percent', 10, 500))).toEqual(['changed', 13_500]);
  expect(planned(1000, rule('raise', 'amount', 50, 100))).toEqual(['changed', 1100]);
  // 549.999978 is below half of the step; rounded to a kobo first, it would be half.
  expect(planned(549.89, rule('raise', 'percent', 0.02, 100))).toEqual(['same', 549.89]);
});

test('BULK-03 rounding never lowers a raised price, nor raises a lowered one', () => {
  expect(planned(10_600, rule('raise', 'percent', 1, 500))).toEqual(['same', 10_600]);
  expect(planned(10_400, rule('lower', 'percent', 1, 500))).toEqual(['same', 10_400]);
  expect(planned(10_500, rule('raise', 'percent', 1, 500))).toEqual(['same', 10_500]);
});

test('BULK-03 prices below the lowest and above the highest are told apart; a price of 0 stays under per cent', () => {
  expect(planned(500, rule('lower', 'amount', 500))).toEqual(['below', 0]);
  expect(planned(500, rule('lower', 'amount', 700))).toEqual(['below', -200]);
  expect(planned(500, rule('lower', 'percent', 100))).toEqual(['below', 0]);
  expect(planned(20, rule('lower', 'percent', 10, 50))).toEqual(['below', 0]);
  expect(planned(9_999_999_999, rule('raise', 'percent', 1))).toEqual(['above', 10_099_999_998.99]);
  expect(planned(0, rule('raise', 'percent', 10))).toEqual(['same', 0]);
  expect(planned(0, rule('raise', 'amount', 100))).toEqual(['changed', 100]);
});

const rules = fc.record({
  direction: fc.constantFrom('raise' as const, 'lower' as const),
  by: fc.constantFrom('percent' as const, 'amount' as const),
  value: fc.integer({ min: 1, max: 100_000 }).map(kobo),
  roundTo: fc.constantFrom(null, ...ROUNDINGS.map(koboOfNaira)),
});

test('BULK-03 for any price and rule: the direction, the range, the step and the nearest result', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: HIGHEST_PRICE }).map(kobo), rules, (before, one) => {
      const { kind, after } = planPrice(before, one);
      const { direction, by, value, roundTo } = one;
      if (kind === 'same') expect(after).toBe(before);
      else expect(Math.sign(after - before)).toBe(direction === 'raise' ? 1 : -1);
      expect(after < LOWEST_PRICE ? 'below' : after > HIGHEST_PRICE ? 'above' : 'within').toBe(
        kind === 'below' || kind === 'above' ? kind : after === 0 ? 'below' : 'within',
      );
      if (kind === 'same') return;
      const step = roundTo ?? 1;
      expect(Math.abs(after % step)).toBe(0);
      // The exact result, times 10,000, is at most half a step away.
      const change = by === 'percent' ? BigInt(before) * BigInt(value) : BigInt(value) * 10_000n;
      const exact = BigInt(before) * 10_000n + (direction === 'raise' ? change : -change);
      const distance = BigInt(after) * 10_000n - exact;
      expect(2n * (distance < 0n ? -distance : distance) <= BigInt(step) * 10_000n).toBe(true);
    }),
  );
});

test('BULK-03 a higher price never becomes the lower one', () => {
  const prices = fc.integer({ min: 0, max: 1_000_000_00 }).map(kobo);
  fc.assert(
    fc.property(prices, prices, rules, (a, b, one) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      const exact = { ...one, roundTo: null };
      if (one.direction === 'lower' && one.by === 'percent' && one.value > 10_000) return;
      expect(planPrice(low, exact).after).toBeLessThanOrEqual(planPrice(high, exact).after);
    }),
  );
});
