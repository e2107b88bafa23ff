import { type Day, dayPlus } from '#shared/dates.ts';

/**
 * What was sold on one day of the shop; money in naira. Days are of the shop's time zone: cut by `total_orders()` and
 * `recount_sales()` (docs/functions.sql).
 */
export interface DaySales {
  day: Day;
  orders: number;
  money: number;
}

/** The spans of the dashboard, in days that end today. */
export const SPANS = [1, 7, 30] as const;
export type Span = (typeof SPANS)[number];

/** The days that all spans and the spans before them need. */
export const DAYS_COMPARED = 2 * Math.max(...SPANS);

export interface SpanSales {
  orders: number;
  money: number;
  /** The same number of days before. */
  before: { orders: number; money: number };
}

const sumOf = (days: readonly DaySales[], from: Day, to: Day) => {
  const within = days.filter(({ day }) => from <= day && day <= to);
  const kobo = within.reduce((sum, { money }) => sum + Math.round(money * 100), 0);
  return { orders: within.reduce((sum, { orders }) => sum + orders, 0), money: kobo / 100 };
};

/** The last `span` days up to today against the `span` days before them. */
export function salesOfSpan(days: readonly DaySales[], today: Day, span: Span): SpanSales {
  const from = dayPlus(today, 1 - span);
  return { ...sumOf(days, from, today), before: sumOf(days, dayPlus(from, -span), dayPlus(from, -1)) };
}

/** Every day from `from` to `to`, with zeros for days on which nothing was sold. */
export function everyDay(days: readonly DaySales[], from: Day, to: Day): DaySales[] {
  const known = new Map(days.map((one) => [one.day, one]));
  const all: DaySales[] = [];
  for (let day = from; day <= to; day = dayPlus(day, 1))
    all.push(known.get(day) ?? { day, orders: 0, money: 0 });
  return all;
}

/** 'up' or 'down' by whole per cent; null where there was nothing to compare with, or the same. */
export function changeOf(now: number, before: number): { up: boolean; percent: number } | null {
  if (before === 0 || now === before) return null;
  return { up: now > before, percent: Math.max(1, Math.round((Math.abs(now - before) / before) * 100)) };
}
