import { expect, test } from 'vitest';
import { changedFields, isSame, merged } from './form-difference.ts';

const before = { name: 'Agbada', price: 100, featured: false };
const names = { labels: { name: 'Name', price: 'Price', featured: 'Featured' } };

test('changes of another user are returned, with mine where both changed', () => {
  const theirs = { name: 'Agbada royal', price: 120, featured: true };
  const mine = { name: 'Agbada grand', price: 100, featured: true };
  expect(
    changedFields({ before, theirs, mine }, { ...names, show: { price: (price) => `₦${price}` } }),
  ).toEqual([
    { name: 'name', label: 'Name', before: 'Agbada', theirs: 'Agbada royal', mine: 'Agbada grand' },
    { name: 'price', label: 'Price', before: '₦100', theirs: '₦120', mine: undefined },
    { name: 'featured', label: 'Featured', before: 'No', theirs: 'Yes', mine: undefined },
  ]);
});

test('fields that no other user changed are not returned', () => {
  expect(changedFields({ before, theirs: before, mine: { ...before, name: 'Mine' } }, names)).toEqual([]);
});

test('merging keeps my changes and adopts theirs elsewhere', () => {
  const theirs = { name: 'Theirs', price: 120, featured: false };
  expect(merged({ before, theirs, mine: { ...before, name: 'Mine' } })).toEqual({
    name: 'Mine',
    price: 120,
    featured: false,
  });
});

test('another file is another value, and empty values are equal', () => {
  const file = () => new File(['cloth'], 'cloth.jpg');
  const one = file();
  expect([isSame(one, one), isSame(one, file()), isSame(one, null)]).toEqual([true, false, false]);
  expect([isSame(undefined, null), isSame({ id: '1' }, { id: '1' }), isSame(1, 2)]).toEqual([
    true,
    true,
    false,
  ]);
});
