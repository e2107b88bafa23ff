import { expect, test } from 'vitest';
import { distance, mistakesAllowed, mistakesToAsk, neighboursOf } from './spelling.ts';

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

test('SEARCH-04 two mistakes from five letters on, one in shorter words, none in very short ones and numbers', () => {
  const words = ['ab', 'cap', 'gele', 'gelle', 'agbada', 'isiagu-embroidered', '1234567', 'xl2'];
  expect(words.map(mistakesAllowed)).toEqual([0, 1, 1, 2, 2, 0, 0, 0]);
  // Where someone decides.
  expect(['ab', 'cap', 'gele', 'gelle', 'agbada', 'brocades', 'embroidery'].map(mistakesToAsk)).toEqual([
    0, 1, 1, 2, 2, 3, 4,
  ]);
});

const MISSPELT = [
  'gele',
  'buba',
  'tunic',
  'velvet',
  'isiagu',
  'brocade',
  'kampala',
  'babariga',
  'embroidered',
].flatMap((right) => {
  const [begin, end] = [right.slice(0, 2), right.slice(2)];
  const one = [begin + end.slice(1), `${begin}x${end}`, right.slice(0, -2) + right.at(-1) + right.at(-2)];
  const two = [`${begin}xx${end}`, `${right[0]}x${right[2]}x${right.slice(4)}`, right[0] + right.slice(3)];
  const typed = right.length < 5 ? one : [...one, ...(right.length < 7 ? two.slice(0, 2) : two)];
  return typed.map((text) => ({ text, right }));
});
test.each(MISSPELT)('SEARCH-04 $text finds $right', ({ text, right }) => {
  const known = [right, 'necklace', 'zobo'].map((word) => ({ word, products: 1 }));
  expect(neighboursOf(text, known)).toEqual([right]);
});

test('SEARCH-04 two mistakes in five letters leave the first one right', () => {
  const known = ['brogues', 'frogs'].map((word) => ({ word, products: 1 }));
  expect(neighboursOf('brogs', known)).toEqual(['frogs']);
  expect(neighboursOf('brogs', known.slice(0, 1))).toEqual(['brogues']);
  expect(neighboursOf('drogs', known.slice(0, 1))).toEqual([]);
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
