import { expect, test } from 'vitest';
import { fingerprint } from './share-version.ts';

test('a fingerprint is short and changes with the text', () => {
  const seen = new Set(Array.from({ length: 1000 }, (_, n) => fingerprint(`${n}|SALLAH15`)));
  expect(seen.size).toBe(1000);
  expect(fingerprint('a')).toMatch(/^[0-9a-z]{1,7}$/);
});
