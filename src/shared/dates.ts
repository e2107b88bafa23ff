/** A calendar day of the shop, 'YYYY-MM-DD'. Days compare as text. */
export type Day = string;

const formatters = new Map<string, Intl.DateTimeFormat>();

function partsIn(timeZone: string, instant: Date): Record<string, string> {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return Object.fromEntries(formatter.formatToParts(instant).map(({ type, value }) => [type, value]));
}

/** The shop's calendar day at an instant. */
export function dayIn(timeZone: string, instant: Date): Day {
  const { year, month, day } = partsIn(timeZone, instant);
  return `${year}-${month}-${day}`;
}

/** By how much the clocks of a time zone are ahead of UTC at an instant, in ms, to the second. */
function offsetIn(timeZone: string, instant: Date): number {
  const { year, month, day, hour, minute, second } = partsIn(timeZone, instant);
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return local - Math.floor(instant.getTime() / 1000) * 1000;
}

/** An instant as the shop's clocks show it, to the minute, with their offset: '2026-11-20T23:59+0100'. */
export function localInstant(timeZone: string, instant: Date): string {
  const { year, month, day, hour, minute } = partsIn(timeZone, instant);
  const minutes = Math.round(offsetIn(timeZone, instant) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`;
  return `${year}-${month}-${day}T${hour}:${minute}${offset}`;
}

/** The first instant of a day: its midnight, or later where the clocks skip that hour. */
export const startOfDay = (timeZone: string, day: Day): Date => instantAt(timeZone, `${day}T00:00:00`);

/** The instant at which clocks of a time zone show `local`, such as '2026-11-23T14:05:00', or to which they skip it. */
export function instantAt(timeZone: string, local: string): Date {
  const there = Date.parse(`${local}Z`);
  // The offset of an instant near it: the clocks may change between the two.
  const near = there - offsetIn(timeZone, new Date(there));
  const at = there - offsetIn(timeZone, new Date(near));
  const isShown = at + offsetIn(timeZone, new Date(at)) === there;
  return new Date(isShown ? at : Math.max(near, at));
}

/** The day a number of days later (or earlier). */
export function dayPlus(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

interface DayParts {
  weekday?: 'short' | 'long';
  day?: undefined;
  month?: 'short' | 'long';
  year?: 'numeric' | undefined;
}

/**
 * '14 December', or as `parts` specifies: 'Mon 14 Dec 2026'. Without Intl, whose first use is the longest task of a page on a
 * cheap phone (decision 0064). `day: undefined` leaves the number out.
 */
export function dayText(day: Day, parts: DayParts = { month: 'long' }): string {
  const date = new Date(day);
  const [weekday, month] = [WEEKDAYS[date.getUTCDay()]!, MONTHS[date.getUTCMonth()]!];
  return [
    parts.weekday === 'short' ? weekday.slice(0, 3) : parts.weekday && weekday,
    'day' in parts ? '' : date.getUTCDate(),
    // 'Sept', as in British English.
    parts.month === 'short' ? month.slice(0, month === 'September' ? 4 : 3) : parts.month && month,
    parts.year && date.getUTCFullYear(),
  ]
    .filter(Boolean)
    .join(' ');
}

/** '20 November 2026, 14:05' in the shop's time zone. */
export function fullTime(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    instant,
  );
}
