import { expect, test } from 'vitest';
import { listSearch, oneOf } from './-list-search.ts';

const searchOf = listSearch({ status: oneOf(['open', 'closed']) }) as (raw: object) => object;

test('valid search parameters of a list are kept', () => {
  expect(searchOf({ search: ' agbada ', page: 3, status: 'open' })).toEqual({
    search: 'agbada',
    page: 3,
    status: 'open',
  });
});

test('an order number is a search, although the router reads it as a number', () => {
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

test('a long search is cut', () => {
  expect(searchOf({ search: 'x'.repeat(300) })).toEqual({ search: 'x'.repeat(200) });
});
