import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText } from './clean-text.ts';

test('control characters go, line ends, tabs and every letter stay', () => {
  expect(cleanText('a\u0000b\u0007\u001f\u007f')).toBe('ab');
  expect(cleanText('Ẹwà\tỌṣun\r\n₦12')).toBe('Ẹwà\tỌṣun\r\n₦12');
});

test('what is left is well formed, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const clean = cleanText(`${text}\ud800`);
      expect(clean.isWellFormed()).toBe(true);
      expect(clean).not.toContain('\u0000');
      expect(cleanText(clean)).toBe(clean);
    }),
  );
});
