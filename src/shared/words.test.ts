import { expect, test } from 'vitest';
import { fold, literally, slugOf, wordsOf } from './words.ts';

test('RULES-10 the query is split on whitespace and lowercased', () => {
  expect(wordsOf('Red  SHIRT')).toEqual(['red', 'shirt']);
});

test('RULES-12 an empty query has no words', () => {
  expect(wordsOf('   ')).toEqual([]);
  expect(wordsOf("' - \u2019s")).toEqual(['s']);
  // Nothing of these is in a folded text: a query of them alone finds nothing, not everything.
  for (const query of ["'", '-', '\u202e', ' \u2014 ']) expect(wordsOf(query)).toEqual([query.trim()]);
});

test('SEARCH-01 a search is bounded: 8 distinct words of 100 characters', () => {
  expect(wordsOf('a b c d e f g h i j')).toHaveLength(8);
  expect(wordsOf('silk silk Silk')).toEqual(['silk']);
  expect(wordsOf(`${'x'.repeat(200)} y`)).toEqual(['x'.repeat(100), 'y']);
  expect(wordsOf('🎉'.repeat(150))).toEqual(['🎉'.repeat(100)]);
});

test('SEARCH-01 above the limit minor words are left out first, and the others stay in their order', () => {
  const isMinor = (word: string) => word.length === 1;
  expect(wordsOf('a b red c d e f g h silk i lace', isMinor).join(' ')).toBe('a b red c d e silk lace');
  expect(wordsOf('a b c d e f g h', isMinor)).toHaveLength(8);
});

test('accents and hyphens are folded', () => {
  expect(fold('Ẹwà Ọṣun')).toBe('ewa osun');
  expect(fold('Aso-Òkè')).toBe('aso oke');
});

test('DATA-17 the slug is the lowercased slug of the name', () => {
  expect(slugOf('Iro and Buba')).toBe('iro-and-buba');
  expect(slugOf(' Àdìrẹ & Friends! ')).toBe('adire-friends');
  expect(slugOf('!!!')).toBe('category');
});

test('typed wildcards of LIKE are escaped', () => {
  expect(literally('100%_a\\b')).toBe('100\\%\\_a\\\\b');
});
