import { expect, test } from 'vitest';
import { clockIn } from './clock.ts';

/** A clock that can be set, in any order. */
function clockOf(timeZone: string) {
  let now = new Date(0);
  const clock = clockIn(timeZone, () => now);
  return (text: string) => {
    now = new Date(text);
    return [clock.today(), clock.msToMidnight()];
  };
}

test('day and midnight are those of the time zone of the shop, also at the edge of a day', () => {
  const at = clockOf('Africa/Lagos');
  expect(at('2026-11-20T22:59:59.500Z')).toEqual(['2026-11-20', 500]);
  expect(at('2026-11-20T22:59:59.999Z')).toEqual(['2026-11-20', 1]);
  expect(at('2026-11-20T23:00:00.000Z')).toEqual(['2026-11-21', 86_400_000]);
  // A clock that is set back.
  expect(at('2026-11-19T12:00:00.000Z')).toEqual(['2026-11-19', 11 * 3_600_000]);
});

test('a day has 23 or 25 hours where the clocks change', () => {
  const hoursAt = (zone: string, text: string) => Number(clockOf(zone)(text)[1]) / 3_600_000;
  expect(hoursAt('Europe/London', '2026-03-29T00:00:00Z')).toBe(23);
  expect(hoursAt('Europe/London', '2026-10-24T23:00:00Z')).toBe(25);
  expect(hoursAt('Africa/Lagos', '2026-03-28T23:00:00Z')).toBe(24);
});
