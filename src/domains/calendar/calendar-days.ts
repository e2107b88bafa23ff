import { type Day, dayPlus, dayText } from '#shared/dates.ts';

/** Weeks that the calendar shows. */
export const WEEKS = 8;
/** Days that it shows. */
export const SHOWN_DAYS = 7 * WEEKS;

const DAY_MS = 86_400_000;
const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** Days from one to another; negative if the other is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((timeOf(to) - timeOf(from)) / DAY_MS);

/** The Monday of the week of a day. */
export const mondayOf = (day: Day): Day => dayPlus(day, -((new Date(timeOf(day)).getUTCDay() + 6) % 7));

/** The last day of a calendar that begins on a day. */
export const lastShown = (from: Day): Day => dayPlus(from, SHOWN_DAYS - 1);

export interface Span {
  firstDay: Day;
  lastDay: Day;
}

/** The part of a span within a calendar: its first day counted from 0, and its length. */
export interface ShownPart {
  at: number;
  length: number;
  beginsBefore: boolean;
  endsAfter: boolean;
}

/** Undefined if there is none. */
export function shownPart(
  { firstDay, lastDay }: Span,
  from: Day,
  days: number = SHOWN_DAYS,
): ShownPart | undefined {
  const first = daysBetween(from, firstDay);
  const last = daysBetween(from, lastDay);
  if (last < 0 || first >= days) return undefined;
  const at = Math.max(0, first);
  const length = Math.min(days - 1, last) - at + 1;
  return { at, length, beginsBefore: first < 0, endsAfter: last >= days };
}

/** The weeks of a calendar, each from Monday to Sunday. */
export const weeksOf = (from: Day): Span[] =>
  Array.from({ length: WEEKS }, (_, week) => {
    const firstDay = dayPlus(from, 7 * week);
    return { firstDay, lastDay: dayPlus(firstDay, 6) };
  });

/** The months of a calendar with their days in it: 'December 2026'. */
export function monthsOf(from: Day): { name: string; days: number }[] {
  const months: { name: string; days: number }[] = [];
  for (let day = from; day <= lastShown(from); day = dayPlus(day, 1)) {
    const name = dayText(day, { day: undefined, month: 'long', year: 'numeric' });
    const last = months.at(-1);
    if (last?.name === name) last.days++;
    else months.push({ name, days: 1 });
  }
  return months;
}

/** The same day of another year; 28 February for a 29th that the year does not have. */
function inYear(day: Day, year: number): Day {
  const moved = `${String(year).padStart(4, '0')}${day.slice(4)}`;
  const isThere = new Date(timeOf(moved)).toISOString().startsWith(moved);
  return isThere ? moved : `${moved.slice(0, 5)}02-28`;
}

/** When a special day is, of those that fall into a span. One of every year has one for each year. */
export function occurrencesOf(special: Span & { everyYear: boolean }, shown: Span): Span[] {
  const { firstDay, lastDay } = special;
  const fits = (one: Span) => one.firstDay <= shown.lastDay && one.lastDay >= shown.firstDay;
  if (!special.everyYear) return fits(special) ? [{ firstDay, lastDay }] : [];
  const length = daysBetween(firstDay, lastDay);
  const found: Span[] = [];
  for (let year = Number(shown.firstDay.slice(0, 4)) - 1; year <= Number(shown.lastDay.slice(0, 4)); year++) {
    const first = inYear(firstDay, year);
    const one = { firstDay: first, lastDay: dayPlus(first, length) };
    if (fits(one)) found.push(one);
  }
  return found;
}

export interface Dates {
  startDate: Day;
  endDate: Day;
}

export type End = 'start' | 'end';

/** Moves the start or the end by days, and not beyond the other. */
export function moved({ startDate, endDate }: Dates, end: End, days: number): Dates {
  if (end === 'start') {
    const start = dayPlus(startDate, days);
    return { startDate: start < endDate ? start : endDate, endDate };
  }
  const last = dayPlus(endDate, days);
  return { startDate, endDate: last > startDate ? last : startDate };
}

/** The same within a calendar that begins on a day: an end that is dragged stays under the pointer. */
export function dragged(dates: Dates, end: End, days: number, from: Day): Dates {
  const at = daysBetween(from, end === 'start' ? dates.startDate : dates.endDate);
  return moved(dates, end, Math.min(Math.max(days, -at), SHOWN_DAYS - 1 - at));
}
