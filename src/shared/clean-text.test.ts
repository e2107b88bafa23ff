import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, visibleLength } from './clean-text.ts';

test('control characters are removed; line ends, tabs and all letters remain', () => {
  expect(cleanText('a\u0000b\u0007\u001f\u007f')).toBe('ab');
  expect(cleanText('Ẹwà\tỌṣun\r\n₦12')).toBe('Ẹwà\tỌṣun\r\n₦12');
});

test('the result is well formed, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const clean = cleanText(`${text}\ud800`);
      expect(clean.isWellFormed()).toBe(true);
      expect(clean).not.toContain('\u0000');
      expect(cleanText(clean)).toBe(clean);
    }),
  );
});

test.each([
  ['', 0],
  [' \u00a0\u3000', 0],
  ['\u200b\u200d \u2060\ufeff\u00ad', 0],
  ['\u3164\u115f\u2800\ufe0f\u{e0001}', 0],
  ['\u0007\u0085', 0],
  ['A\u200b', 1],
  ['👗', 1],
  [' Ìró àti Bùbá ', 12],
])('%j has this many visible characters: %i', (text, count) => {
  expect(visibleLength(text)).toBe(count);
});
