import { expect, test } from 'vitest';
import { chooseOne, newestFirst } from './choice.ts';

const promotion = (id: string, createdAt: string) => ({ id, createdAt });
const old = promotion('a', '2026-01-01T00:00:00.000Z');
const middle = promotion('b', '2026-06-01T00:00:00.000Z');
const fresh = promotion('c', '2026-11-01T00:00:00.000Z');

test('RULES-09 the candidates are newest first, equal ones by id', () => {
  expect(newestFirst([old, fresh, middle])).toEqual([fresh, middle, old]);
  const twin = { ...middle, id: 'd' };
  expect(newestFirst([middle, twin])).toEqual([twin, middle]);
  expect(newestFirst([twin, middle])).toEqual([twin, middle]);
});

test('RULES-08 RULES-09 a random number chooses among the newest first', () => {
  const candidates = [old, fresh, middle];
  expect([0, 0.34, 0.67, 0.999].map((n) => chooseOne(candidates, () => n))).toEqual([
    fresh,
    middle,
    old,
    old,
  ]);
});

test('RULES-08 each active promotion can be chosen and no other; of none, none', () => {
  const candidates = [old, middle, fresh];
  const drawn = new Set(Array.from({ length: 300 }, () => chooseOne(candidates)));
  expect(drawn).toEqual(new Set(candidates));
  expect(chooseOne([], () => 0)).toBeUndefined();
});
