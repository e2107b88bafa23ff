import { expect, test } from 'vitest';
import { typedValue } from './typed-value.ts';

test.each([
  ['15', 15],
  ['12.5 %', 12.5],
  ['7.', 7],
  ['2,500', 2500],
  ['₦3,000.50', 3000.5],
  [1500.5, 1500.5],
  ['-5', -5],
  ['', undefined],
  [undefined, undefined],
])('ADM-PROMO-08 the input %j is parsed as %j', (typed, value) => {
  expect(typedValue(typed)).toBe(value);
});

test.each(['7,5', '2500,50', '12,50', '1.000,00', '7 5', 'ten', '1e3', '0x10', 'Infinity'])(
  'ADM-PROMO-08 the input %j is rejected instead of misread',
  (typed) => expect(typedValue(typed)).toBeNaN(),
);
