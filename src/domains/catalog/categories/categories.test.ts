import { expect, test } from 'vitest';
import { activeOf, descendantsOf, treeOf } from './categories.ts';

const category = (id: string, parentId: string | null, displayOrder = 0, isActive = true) => ({
  id,
  name: id,
  parentId,
  isActive,
  displayOrder,
});

/** women > (gowns > bridal, iro), men > (agbada), hidden > (below) */
const flat = [
  category('bridal', 'gowns'),
  category('iro', 'women', 1),
  category('agbada', 'men'),
  category('men', null, 2),
  category('women', null, 1),
  category('gowns', 'women', 2),
  category('hidden', null, 0, false),
  category('below', 'hidden'),
];
const ids = (list: { id: string }[]) => list.map(({ id }) => id);

test('RULES-27 DATA-16 the flat list becomes a tree by parent_id', () => {
  expect(treeOf([category('b', 'a'), category('a', null)])).toEqual([
    { ...category('a', null), children: [{ ...category('b', 'a'), children: [] }] },
  ]);
});

test('RULES-26 each level is sorted by display order, then by name', () => {
  const tree = treeOf(flat);
  expect(ids(tree)).toEqual(['hidden', 'women', 'men']);
  expect(ids(tree[1]!.children)).toEqual(['iro', 'gowns']);
  expect(ids(treeOf([category('b', null), category('a', null)]))).toEqual(['a', 'b']);
});

test('a category whose parent is missing becomes a top-level category', () => {
  expect(ids(treeOf([category('orphan', 'gone')]))).toEqual(['orphan']);
});

test('OPEN-56 a parent includes its descendants', () => {
  expect(descendantsOf(flat, 'women').sort()).toEqual(['bridal', 'gowns', 'iro', 'women']);
  expect(descendantsOf(flat, 'agbada')).toEqual(['agbada']);
  expect(descendantsOf(flat, 'unknown')).toEqual([]);
});

test('OPEN-57 an inactive category and all below it are hidden', () => {
  expect(ids(activeOf(flat))).toEqual(['women', 'iro', 'gowns', 'bridal', 'men', 'agbada']);
});
