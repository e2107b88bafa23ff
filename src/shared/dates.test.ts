import { expect, test } from 'vitest';
import { dayIn, dayPlus, dayText, startOfDay } from './dates.ts';

test('OPEN-05 the day is in the time zone of the shop, not of the server', () => {
  expect(dayIn('Africa/Lagos', new Date('2026-11-20T22:59:59Z'))).toBe('2026-11-20');
  expect(dayIn('Africa/Lagos', new Date('2026-11-20T23:00:00Z'))).toBe('2026-11-21');
  expect(dayIn('America/New_York', new Date('2026-11-20T23:00:00Z'))).toBe('2026-11-20');
});

test('days are added across months and leap years', () => {
  expect(dayPlus('2028-02-28', 1)).toBe('2028-02-29');
  expect(dayPlus('2026-01-01', -1)).toBe('2025-12-31');
});

test('CAL-03 a day begins at its midnight, also on days of 23 and 25 hours', () => {
  const start = (zone: string, day: string) => startOfDay(zone, day).toISOString();
  expect(start('Africa/Lagos', '2026-12-12')).toBe('2026-12-11T23:00:00.000Z');
  expect(start('Europe/London', '2026-03-29')).toBe('2026-03-29T00:00:00.000Z');
  expect(start('Europe/London', '2026-03-30')).toBe('2026-03-29T23:00:00.000Z');
  expect(start('America/New_York', '2026-11-01')).toBe('2026-11-01T04:00:00.000Z');
  expect(start('America/New_York', '2026-11-02')).toBe('2026-11-02T05:00:00.000Z');
  expect(start('Pacific/Kiritimati', '2026-12-12')).toBe('2026-12-11T10:00:00.000Z');
  // In these the clocks skip the hour after midnight.
  expect(start('Africa/Cairo', '2026-04-24')).toBe('2026-04-23T22:00:00.000Z');
  expect(start('America/Santiago', '2026-09-06')).toBe('2026-09-06T04:00:00.000Z');
  expect(start('America/Havana', '2026-03-08')).toBe('2026-03-08T05:00:00.000Z');
});

test.each([
  { month: 'long' },
  { month: 'short' },
  { month: 'long', year: 'numeric' },
  { month: 'short', year: 'numeric' },
  { weekday: 'short', month: 'short' },
  { weekday: 'short', month: 'short', year: 'numeric' },
  { weekday: 'long', day: undefined },
  { day: undefined, month: 'long', year: 'numeric' },
] as const)('days are written as Intl writes them, without a comma: %o', (parts) => {
  const intl = new Intl.DateTimeFormat('en-GB', { day: 'numeric', timeZone: 'UTC', ...parts });
  for (let day = '2024-01-01'; day < '2026-12-31'; day = dayPlus(day, 13)) {
    expect(dayText(day, parts)).toBe(intl.format(new Date(day)).replace(',', ''));
  }
});
