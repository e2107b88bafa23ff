import { expect, test } from 'vitest';
import { isSameSearch, savedPart } from './same-search.ts';

test('BULK-04 a filter is saved with its search and order, without the page', () => {
  expect(
    savedPart({ search: 'ade', page: 3, status: 'pending', opened: undefined, unread: true, tab: 'bulk' }),
  ).toEqual({ search: 'ade', status: 'pending', unread: true });
});

test('BULK-04 a filter is current whatever the page and the order of its parameters', () => {
  expect(isSameSearch({ status: 'pending', search: 'a', page: 2 }, { search: 'a', status: 'pending' })).toBe(
    true,
  );
  expect(isSameSearch({ status: 'pending' }, { status: 'pending', search: 'a' })).toBe(false);
});
