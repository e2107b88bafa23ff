import { expect, test } from 'vitest';
import { isCacheable, lifeOf, tagsOf, tagsOfChange } from './reads.ts';

const LIST = ['catalog', 'listProducts'];

test('a list of a missing category or promotion is answered but not cached', () => {
  const search = new URLSearchParams();
  const found = { category: null, promotion: null, pageCount: 3 };
  const cacheable = (input: unknown, output: unknown) => isCacheable(LIST, { input, output, search });
  expect(cacheable({ category: 'made-up' }, { ...found, category: null })).toBe(false);
  expect(cacheable({ promotion: 'made-up' }, { ...found, promotion: null })).toBe(false);
  expect(cacheable({ category: 'gele' }, { ...found, category: { slug: 'gele' } })).toBe(true);
  expect(cacheable({ promotion: 'SALLAH15' }, { ...found, promotion: { code: 'SALLAH15' } })).toBe(true);
  // Other spellings are found too, and there is no end of them.
  expect(cacheable({ category: 'Gele ' }, { ...found, category: { slug: 'gele' } })).toBe(false);
  expect(cacheable({ promotion: 'sallah15' }, { ...found, promotion: { code: 'SALLAH15' } })).toBe(false);
  expect(cacheable({}, found)).toBe(true);
  expect(isCacheable(['catalog', 'listCategories'], { input: undefined, output: [], search })).toBe(true);
});

test.each([
  [{}, true],
  [{ search: '' }, true],
  [{ search: ' ' }, false],
  [{ page: 3, sort: 'newest', pageSize: 12 }, true],
  [{ search: 'gele' }, false],
  [{ page: 4 }, false],
  [{ pageSize: 13 }, false],
  [{ featured: true }, false],
  [{ soldOut: false }, false],
  [{ not: '0193b3a4-0000-7000-8000-000000000000' }, false],
])('of the lists that a client can ask for, only ordinary ones are cached: %j', (input, expected) => {
  const output = { category: null, promotion: null, pageCount: 3 };
  expect(isCacheable(LIST, { input, output })).toBe(expected);
});

test.each([
  ['', { code: 'SALLAH15' }, true],
  ['promotion=SALLAH15', { code: 'SALLAH15' }, true],
  ['promotion=sallah15', { code: 'SALLAH15' }, false],
  ['promotion=MADE-UP', { code: 'SALLAH15' }, false],
  ['promotion=MADE-UP', null, false],
])(
  'a product with a promotion that is not its own is answered but not cached: %s of %j',
  (query, promotion, expected) => {
    const page = { input: {}, output: { product: { promotion } }, search: new URLSearchParams(query) };
    expect(isCacheable(['catalog', 'getProduct'], page)).toBe(expected);
  },
);

const SOME = [{ id: 'a' }];
test.each([
  ['relatedProducts', {}, SOME, true],
  ['relatedProducts', { limit: 4 }, SOME, true],
  ['relatedProducts', { limit: 5 }, SOME, false],
  // An id that is made up has no related products.
  ['relatedProducts', { limit: 4 }, [], false],
  ...['featuredProducts', 'newestProducts', 'mostLikedProducts'].flatMap(
    (name) =>
      [
        [name, undefined, [], true],
        [name, { limit: 10 }, SOME, true],
        [name, { limit: 11 }, SOME, false],
      ] as const,
  ),
] as const)('%s of %j answering %j is cached as pages read it: %j', (name, input, output, expected) => {
  expect(isCacheable(['catalog', name], { input, output })).toBe(expected);
});

test('a change invalidates the pages with one of its tags', () => {
  const product = tagsOf(['catalog', 'getProduct'], { id: 'a' });
  const invalidates = (change: { table: string; ids?: string[] }, tags: string[]) =>
    tagsOfChange(change).some((tag) => tags.includes(tag));
  expect(invalidates({ table: 'products', ids: ['a'] }, product)).toBe(true);
  expect(invalidates({ table: 'products', ids: ['b'] }, product)).toBe(false);
  expect(invalidates({ table: 'products' }, product)).toBe(true);
  expect(invalidates({ table: 'products', ids: ['b'] }, tagsOf(LIST, {}))).toBe(true);
  expect(invalidates({ table: 'orders', ids: ['a'] }, product)).toBe(false);
});

test('a list sorted by likes is cached for a minute at most, others as long as their tags are valid', () => {
  expect(lifeOf(LIST, { sort: 'most-liked' })).toBe(60_000);
  expect(lifeOf(LIST, { sort: 'newest' })).toBeUndefined();
  expect(lifeOf(['catalog', 'listCategories'], undefined)).toBeUndefined();
});

test('a page cannot read an operation without tags', () => {
  expect(() => tagsOf(['orders', 'listMine'], {})).toThrow('no tags');
});
