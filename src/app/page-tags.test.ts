import { expect, test } from 'vitest';
import { mayKeep, tagsOf, tagsOfChange } from './page-tags.ts';

const LIST = ['catalog', 'listProducts'];

test('a list of what does not exist is answered but not kept', () => {
  expect(mayKeep(LIST, { category: 'made-up' }, { category: null, promotion: null })).toBe(false);
  expect(mayKeep(LIST, { promotion: 'made-up' }, { category: null, promotion: null })).toBe(false);
  expect(mayKeep(LIST, { category: 'gele' }, { category: { slug: 'gele' }, promotion: null })).toBe(true);
  expect(mayKeep(LIST, {}, { category: null, promotion: null })).toBe(true);
  expect(mayKeep(['catalog', 'listCategories'], undefined, [])).toBe(true);
});

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

test('an operation without tags is not read by a page', () => {
  expect(() => tagsOf(['orders', 'listMine'], {})).toThrow('no tags');
});
