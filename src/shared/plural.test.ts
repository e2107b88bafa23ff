import { expect, test } from 'vitest';
import { countText, formatCount, plural } from './plural.ts';

test.each([
  [0, '0 orders'],
  [1, '1 order'],
  [12_000, '12,000 orders'],
])('%i is written as %s', (count, text) => {
  expect(plural(count, 'order')).toBe(text);
});

test.each([0, 999, 1_000, 1_500.5, 12_345.25, 1_234_567])(
  'a count of %f is written as Intl writes it',
  (count) => {
    expect(formatCount(count)).toBe(new Intl.NumberFormat('en').format(count));
  },
);

test('a noun may have its own plural', () => {
  expect(plural(2, 'entry', 'entries')).toBe('2 entries');
});

test('a count that stopped at its limit says so', () => {
  expect(countText({ total: 10_000, capped: true }, 'entry', 'entries')).toBe('10,000+ entries');
  expect(countText({ total: 1, capped: false }, 'entry', 'entries')).toBe('1 entry');
});
