import { expect, test } from 'vitest';
import { ORDER_STATUSES } from '../order.ts';
import { dueOf, nearDay } from './due-day.ts';

test('DESK-03 an open order is late from the day after its due day', () => {
  const due = (dueDay: string | null) => dueOf({ status: 'pending', dueDay }, '2026-11-23');
  expect(due('2026-11-22')).toBe('late');
  expect(due('2026-11-23')).toBe('today');
  expect(due('2026-11-24')).toBe('later');
  expect(due(null)).toBeNull();
  const late = ORDER_STATUSES.filter((status) => dueOf({ status, dueDay: '2026-01-01' }, '2026-11-23'));
  expect(late).toEqual(['pending', 'processing']);
});

test('a day is named as people say it', () => {
  const near = (day: string) => nearDay(day, '2026-12-31');
  expect(near('2026-12-31')).toBe('today');
  expect(near('2027-01-01')).toBe('tomorrow');
  expect(near('2026-12-30')).toBe('yesterday');
  expect(near('2026-12-25')).toBe('Fri 25 Dec');
  expect(near('2027-01-04')).toBe('Mon 4 Jan 2027');
});
