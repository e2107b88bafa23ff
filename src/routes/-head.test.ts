import { expect, test } from 'vitest';
import { excerpt, fingerprint } from './-head.ts';

test('an excerpt ends at a word and never exceeds its length', () => {
  expect(excerpt('Short  and\nsweet.')).toBe('Short and sweet.');
  const cut = excerpt('Woven in narrow strips, joined by hand, '.repeat(10), 40);
  expect(cut).toBe('Woven in narrow strips, joined by hand…');
  expect(excerpt('x'.repeat(300)).length).toBeLessThanOrEqual(155);
});

test('a fingerprint is short and changes with the text', () => {
  const seen = new Set(Array.from({ length: 1000 }, (_, n) => fingerprint(`${n}|SALLAH15`)));
  expect(seen.size).toBe(1000);
  expect(fingerprint('a')).toMatch(/^[0-9a-z]{1,7}$/);
});
