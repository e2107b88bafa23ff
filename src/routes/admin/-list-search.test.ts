import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LISTS } from '#domains/saved-filters/filter-limits.ts';
import { dayOf, isTrue, listSearch, oneOf } from './-list-search.ts';

const searchOf = listSearch({ status: oneOf(['open', 'closed']) }) as (raw: object) => object;

test('valid search parameters of a list are kept', () => {
  expect(searchOf({ search: ' agbada ', page: 3, status: 'open' })).toEqual({
    search: 'agbada',
    page: 3,
    status: 'open',
  });
});

test('numbers and texts are read alike', () => {
  expect(searchOf({ search: 1043, page: '2' })).toEqual({ search: '1043', page: 2 });
});

test.each([
  { search: '   ', page: 1, status: 'none' },
  { search: { text: 'x' }, page: 1.5 },
  { page: 1_000_001, status: ['open'] },
  { page: 'second', other: 'x' },
])('invalid search parameters %j are dropped', (raw) => {
  expect(searchOf(raw)).toEqual({});
});

test.each([true, 'true'])('a switch is on at %j', (on) => {
  expect(isTrue(on)).toBe(true);
});

test.each([false, 'false', '', undefined])('a switch is off at %j', (off) => {
  expect(isTrue(off)).toBeUndefined();
});

test('DESK-05 a day is one of the calendar', () => {
  expect(['2026-02-28', '2028-02-29'].map(dayOf)).toEqual(['2026-02-28', '2028-02-29']);
  for (const none of ['2026-02-30', '0000-01-01', '26-1-1', 'today', '2026-13-01', undefined, {}])
    expect(dayOf(none), String(none)).toBeUndefined();
});

test('a long search is cut', () => {
  expect(searchOf({ search: 'x'.repeat(300) })).toEqual({ search: 'x'.repeat(200) });
});

test('BULK-04 filters can be saved on every screen whose URL has some', () => {
  const screens = new URL('_layout/', import.meta.url);
  const filtered = readdirSync(screens).filter((file) =>
    /listSearch\(\{\s*\w/.test(readFileSync(new URL(file, screens), 'utf8')),
  );
  expect(filtered.map((file) => file.replace(/(\.index)?\.tsx$/, '')).sort()).toEqual([...LISTS].sort());
});
