import { expect, test } from 'vitest';
import { digitsInUse, drawOrderNumber, orderNumberOf, orderNumbers } from './order-number.ts';

test('CONST-02 7 gives 0007', () => {
  expect(orderNumberOf(7, 4)).toBe('0007');
});

test('CONST-02 a drawn number is a string of four digits, and leading zeros are as frequent as other digits', () => {
  const drawn = Array.from({ length: 5000 }, () => drawOrderNumber(4));
  for (const number of drawn) expect(number).toMatch(/^\d{4}$/);
  const zeros = drawn.filter((number) => number.startsWith('0')).length;
  expect(zeros).toBeGreaterThan(350);
  expect(zeros).toBeLessThan(650);
  expect(drawOrderNumber(9)).toMatch(/^\d{9}$/);
});

test.each([
  [0, 4],
  [4_999, 4],
  [5_000, 5],
  [49_999, 5],
  [50_000, 6],
  [10 ** 12, 9],
])('OPEN-48 with %i orders a number has %i digits', (total, digits) => {
  expect(digitsInUse(total)).toBe(digits);
});

test('OPEN-48 five draws of one length, then one digit more, up to a limit', () => {
  const lengths = [...orderNumbers(4_900)].map((number) => number.length);
  expect(lengths).toEqual([4, 5, 6, 7, 8, 9].flatMap((length) => Array(5).fill(length)));
});
