import { expect, test } from 'vitest';
import { greetingAt, weekdayAt } from './greeting.ts';

test('the greeting uses the shop’s time zone', () => {
  const at = (time: string, zone = 'Africa/Lagos') => greetingAt(new Date(`2026-11-21T${time}:00Z`), zone);
  expect(at('02:59')).toBe('Good evening');
  expect(at('03:00')).toBe('Good morning');
  expect(at('10:59')).toBe('Good morning');
  expect(at('11:00')).toBe('Good afternoon');
  expect(at('16:00')).toBe('Good evening');
  expect(at('23:30')).toBe('Good evening');
  expect(at('16:00', 'America/New_York')).toBe('Good morning');
});

test('the day uses the shop’s time zone', () => {
  expect(weekdayAt(new Date('2026-11-20T23:30:00Z'), 'Africa/Lagos').replace(',', '')).toBe(
    'Saturday 21 November',
  );
});
