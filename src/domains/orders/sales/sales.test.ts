import { expect, test } from 'vitest';
import { dayPlus } from '#shared/dates.ts';
import { changeOf, DAYS_COMPARED, everyDay, salesOfSpan } from './sales.ts';

const TODAY = '2026-03-02';
/** n days before today: n + 1 orders of 0.1 naira each. */
const days = Array.from({ length: DAYS_COMPARED + 5 }, (_, n) => ({
  day: dayPlus(TODAY, -n),
  orders: n + 1,
  money: (n + 1) / 10,
}));
const sum = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n).reduce((all, n) => all + n, 0);

test('DESK-01 today, 7 and 30 days are compared with as many days before', () => {
  expect(salesOfSpan(days, TODAY, 1)).toEqual({ orders: 1, money: 0.1, before: { orders: 2, money: 0.2 } });
  expect(salesOfSpan(days, TODAY, 7)).toEqual({
    orders: sum(1, 7),
    money: sum(1, 7) / 10,
    before: { orders: sum(8, 14), money: sum(8, 14) / 10 },
  });
  expect(salesOfSpan(days, TODAY, 30)).toEqual({
    orders: sum(1, 30),
    money: sum(1, 30) / 10,
    before: { orders: sum(31, 60), money: sum(31, 60) / 10 },
  });
});

test('DESK-01 a day without orders has a bar of its own', () => {
  const sold = { day: '2026-03-01', orders: 2, money: 5 };
  expect(everyDay([sold], '2026-02-28', TODAY)).toEqual([
    { day: '2026-02-28', orders: 0, money: 0 },
    sold,
    { day: TODAY, orders: 0, money: 0 },
  ]);
});

test('a change is said in whole per cent, and not where there is nothing to compare with', () => {
  expect(changeOf(150, 100)).toEqual({ up: true, percent: 50 });
  expect(changeOf(0, 100)).toEqual({ up: false, percent: 100 });
  expect(changeOf(1001, 1000)).toEqual({ up: true, percent: 1 });
  expect(changeOf(5, 0)).toBeNull();
  expect(changeOf(7, 7)).toBeNull();
});
