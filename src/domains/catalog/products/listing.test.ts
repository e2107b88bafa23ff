import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countText, listingSearchOf, SORTS } from './listing.ts';

test('LIST-12 OPEN-30 the count text leaves out what is unset', () => {
  expect(countText(24, false, 'Agbada', 'white')).toBe('24 items in Agbada matching "white"');
  expect(countText(24, false, 'Agbada')).toBe('24 items in Agbada');
  expect(countText(24, false, undefined, 'white')).toBe('24 items matching "white"');
  expect(countText(1, false)).toBe('1 item');
  expect(countText(0, false)).toBe('0 items');
  expect(countText(12_345, false)).toBe('12,345 items');
  expect(countText(1000, true, undefined, 'a')).toBe('1,000+ items matching "a"');
});

test('LIST-07 all parameters are read together', () => {
  const raw = { category: ' agbada ', search: 'white', sort: 'price-low', page: '3', promotion: 'SALLAH' };
  expect(listingSearchOf(raw)).toEqual({ ...raw, category: 'agbada', page: 3 });
});

test('LIST-05 LIST-11 defaults are left out', () => {
  expect(listingSearchOf({ page: 1, sort: 'featured', search: '  ', category: '' })).toEqual({});
  expect(SORTS).toEqual([
    'featured',
    'most-liked',
    'newest',
    'price-low',
    'price-high',
    'name-asc',
    'name-desc',
  ]);
});

test('SEARCH-02 featured is a choice in a search, unless a form without scripts sent it without one', () => {
  const chosen = { search: 'gele', sort: 'featured' };
  expect(listingSearchOf(chosen)).toEqual(chosen);
  expect(listingSearchOf({ ...chosen, unsorted: 'featured' })).toEqual({ search: 'gele' });
  expect(listingSearchOf({ ...chosen, sort: 'newest', unsorted: 'featured' })).toEqual({
    ...chosen,
    sort: 'newest',
  });
  expect(listingSearchOf({ search: 'gele', sort: '' })).toEqual({ search: 'gele' });
});

test('invalid parameters are ignored', () => {
  for (const page of [-1, 0, 'abc', 1.5, Number.NaN, '1e99', [2, 3], {}, null, Number.POSITIVE_INFINITY]) {
    expect(listingSearchOf({ page })).toEqual({});
  }
  expect(listingSearchOf({ sort: 'zzz', category: ['a'], search: { a: 1 }, promotion: true })).toEqual({});
  expect(listingSearchOf({ search: 'x'.repeat(10_240) }).search).toHaveLength(100);
});

test('any URL is parsed without an error, and parsing the result again changes nothing', () => {
  const value = fc.oneof(
    fc.anything(),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom(...SORTS),
    fc.integer(),
  );
  const raw = fc.record(
    { category: value, search: value, sort: value, page: value, promotion: value, utm_source: value },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(raw, (any) => {
      const once = listingSearchOf(any);
      expect(listingSearchOf({ ...once })).toEqual(once);
      expect(
        Object.keys(once).every((key) => ['category', 'search', 'sort', 'page', 'promotion'].includes(key)),
      ).toBe(true);
    }),
  );
});
