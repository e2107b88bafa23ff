import { expect, test } from 'vitest';
import { chipRows } from './category-chips.tsx';

const one = (id: string, parentId: string | null = null) => ({ id, name: id, slug: id, parentId });
const categories = [
  one('men'),
  one('women'),
  one('agbada', 'men'),
  one('kaftan', 'men'),
  one('gele', 'women'),
];
const shown = (slug?: string) =>
  chipRows(categories, slug).rows.map((row) => row.map(({ id }) => id).join(' '));

test('LIST-08 OPEN-56 chips are the top level, and the children of the chosen one', () => {
  expect(shown()).toEqual(['men women']);
  expect(shown('women')).toEqual(['men women', 'gele']);
  expect(shown('agbada')).toEqual(['men women', 'agbada kaftan']);
  expect([...chipRows(categories, 'agbada').pathSlugs]).toEqual(['men', 'agbada']);
});

test('an unknown category shows the top level', () => {
  expect(shown('nonsense')).toEqual(['men women']);
});
