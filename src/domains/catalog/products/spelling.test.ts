import { expect, test } from 'vitest';
import { distance, mistakesAllowed, neighboursOf } from './spelling.ts';

test.each([
  ['agbada', 'agbada', 0],
  ['agbda', 'agbada', 1],
  ['agabda', 'agbada', 1],
  ['gele', 'gale', 1],
  ['senetor', 'senator', 1],
  ['kaftn', 'kaftan', 1],
  ['caftans', 'kaftan', 2],
  ['', 'ab', 2],
  ['agbada', 'kaftan', 3],
  ['a', 'abcdef', 3],
])('SEARCH-04 from %j to %j are %i mistakes', (a, b, expected) => {
  expect(distance(a, b, 2)).toBe(expected);
  expect(distance(b, a, 2)).toBe(expected);
});

test('SEARCH-04 short words have at most one mistake, very short ones none, numbers none', () => {
  expect(['ab', 'cap', 'gelle', 'agbada', '1234567', 'xl2'].map(mistakesAllowed)).toEqual([0, 1, 1, 2, 0, 0]);
});

test('SEARCH-04 the nearest words, those with the same first letter and in most products first', () => {
  const known = ['agbada', 'agbadu', 'ogbada', 'ankara', 'gele', 'gown', 'gowns'].map((word, products) => ({
    word,
    products,
  }));
  expect(neighboursOf('agbda', known)).toEqual(['agbada']);
  expect(neighboursOf('agbadi', known)).toEqual(['agbadu', 'agbada']);
  expect(neighboursOf('gelle', known)).toEqual(['gele']);
  // Found as it is, or too far.
  expect(neighboursOf('gele', known)).toEqual([]);
  expect(neighboursOf('velvet', known)).toEqual([]);
});

test('SEARCH-04 a word of three letters needs the same first letter', () => {
  const known = [
    { word: 'cap', products: 1 },
    { word: 'lap', products: 9 },
  ];
  expect(neighboursOf('cpa', known)).toEqual(['cap']);
  expect(neighboursOf('map', known)).toEqual([]);
});
