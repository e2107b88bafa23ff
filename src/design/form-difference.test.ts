import { expect, test } from 'vitest';
import { changedFields, merged } from './form-difference.ts';

const before = { name: 'Agbada', price: 100, featured: false };
const names = { labels: { name: 'Name', price: 'Price', featured: 'Featured' } };

test('what somebody else changed is told, with mine where both did', () => {
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

test('what nobody else changed is not told', () => {
  expect(changedFields({ before, theirs: before, mine: { ...before, name: 'Mine' } }, names)).toEqual([]);
});

test('keeping mine keeps theirs where I changed nothing', () => {
  const theirs = { name: 'Theirs', price: 120, featured: false };
  expect(merged({ before, theirs, mine: { ...before, name: 'Mine' } })).toEqual({
    name: 'Mine',
    price: 120,
    featured: false,
  });
});
