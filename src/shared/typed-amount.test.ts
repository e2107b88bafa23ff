import { expect, test } from 'vitest';
import { plainAmount } from './typed-amount.ts';

test.each([
  ['12,500', '12500'],
  ['₦1,012,500.50', '1012500.50'],
  [' NGN 7.5 ', '7.5'],
  ['7,5', '7,5'],
  ['2500,50', '2500,50'],
  ['1,50,000', '1,50,000'],
  ['1.000,00', '1.000,00'],
])('%j is %j without thousands separators', (typed, plain) => {
  expect(plainAmount(typed)).toBe(plain);
});

test.each([
  ['€12,500.00', 'EUR', '12500.00'],
  ['eur 7.5', 'EUR', '7.5'],
  ['₦12,500.00', 'EUR', '₦12,500.00'],
  ['$7', 'NGN', '$7'],
])('%j in a shop with %s is %j: the sign of another currency is not taken off', (typed, currency, plain) => {
  expect(plainAmount(typed, currency)).toBe(plain);
});
