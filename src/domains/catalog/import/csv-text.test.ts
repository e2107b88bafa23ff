import { expect, test } from 'vitest';
import { decodeFile, detectDelimiter } from './csv-text.ts';

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)),
  );

test.each<[string, Uint8Array, string, string]>([
  ['UTF-8', bytes('Ìró,₦'), 'Ìró,₦', 'UTF-8'],
  ['UTF-8 with a byte order mark', bytes([0xef, 0xbb, 0xbf], 'Ìró'), 'Ìró', 'UTF-8'],
  ['UTF-16LE', bytes([0xff, 0xfe, 0x49, 0, 0x72, 0]), 'Ir', 'UTF-16'],
  ['UTF-16BE', bytes([0xfe, 0xff, 0, 0x49, 0, 0x72]), 'Ir', 'UTF-16'],
  [
    'UTF-8 with C1 controls',
    bytes('\u0093Eleko\u0094 \u0096 dyer\u0092s\u0081'),
    '“Eleko” – dyer’s',
    'UTF-8',
  ],
  ['Windows-1252', bytes('Caf', [0xe9], ' ', [0x96], ' 5', [0x80]), 'Café – 5€', 'Windows-1252'],
])('%s is decoded', (_, file, text, encoding) => {
  expect(decodeFile(file)).toEqual({ text, encoding });
});

test.each<[string, Uint8Array, RegExp]>([
  ['nothing', bytes(), /^The file is empty/],
  ['a byte order mark and blanks', bytes([0xef, 0xbb, 0xbf], ' \r\n'), /^The file is empty/],
  ['an old Excel workbook', bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /^This is an old Excel file/],
  ['a PNG', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 0x0d]), /^This is not a text file/],
  ['a JPEG', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0x10], 'JFIF'), /^This is not a text file/],
  ['text with a NUL', bytes('name,price\n', [0], ',1'), /^This is not a text file/],
])('a file with %s is refused', (_, file, reason) => {
  expect(decodeFile(file)).toEqual({ reason: expect.stringMatching(reason) });
});

test.each([
  ['name,price\n1;2;3', ','],
  ['name;price;"a,b,c,d"\n', ';'],
  ['name\tprice\r\n', '\t'],
  ['name|price', '|'],
  ['name', ','],
  ['', ','],
  ['\n\nname;price\n', ';'],
])('the delimiter of %j is %j', (text, delimiter) => {
  expect(detectDelimiter(text)).toEqual({ delimiter, start: 0 });
});

test('Excel’s sep= line declares the delimiter, and is not a row', () => {
  expect(detectDelimiter('sep=;\r\nname;a,b,c\r\n')).toEqual({ delimiter: ';', start: 7 });
});

test('IMP-01 UTF-16 without a byte order mark is detected', () => {
  const text = 'name;price\nÌró;5\n';
  const little = Buffer.from(text, 'utf16le');
  expect(decodeFile(little)).toEqual({ text, encoding: 'UTF-16' });
  expect(decodeFile(Buffer.from(little).swap16())).toEqual({ text, encoding: 'UTF-16' });
});
