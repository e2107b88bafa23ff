import { expect, test } from 'vitest';
import {
  categoryMatch,
  lookedUpOf,
  numbersOf,
  queryWords,
  splitsOf,
  stopWordsOf,
  tokensOf,
  wholePattern,
} from './search-words.ts';

test.each([
  ['caps', ['cap']],
  ['cap', ['caps']],
  ['agbadas', ['agbada']],
  ['dresses', ['dress', 'dresse']],
  ['dress', ['dresses']],
  ['shoes', ['shoe']],
  ['babies', ['baby']],
  ['baby', ['babies']],
  ['toys', ['toy']],
  ['boxes', ['box', 'boxe']],
  ['is', []],
  ['gas', []],
  ['x12', []],
])('SEARCH-03 the other number of %j', (word, others) => expect(numbersOf(word)).toEqual(others));

test('SEARCH-03 one word, two words and a hyphen are forms of each other', () => {
  const known = (word: string) => ['aso', 'oke'].includes(word);
  expect(queryWords(['asooke'], known)[0]!.forms).toContain('aso oke');
  expect(queryWords(['aso oke'], known)[0]!.forms).toContain('asooke');
  for (const { forms } of queryWords(['aso', 'oke'], known)) expect(forms).toContain('asooke');
  expect(queryWords(['asooke'], () => false)[0]!.forms).toEqual(['asooke', 'asookes']);
});

test('SEARCH-03 words written apart are found in the other number and with an and', () => {
  expect(queryWords(['half shoes'], () => false)[0]!.forms).toEqual(
    expect.arrayContaining(['half shoe', 'halfshoes', 'halfshoe']),
  );
  const known = (word: string) => ['iro', 'buba'].includes(word);
  expect(queryWords(['irobuba'], known)[0]!.forms).toContain('iro and buba');
  expect(queryWords(['iroandbuba'], known)[0]!.forms).toContain('iro and buba');
  // The words of all forms are counted: without a number a form counts as missing.
  const asked = lookedUpOf(['half shoes', 'irobuba']);
  for (const { forms } of queryWords(['half shoes', 'irobuba'], known))
    for (const form of forms.filter((form) => !/half|irobuba/.test(form) || form === 'halfshoe'))
      expect(asked).toEqual(expect.arrayContaining(tokensOf(form)));
});

test('SEARCH-03 punctuation around a word is no part of its forms', () => {
  const known = (word: string) => ['aso', 'oke'].includes(word);
  const formsOf = (word: string) => queryWords([word], known)[0]!.forms;
  expect(formsOf('agbada?')).toEqual(['agbada?', 'agbada', 'agbadas']);
  expect(formsOf('“asooke”')).toContain('aso oke');
  expect(queryWords(['aso', 'oke!'], known)[1]!.forms).toContain('asooke');
  expect(formsOf('%')).toEqual(['%']);
  expect(lookedUpOf(['agbada?', '%'])).toEqual(lookedUpOf(['agbada']));
});

test('RULES-11 wildcards are ordinary characters of a word: it has no form without them', () => {
  for (const word of ['100%', 'neil_cut', '%cap%', 'c*p', 'cap\\'])
    expect(queryWords([word], () => true)).toEqual([{ text: word, forms: [word] }]);
});

test('SEARCH-02 stop words of a query, but not of one that has no other', () => {
  expect(stopWordsOf(['please', 'i', 'want', 'agbada'])).toEqual(['please', 'i', 'want']);
  expect(stopWordsOf(['please,', 'agbada!'])).toEqual(['please,']);
  expect(stopWordsOf(['the', 'original'])).toEqual([]);
});

test('SEARCH-03 a word is taken apart only into words of two letters', () => {
  expect(splitsOf('cape')).toEqual([['ca', 'pe']]);
  expect(splitsOf('cap')).toEqual([]);
  expect(splitsOf('sand')).toEqual([['sa', 'nd']]);
  expect(splitsOf('iroandbu')).toContainEqual(['iro', 'bu']);
  expect(splitsOf('iroandb').map(([first]) => first)).toEqual(['ir', 'iro', 'iroa', 'iroan']);
});

test('SEARCH-02 words end at punctuation', () => {
  expect(tokensOf('red (wine) cap, 100% wool_blend…')).toEqual([
    'red',
    'wine',
    'cap',
    '100',
    'wool',
    'blend',
  ]);
  const whole = new RegExp(wholePattern(['c++', 'cap']));
  for (const text of ['cap', 'a cap.', 'c++ (new)']) expect(whole.test(text)).toBe(true);
  for (const text of ['caps', 'landcap', 'c+']) expect(whole.test(text)).toBe(false);
  expect(new RegExp(wholePattern([])).test('')).toBe(false);
});

test('SEARCH-01 a category is named as a whole word or in part', () => {
  const [men, caps] = queryWords(['men', 'caps'], () => false);
  expect([categoryMatch(men!, 'Men'), categoryMatch(men!, 'Women'), categoryMatch(men!, 'Bags')]).toEqual([
    'whole',
    'part',
    null,
  ]);
  expect(categoryMatch(caps!, 'Cap')).toBe('whole');
});
