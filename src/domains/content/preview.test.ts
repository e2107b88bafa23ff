import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PREVIEW_LENGTH, previewOf, SMALL_PREVIEW_LENGTH } from './preview.ts';

const text =
  'Hand-woven aso-oke for the bride, the groom and all who dance behind them, cut and sewn in Lagos by people who know.';

test('CONST-07 OPEN-62 a preview has 100 characters, 50 on small screens', () => {
  expect([PREVIEW_LENGTH, SMALL_PREVIEW_LENGTH]).toEqual([100, 50]);
  expect(previewOf(text)).toBe(
    'Hand-woven aso-oke for the bride, the groom and all who dance behind them, cut and sewn in Lagos by…',
  );
  expect(previewOf(text)).toHaveLength(100);
  expect(previewOf(text, 50)).toBe('Hand-woven aso-oke for the bride, the groom and…');
});

test('CONST-07 a text that fits is unchanged, a single longer word is cut', () => {
  expect(previewOf('x'.repeat(100))).toBe('x'.repeat(100));
  expect(previewOf('x'.repeat(101))).toBe(`${'x'.repeat(99)}…`);
  expect(previewOf(' short ')).toBe('short');
});

test('CONST-07 never longer than requested, and never cut within a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.constantFrom(50, 100), (any, length) => {
      const preview = previewOf(any, length);
      expect([...preview].length).toBeLessThanOrEqual(length);
      expect(preview.isWellFormed()).toBe(true);
    }),
  );
});
