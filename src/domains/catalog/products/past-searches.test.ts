import { expect, test } from 'vitest';
import { pastSearchesFor, withSearch } from './past-searches.ts';

test('SEARCH-05 the newest search is first, each is there once, and there are at most ten', () => {
  let list: string[] = [];
  for (const text of ['gele', 'Agbada', 'fila', ' agbádá ']) list = withSearch(list, text);
  expect(list).toEqual(['agbádá', 'fila', 'gele']);
  for (let n = 0; n < 20; n++) list = withSearch(list, `${n} caps`);
  expect(list).toEqual(Array.from({ length: 10 }, (_, n) => `${19 - n} caps`));
});

test('SEARCH-05 a search that continues the newest one replaces it, and no other', () => {
  expect(withSearch(['blue agb', 'fila'], 'blue agbada')).toEqual(['blue agbada', 'fila']);
  expect(withSearch(['fila', 'blue agb'], 'blue agbada')).toEqual(['blue agbada', 'fila', 'blue agb']);
});

test('SEARCH-05 while typing, those that begin so; without text, all', () => {
  const list = ['Agbádá blue', 'agbada', 'gele'];
  expect(pastSearchesFor('', list)).toEqual(list);
  expect(pastSearchesFor('AGB', list)).toEqual(['Agbádá blue', 'agbada']);
  expect(pastSearchesFor('agbada', list)).toEqual(['Agbádá blue']);
  expect(pastSearchesFor('%', list)).toEqual([]);
});

test('SEARCH-05 past searches are compared without punctuation', () => {
  expect(pastSearchesFor('red, ag', ['red agbada', 'gele'])).toEqual(['red agbada']);
  expect(pastSearchesFor('agbada?', ['agbada', 'Agbada (blue)'])).toEqual(['Agbada (blue)']);
  expect(pastSearchesFor('?', ['agbada'])).toEqual([]);
  expect(withSearch(['agbada?', 'gele'], 'Agbádá')).toEqual(['Agbádá', 'gele']);
});
