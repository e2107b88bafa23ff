import { expect, test } from 'vitest';
import { dayIn, dayPlus, msToMidnight, relativeTime } from './dates.ts';

test('OPEN-05 the day is in the time zone of the shop, not of the server', () => {
  expect(dayIn('Africa/Lagos', new Date('2026-11-20T22:59:59Z'))).toBe('2026-11-20');
  expect(dayIn('Africa/Lagos', new Date('2026-11-20T23:00:00Z'))).toBe('2026-11-21');
  expect(dayIn('America/New_York', new Date('2026-11-20T23:00:00Z'))).toBe('2026-11-20');
});

test('midnight is in the time zone of the shop', () => {
  expect(msToMidnight('Africa/Lagos', new Date('2026-11-20T22:59:59.500Z'))).toBe(500);
  expect(msToMidnight('Africa/Lagos', new Date('2026-11-20T23:00:00.000Z'))).toBe(86_400_000);
});

test('days are added across months and leap years', () => {
  expect(dayPlus('2028-02-28', 1)).toBe('2028-02-29');
  expect(dayPlus('2026-01-01', -1)).toBe('2025-12-31');
});

test('ORDERS-04 the order time is relative', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  expect(relativeTime(new Date('2026-11-20T11:59:40Z'), now)).toBe('just now');
  expect(relativeTime(new Date('2026-11-20T09:00:00Z'), now)).toBe('3 hours ago');
  expect(relativeTime(new Date('2026-11-19T12:00:00Z'), now)).toBe('yesterday');
});
