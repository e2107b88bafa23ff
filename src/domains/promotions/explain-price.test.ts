import { expect, test } from 'vitest';
import { koboOfNaira } from '#shared/money.ts';
import { explainPrice } from './explain-price.ts';
import { priceOf } from './price.ts';

const TODAY = '2026-11-25';
const terms = (promotionType: 'percentage' | 'fixed', value: number, endDate = '2026-11-29') => ({
  code: 'ADIRE10',
  startDate: '2026-11-01',
  endDate,
  promotionType,
  promotionValue: koboOfNaira(value),
});
const textFor = (promotion: ReturnType<typeof terms>, today: string | undefined = TODAY) => {
  const price = priceOf(koboOfNaira(25_000), promotion, 'adire10', TODAY);
  const text = explainPrice(price, { currency: 'NGN', today });
  return text && `${text.list} ${text.reason}`;
};

test('HAND-05 a reduced price is explained by its list price, the reduction, the code and the last day', () => {
  expect(textFor(terms('percentage', 10))).toBe('₦25,000.00 less 10 % (ADIRE10), until Sunday');
  expect(textFor(terms('percentage', 33.33))).toContain('less 33.33 % (ADIRE10)');
  expect(textFor(terms('fixed', 5000))).toBe('₦25,000.00 less ₦5,000.00 (ADIRE10), until Sunday');
  // No more is taken off than the price has.
  expect(textFor(terms('fixed', 90_000))).toContain('less ₦25,000.00');
});

test('HAND-05 the last day is a word within a week, and a date after it or where the text is kept', () => {
  const days = ['2026-11-25', '2026-11-26', '2026-11-27', '2026-12-01', '2026-12-02'];
  expect(days.map((day) => textFor(terms('fixed', 1, day))?.split('until ')[1])).toEqual([
    'today',
    'tomorrow',
    'Friday',
    'Tuesday',
    '2 December',
  ]);
  const price = priceOf(koboOfNaira(25_000), terms('percentage', 10), 'ADIRE10', TODAY);
  expect(explainPrice(price, { currency: 'NGN' })?.reason).toBe('less 10 % (ADIRE10), until 29 November');
  expect(explainPrice({ ...price, endDate: null }, { currency: 'NGN' })?.reason).toBe('less 10 % (ADIRE10)');
});

test('HAND-05 a price that is not reduced has no explanation', () => {
  const list = koboOfNaira(25_000);
  const explained = (promotion: ReturnType<typeof terms> | null, code: string | null) =>
    explainPrice(priceOf(list, promotion, code, TODAY), { currency: 'NGN', today: TODAY });
  expect(explained(null, null)).toBeNull();
  expect(explained(terms('percentage', 10), 'OTHER')).toBeNull();
  expect(explained(terms('percentage', 10, '2026-11-24'), 'ADIRE10')).toBeNull();
});
