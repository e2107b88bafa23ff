import { expect, test } from 'vitest';
import { isCacheable, lifeOf, tagsOf, tagsOfChange } from './page-tags.ts';

const LIST = ['catalog', 'listProducts'];

test('a list of what does not exist is answered but not kept', () => {
  const search = new URLSearchParams();
  const keeps = (input: unknown, output: unknown) => isCacheable(LIST, { input, output, search });
  expect(keeps({ category: 'made-up' }, { category: null, promotion: null })).toBe(false);
  expect(keeps({ promotion: 'made-up' }, { category: null, promotion: null })).toBe(false);
  expect(keeps({ category: 'gele' }, { category: { slug: 'gele' }, promotion: null })).toBe(true);
  expect(keeps({}, { category: null, promotion: null })).toBe(true);
  expect(isCacheable(['catalog', 'listCategories'], { input: undefined, output: [], search })).toBe(true);
});

test.each([
  ['', { code: 'SALLAH15' }, true],
  ['promotion=sallah15', { code: 'SALLAH15' }, true],
  ['promotion=MADE-UP', { code: 'SALLAH15' }, false],
  ['promotion=MADE-UP', null, false],
])(
  'a product under a promotion that is not its own is answered but not kept: %s of %j',
  (query, promotion, kept) => {
    const asked = { input: {}, output: { product: { promotion } }, search: new URLSearchParams(query) };
    expect(isCacheable(['catalog', 'getProduct'], asked)).toBe(kept);
  },
);

test('a change ends the pages that carry one of its tags', () => {
  const product = tagsOf(['catalog', 'getProduct'], { id: 'a' });
  const ends = (change: { table: string; ids?: string[] }, tags: string[]) =>
    tagsOfChange(change).some((tag) => tags.includes(tag));
  expect(ends({ table: 'products', ids: ['a'] }, product)).toBe(true);
  expect(ends({ table: 'products', ids: ['b'] }, product)).toBe(false);
  expect(ends({ table: 'products' }, product)).toBe(true);
  expect(ends({ table: 'products', ids: ['b'] }, tagsOf(LIST, {}))).toBe(true);
  expect(ends({ table: 'orders', ids: ['a'] }, product)).toBe(false);
});

test('a list by likes is cached for a minute at most, another for as long as its tags say', () => {
  expect(lifeOf(LIST, { sort: 'most-liked' })).toBe(60_000);
  expect(lifeOf(LIST, { sort: 'newest' })).toBeUndefined();
  expect(lifeOf(['catalog', 'listCategories'], undefined)).toBeUndefined();
});

test('an operation without tags is not read by a page', () => {
  expect(() => tagsOf(['orders', 'listMine'], {})).toThrow('no tags');
});
