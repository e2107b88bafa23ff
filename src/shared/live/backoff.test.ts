import { expect, test } from 'vitest';
import { backoff } from './backoff.ts';

test('the wait doubles after each failure, up to a minute', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 7, 1_000].map((failures) => backoff(failures, () => 0.5) / 1000);
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test('the wait is randomised', () => {
  expect([0, 1].map((chance) => backoff(3, () => chance))).toEqual([4_000, 12_000]);
  expect(new Set(Array.from({ length: 20 }, () => backoff(3))).size).toBeGreaterThan(10);
});
