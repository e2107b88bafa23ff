import { type Day, dayPlus, dayText } from '#shared/dates.ts';
import { isWaiting, type OrderStatus } from '../order.ts';

/** The state of an order's due day. */
export type Due = 'late' | 'today' | 'later';

/** Null for an order without a due day and for one that nobody waits for. */
export function dueOf(
  { status, dueDay }: { status: OrderStatus; dueDay: Day | null },
  today: Day,
): Due | null {
  if (dueDay === null || !isWaiting(status)) return null;
  if (dueDay === today) return 'today';
  return dueDay < today ? 'late' : 'later';
}

/** 'today', 'tomorrow', 'yesterday', 'Fri 27 Nov', with the year where it is another one. */
export function nearDay(day: Day, today: Day): string {
  if (day === today) return 'today';
  if (day === dayPlus(today, 1)) return 'tomorrow';
  if (day === dayPlus(today, -1)) return 'yesterday';
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric';
  return dayText(day, { weekday: 'short', month: 'short', year });
}
