import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reordered } from './places.ts';

test('RULES-23 a move by one swaps two values, the others stay', () => {
  expect(reordered(['b', 'a', 'c'], [1, 4, 9])).toEqual([
    { id: 'b', displayOrder: 1 },
    { id: 'a', displayOrder: 4 },
    { id: 'c', displayOrder: 9 },
  ]);
});

test('RULES-23 equal values are made distinct', () => {
  expect(reordered(['c', 'a', 'b'], [0, 0, 0]).map(({ displayOrder }) => displayOrder)).toEqual([0, 1, 2]);
  expect(reordered(['c', 'a', 'b'], [3, 3, -1]).map(({ displayOrder }) => displayOrder)).toEqual([-1, 3, 4]);
});

test('RULES-23 RULES-26 the values increase strictly, and distinct ones are reused', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 30 }), (values) => {
      const ids = values.map((_, place) => String(place));
      const given = reordered(ids, values).map(({ displayOrder }) => displayOrder);
      expect(given.every((value, place) => place === 0 || value > given[place - 1]!)).toBe(true);
      const distinct = [...new Set(values)].sort((a, b) => a - b);
      if (distinct.length === values.length) expect(given).toEqual(distinct);
    }),
  );
});
