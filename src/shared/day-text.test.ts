import { expect, test } from 'vitest';
import { dayText, dayWithYear } from './day-text.ts';

test('a day reads the same wherever it is read', () => {
  expect([dayText('2026-12-14'), dayWithYear('2026-12-14')]).toEqual(['14 December', '14 Dec 2026']);
});
