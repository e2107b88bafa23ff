import { dayIn } from './dates.ts';

const DAY = 86_400;

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', 3_600],
  ['minute', 60],
];

/**
 * '3 hours ago', 'yesterday', '1 week ago', 'just now'. Days are those of the shop's calendar. Longer units are full ones
 * that have passed, so '1 year ago' and not 'last year', which may be another one.
 */
export function relativeTime(then: Date, now: Date, timeZone: string): string {
  const seconds = Math.round((then.getTime() - now.getTime()) / 1000);
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) < size) continue;
    if (unit !== 'day') return format('always', Math.trunc(seconds / size), unit);
    const [day, today] = [then, now].map((instant) => Date.parse(dayIn(timeZone, instant)));
    return format('auto', (day! - today!) / (DAY * 1000), unit);
  }
  return 'just now';
}

const format = (numeric: 'always' | 'auto', count: number, unit: Intl.RelativeTimeFormatUnit) =>
  new Intl.RelativeTimeFormat('en', { numeric }).format(count, unit);
