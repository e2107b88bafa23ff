import { expect, test } from 'vitest';
import { dayIn } from '#shared/dates.ts';
import {
  daysBetween,
  dragged,
  lastShown,
  mondayOf,
  monthsOf,
  moved,
  occurrencesOf,
  shownPart,
  weeksOf,
} from './calendar-days.ts';

const span = (firstDay: string, lastDay = firstDay) => ({ firstDay, lastDay });

test('CAL-01 the calendar has eight weeks from Monday, whatever the time zone does with its clocks', () => {
  expect(mondayOf('2026-11-23')).toBe('2026-11-23');
  expect(mondayOf('2026-11-29')).toBe('2026-11-23');
  expect(mondayOf('2027-01-01')).toBe('2026-12-28');
  const weeks = weeksOf('2026-11-23');
  expect(weeks).toHaveLength(8);
  expect(weeks[0]).toEqual(span('2026-11-23', '2026-11-29'));
  expect(weeks[7]).toEqual(span('2027-01-11', '2027-01-17'));
  expect(lastShown('2026-11-23')).toBe('2027-01-17');
  // Lagos has no summer time; in London the clocks go back within these weeks, and no day is lost or doubled.
  for (const zone of ['Africa/Lagos', 'Europe/London']) {
    const from = mondayOf(dayIn(zone, new Date('2026-10-07T12:00:00Z')));
    const days = weeksOf(from).flatMap((week) => [week.firstDay, week.lastDay]);
    expect(daysBetween(from, days.at(-1)!)).toBe(55);
    expect(new Set(days).size).toBe(16);
  }
  // The shop's day, an hour before and after midnight in summer and in winter.
  expect(mondayOf(dayIn('Europe/London', new Date('2026-10-25T23:30:00Z')))).toBe('2026-10-19');
  expect(mondayOf(dayIn('Africa/Lagos', new Date('2026-10-25T23:30:00Z')))).toBe('2026-10-26');
});

test('CAL-01 months share the eight weeks, also across a year and in a leap year', () => {
  expect(monthsOf('2026-11-23')).toEqual([
    { name: 'November 2026', days: 8 },
    { name: 'December 2026', days: 31 },
    { name: 'January 2027', days: 17 },
  ]);
  expect(monthsOf('2028-02-07').map(({ days }) => days)).toEqual([23, 31, 2]);
});

test('CAL-01 a bar is the part of a promotion that is shown', () => {
  const from = '2026-11-23';
  expect(shownPart(span('2026-11-25', '2026-11-25'), from)).toEqual({
    at: 2,
    length: 1,
    beginsBefore: false,
    endsAfter: false,
  });
  expect(shownPart(span('2026-01-01', '2026-11-23'), from)).toMatchObject({
    at: 0,
    length: 1,
    beginsBefore: true,
  });
  expect(shownPart(span('2027-01-17', '2027-03-01'), from)).toMatchObject({
    at: 55,
    length: 1,
    endsAfter: true,
  });
  expect(shownPart(span('2026-11-01', '2026-11-22'), from)).toBeUndefined();
  expect(shownPart(span('2027-01-18', '2027-02-22'), from)).toBeUndefined();
});

test('CAL-01 an end moves by days across months and years, and never beyond the other end', () => {
  const dates = { startDate: '2026-12-10', endDate: '2026-12-31' };
  expect(moved(dates, 'end', 1)).toEqual({ ...dates, endDate: '2027-01-01' });
  expect(moved(dates, 'start', -10)).toEqual({ ...dates, startDate: '2026-11-30' });
  expect(moved(dates, 'end', -40)).toEqual({ ...dates, endDate: '2026-12-10' });
  expect(moved(dates, 'start', 40)).toEqual({ ...dates, startDate: '2026-12-31' });
});

test('CAL-01 a day of every year is there in each, also across New Year and on 29 February', () => {
  const shown = span('2026-11-23', '2027-01-17');
  const yearly = (first: string, last = first) =>
    occurrencesOf({ ...span(first, last), everyYear: true }, shown);
  expect(yearly('2020-12-25', '2020-12-26')).toEqual([span('2026-12-25', '2026-12-26')]);
  expect(yearly('2024-12-15', '2025-01-02')).toEqual([span('2026-12-15', '2027-01-02')]);
  expect(yearly('2024-01-01')).toEqual([span('2027-01-01')]);
  expect(yearly('2024-06-01')).toEqual([]);
  expect(occurrencesOf({ ...span('2028-02-29'), everyYear: true }, span('2027-02-01', '2027-03-28'))).toEqual(
    [span('2027-02-28')],
  );
  expect(occurrencesOf({ ...span('2026-05-27'), everyYear: false }, shown)).toEqual([]);
  expect(occurrencesOf({ ...span('2026-11-20', '2026-11-24'), everyYear: false }, shown)).toHaveLength(1);
});

test('CAL-01 an end that is dragged stays in the weeks that are shown, and on its side of the other', () => {
  const from = '2026-11-23';
  const dates = { startDate: '2026-11-01', endDate: '2026-12-10' };
  expect(dragged(dates, 'end', 3, from)).toEqual({ ...dates, endDate: '2026-12-13' });
  expect(dragged(dates, 'end', 400, from)).toEqual({ ...dates, endDate: lastShown(from) });
  expect(dragged(dates, 'end', -400, from)).toEqual({ ...dates, endDate: from });
  const later = { startDate: '2026-12-01', endDate: '2027-06-01' };
  expect(dragged(later, 'start', -400, from)).toEqual({ ...later, startDate: from });
  expect(dragged(later, 'start', 400, from)).toEqual({ ...later, startDate: lastShown(from) });
  expect(dragged({ ...later, endDate: '2026-12-03' }, 'start', 9, from).startDate).toBe('2026-12-03');
});
