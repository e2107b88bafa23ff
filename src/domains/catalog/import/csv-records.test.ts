import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unescapeFormula } from '#shared/spreadsheet-formula.ts';
import { growthOf } from '#shared/test-growth.ts';
import { formatCsv } from './csv-file.ts';
import { readSheet, type Sheet } from './csv-records.ts';

const read = (text: string) => readSheet(text) as Sheet;

test.each([
  ['lines ending with LF', 'a,b\n1,2\n'],
  ['lines ending with CRLF', 'a,b\r\n1,2\r\n'],
  ['lines ending with CR', 'a,b\r1,2\r'],
  ['no final line break', 'a,b\n1,2'],
  ['semicolons', 'a;b\n1;2\n'],
  ['tabs', 'a\tb\n1\t2\n'],
  ['quoted cells', '"a","b"\n"1","2"\n'],
])('a file with %s', (_, text) => {
  expect(read(text)).toEqual({ header: ['a', 'b'], records: [{ row: 2, cells: ['1', '2'] }] });
});

test('ADM-CSV-09 rows are numbered as a spreadsheet shows them, blank ones and line breaks in cells included', () => {
  const { records } = read('name,price\nfirst,1\n,\n\n"two\r\nlines, ""quoted""",2\nlast,3');
  expect(records).toEqual([
    { row: 2, cells: ['first', '1'] },
    { row: 5, cells: ['two\r\nlines, "quoted"', '2'] },
    { row: 6, cells: ['last', '3'] },
  ]);
});

test.each([
  ['a header alone', 'name,price\n', /^The file has a header, but no products/],
  ['a header and blank rows', 'name,price\n,\n\n', /^The file has a header, but no products/],
  ['rows without content', ',\n,\n', /^The file is empty/],
  ['200,000 rows', `a,b\n${'1,2\n'.repeat(200_000)}`, /^The file has 200,000 rows. At most 10,000/],
  ['hundreds of columns', `${'a,'.repeat(300)}\n1`, /^The file has more than 200 columns/],
])('a file with %s is refused', (_, text, reason) => {
  expect(readSheet(text)).toEqual({ reason: expect.stringMatching(reason) });
});

test.each([
  ['unclosed', 'a,b\n1,2\n3,"4\n5,6\n', '3'],
  ['closed in the middle of a cell', 'a,b\n1,"2" x\n', '2'],
  // Spans several chunks: rows are counted across them.
  ['unclosed after several chunks', `a,b\n${`1,${'x'.repeat(996)}\n`.repeat(2_500)}3,"4\n5,6\n`, '2,502'],
])('ADM-CSV-08 a quotation mark that is %s makes the file malformed', (_, text, row) => {
  expect(readSheet(text)).toEqual({
    reason: `A quotation mark in row ${row} is unclosed or misplaced.`,
  });
});

test('ADM-CSV-08 a row is read the same wherever the end of a chunk cuts it', () => {
  const line = '"A ""b"" c","two\r\nlines",""""\r\n';
  const read = Array.from({ length: line.length }, (_, offset) => {
    const header = `${'a'.repeat(offset + 1)},b,c\r\n`;
    const sheet = readSheet(header + line.repeat(Math.ceil(1_010_000 / line.length)));
    return 'reason' in sheet ? sheet.reason : [...new Set(sheet.records.map(({ cells }) => cells.join('|')))];
  });
  expect(read).toEqual(read.map(() => ['A "b" c|two\r\nlines|"']));
});

test('progress is reported in ascending order up to 1', () => {
  const fractions: number[] = [];
  readSheet(`a,b\n${'1,2\n'.repeat(1_000_000)}`, (fraction) => fractions.push(fraction));
  expect(fractions.length).toBeGreaterThan(3);
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
});

test('a file of four million characters with an unclosed quotation mark is refused in time that grows with its length', () => {
  const unclosed = (rows: number) => `a,b\n1,"x\n${'abc,def\n'.repeat(rows)}`;
  expect(readSheet(unclosed(500_000))).toHaveProperty('reason');
  expect(growthOf((text: string) => readSheet(text), unclosed(31_250), unclosed(500_000))).toBeLessThan(64);
});

test('reading a written file returns the same cells, formulas included', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '=HYPERLINK("https://x","y")',
      "'=1",
      '+1',
      '-1',
      '@a',
      "''",
      'a\r\nb',
      'a\nb',
      '"',
      ';',
      '\t1',
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
      const text = formatCsv([['a', 'b'], ...rows.map(([first, second]) => ['x', first, second])]);
      const sheet = read(text);
      expect(sheet.records.map(({ cells }) => cells.map(unescapeFormula))).toEqual(
        rows.map(([first, second]) => ['x', first, second]),
      );
      // No cell starts like a formula.
      for (const { cells } of sheet.records)
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});
