import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';

test('an excerpt ends at a word and never exceeds its length', () => {
  expect(excerpt('Short  and\nsweet.')).toBe('Short and sweet.');
  const cut = excerpt('Woven in narrow strips, joined by hand, '.repeat(10), 40);
  expect(cut).toBe('Woven in narrow strips, joined by hand…');
  expect(excerpt('x'.repeat(300)).length).toBeLessThanOrEqual(155);
});

test('an excerpt never ends within a character', () => {
  for (let length = 4; length < 12; length++)
    for (const before of ['', 'a', 'aa'])
      expect(excerpt(before + '👗'.repeat(20), length)).toMatch(/^a*👗*…$/u);
  expect(excerpt('👗'.repeat(20), 8)).toBe('👗👗…');
});
