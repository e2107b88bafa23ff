import { expect, test } from 'vitest';
import { typedValue } from '#domains/promotions/ui/admin/typed-value.ts';
import { plannedForm } from './planned-form.ts';

const planned = (typed: string, choice = 'price') =>
  plannedForm.safeParse({ choice, price: typedValue(typed, 'NGN'), day: '2026-12-24' });

test('CAL-03 a planned price is a number, and a text that is none says how to write one', () => {
  expect(planned('12,500.00').data).toEqual({ to: { price: 12_500 }, day: '2026-12-24' });
  const refusalOf = (typed: string) =>
    planned(typed).error?.issues.map(({ path, message }) => [path[0], message]);
  expect(refusalOf('')).toEqual([['price', 'Price is required']]);
  for (const typed of ['12,50', 'abc'])
    expect(refusalOf(typed), typed).toEqual([['price', 'Please enter a number, such as 12500 or 12,500.00']]);
  // It counts only where the price changes.
  expect(planned('abc', 'draft').data).toEqual({ to: { status: 'draft' }, day: '2026-12-24' });
});
