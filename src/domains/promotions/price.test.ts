import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kobo, koboOfNaira, koboOfText } from '#shared/money.ts';
import { discounted, isActiveOn, type PromotionTerms, priceOf } from './price.ts';

const terms = (promotionType: 'percentage' | 'fixed', promotionValue: number): PromotionTerms => ({
  code: 'SALLAH',
  startDate: '2026-11-01',
  endDate: '2026-11-30',
  promotionType,
  promotionValue: koboOfNaira(promotionValue),
});
const naira = (n: number) => kobo(n * 100);

test('RULES-01 a percentage takes its share', () => {
  expect(discounted(naira(200), terms('percentage', 25))).toBe(naira(150));
});

test('RULES-02 a fixed promotion is floored at 0', () => {
  expect(discounted(naira(200), terms('fixed', 50))).toBe(naira(150));
  expect(discounted(naira(40), terms('fixed', 50))).toBe(0);
});

test('a percentage is rounded half up to a kobo, once', () => {
  expect(discounted(koboOfText('0.05'), terms('percentage', 50))).toBe(3);
  expect(discounted(koboOfText('12500.01'), terms('percentage', 33.33))).toBe(koboOfText('8333.76'));
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999_999 }),
      fc.integer({ min: 1, max: 10_000 }),
      (price, h) => {
        const exact = (BigInt(price) * BigInt(10_000 - h) * 2n + 10_000n) / 20_000n;
        expect(discounted(kobo(price), terms('percentage', h / 100))).toBe(Number(exact));
      },
    ),
  );
});

test('RULES-03 another code leaves the price', () => {
  expect(priceOf(naira(200), terms('percentage', 25), 'OTHER', '2026-11-10')).toEqual({
    amount: naira(200),
    list: naira(200),
    code: null,
    percent: null,
    endDate: null,
  });
  expect(priceOf(naira(200), terms('percentage', 25), null, '2026-11-10').amount).toBe(naira(200));
  expect(priceOf(naira(200), null, 'SALLAH', '2026-11-10').amount).toBe(naira(200));
  expect(priceOf(naira(200), terms('percentage', 25), 'sallah', '2026-11-10')).toEqual({
    amount: naira(150),
    list: naira(200),
    code: 'SALLAH',
    percent: 2500,
    endDate: '2026-11-30',
  });
});

test('RULES-04 RULES-07 OPEN-05 both days are inclusive', () => {
  const window = terms('fixed', 1);
  const days = ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'];
  expect(days.map((day) => isActiveOn(window, day))).toEqual([false, true, true, false]);
  expect(days.map((day) => priceOf(naira(2), window, 'SALLAH', day).amount)).toEqual([200, 100, 100, 200]);
});
