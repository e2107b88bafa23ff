import { expect, test } from 'vitest';
import { asOfStore, asOfText, beginRound, endRound, noteAsOf } from './as-of.ts';

test('OFF-01 the notice has the time, and the day if it is not today', () => {
  const now = new Date(2026, 10, 23, 18, 0);
  expect(asOfText(new Date(2026, 10, 23, 14, 3).toISOString(), now)).toBe(
    'You see this page as of 14:03. Prices are checked when you order.',
  );
  expect(asOfText(new Date(2026, 10, 22, 0, 5).toISOString(), now)).toContain('as of 22 Nov, 00:05.');
});

test('OFF-01 the oldest data on the screen counts, until all of it was read again', () => {
  noteAsOf('2026-11-23T14:03:00.000Z');
  noteAsOf('2026-11-23T13:00:00.000Z');
  expect(asOfStore.current()).toBe('2026-11-23T13:00:00.000Z');
  beginRound();
  noteAsOf('2026-11-23T14:03:00.000Z');
  expect(endRound()).toBe(false);
  expect(asOfStore.current()).toBe('2026-11-23T14:03:00.000Z');
  beginRound();
  expect(endRound()).toBe(true);
  expect(asOfStore.current()).toBeNull();
});
