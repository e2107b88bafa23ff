import { expect, test } from 'vitest';
import { formatWait } from './format-wait.ts';

test.each([
  [0, 'a second'],
  [1, 'a second'],
  [59.2, '60 seconds'],
  [100, '2 minutes'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [3600, '60 minutes'],
  [5401, '2 hours'],
  [86_400, '24 hours'],
])('%d seconds are formatted as %s', (seconds, words) => {
  expect(formatWait(seconds)).toBe(words);
});
