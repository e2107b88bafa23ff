import type { Day } from './dates.ts';

// A day has no time zone: it is read and written as UTC.
const written = (day: Day, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', timeZone: 'UTC', ...options }).format(new Date(day));

/** '14 December'. */
export const dayText = (day: Day): string => written(day, { month: 'long' });

/** '14 Dec 2026'. */
export const dayWithYear = (day: Day): string => written(day, { month: 'short', year: 'numeric' });
