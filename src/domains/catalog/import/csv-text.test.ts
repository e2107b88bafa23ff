import { expect, test } from 'vitest';
import { decodeFile, detectDelimiter } from './csv-text.ts';

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)),
  );

test.each<[string, Uint8Array, string, string]>([
  ['UTF-8', bytes('Ìró,₦'), 'Ìró,₦', 'UTF-8'],
  ['UTF-8 with a mark', bytes([0xef, 0xbb, 0xbf], 'Ìró'), 'Ìró', 'UTF-8'],
  ['UTF-16, little end first', bytes([0xff, 0xfe, 0x49, 0, 0x72, 0]), 'Ir', 'UTF-16'],
  ['UTF-16, big end first', bytes([0xfe, 0xff, 0, 0x49, 0, 0x72]), 'Ir', 'UTF-16'],
  [
    'UTF-8 made of Windows-1252',
    bytes('\u0093Eleko\u0094 \u0096 dyer\u0092s\u0081'),
    '“Eleko” – dyer’s',
    'UTF-8',
  ],
  ['Windows-1252', bytes('Caf', [0xe9], ' ', [0x96], ' 5', [0x80]), 'Café – 5€', 'Windows-1252'],
])('a file in %s is read', (_, file, text, encoding) => {
  expect(decodeFile(file)).toEqual({ text, encoding });
});

test.each<[string, Uint8Array, RegExp]>([
  ['nothing', bytes(), /^The file is empty/],
  ['only a mark and blanks', bytes([0xef, 0xbb, 0xbf], ' \r\n'), /^The file is empty/],
  ['an Excel workbook', bytes('PK', [3, 4, 20, 0]), /^This is a workbook/],
  ['an old Excel workbook', bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /^This is a workbook/],
  ['a PNG', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 0x0d]), /^This is not a file of text/],
  ['a JPEG', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0x10], 'JFIF'), /^This is not a file of text/],
  ['text with a NUL', bytes('name,price\n', [0], ',1'), /^This is not a file of text/],
])('%s is no spreadsheet', (_, file, why) => {
  expect(decodeFile(file)).toEqual({ why: expect.stringMatching(why) });
});

test.each([
  ['name,price\n1;2;3', ','],
  ['name;price;"a,b,c,d"\n', ';'],
  ['name\tprice\r\n', '\t'],
  ['name|price', '|'],
  ['name', ','],
  ['', ','],
  ['\n\nname;price\n', ';'],
])('the header %j is divided by %j', (text, delimiter) => {
  expect(detectDelimiter(text)).toEqual({ delimiter, start: 0 });
});

test('Excel’s own line says what divides, and is no row', () => {
  expect(detectDelimiter('sep=;\r\nname;a,b,c\r\n')).toEqual({ delimiter: ';', start: 7 });
});
