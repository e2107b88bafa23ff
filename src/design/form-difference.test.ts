import { expect, test } from 'vitest';
import { adopted, changedFields, isSame, merged } from './form-difference.ts';

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

test('COLLAB-02 fields I did not touch are taken, those changed on both sides wait for the choice', () => {
  const theirs = { name: 'Theirs', price: 120, featured: true };
  const mine = { ...before, name: 'Mine', featured: true };
  const first = adopted({ before, theirs, mine });
  expect(first).toEqual({
    taken: ['price'],
    contested: ['name'],
    before: { name: 'Agbada', price: 120, featured: true },
  });
  // The next version is compared with what was taken: it is not mine.
  const next = { ...theirs, price: 130 };
  expect(adopted({ before: first.before, theirs: next, mine: { ...mine, price: 120 } })).toMatchObject({
    taken: ['price'],
    contested: ['name'],
  });
  // They changed it back.
  expect(adopted({ before: first.before, theirs: { ...theirs, name: 'Agbada' }, mine })).toMatchObject({
    taken: [],
    contested: [],
  });
});

test('COLLAB-02 a newer version without a difference in the form changes nothing', () => {
  expect(adopted({ before, theirs: { ...before }, mine: { ...before, name: 'Mine' } })).toEqual({
    taken: [],
    contested: [],
    before,
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
