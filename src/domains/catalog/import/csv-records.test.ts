import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf } from '#shared/test-growth.ts';
import { formatCsv, unescapeFormula } from './csv-file.ts';
import { readSheet, type Sheet } from './csv-records.ts';

const read = (text: string) => readSheet(text) as Sheet;

test.each([
  ['lines ending with LF', 'a,b\n1,2\n'],
  ['lines ending with CRLF', 'a,b\r\n1,2\r\n'],
  ['lines ending with CR', 'a,b\r1,2\r'],
  ['no end of the last line', 'a,b\n1,2'],
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
])('%s cannot be used', (_, text, why) => {
  expect(readSheet(text)).toEqual({ why: expect.stringMatching(why) });
});

test.each([
  ['never closed', 'a,b\n1,2\n3,"4\n5,6\n', '3'],
  ['closed in the middle of a cell', 'a,b\n1,"2" x\n', '2'],
  // Read in several parts: counted through all of them.
  ['far below', `a,b\n${`1,${'x'.repeat(996)}\n`.repeat(2_500)}3,"4\n5,6\n`, '2,502'],
])('ADM-CSV-08 a quotation mark that is %s is malformed', (_, text, row) => {
  expect(readSheet(text)).toEqual({
    why: `A quotation mark in row ${row} is not closed, or stands where none can.`,
  });
});

test('progress is reported, and grows', () => {
  const told: number[] = [];
  readSheet(`a,b\n${'1,2\n'.repeat(1_000_000)}`, (fraction) => told.push(fraction));
  expect(told.length).toBeGreaterThan(3);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(told.at(-1)).toBe(1);
});

test('a file of four million characters with an unclosed quotation mark is refused in time that grows with its length', () => {
  const open = (rows: number) => `a,b\n1,"x\n${'abc,def\n'.repeat(rows)}`;
  expect(readSheet(open(500_000))).toHaveProperty('why');
  expect(growthOf((text: string) => readSheet(text), open(31_250), open(500_000))).toBeLessThan(64);
});

test('written files can be read again, formulas too', () => {
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
      const text = formatCsv([['a', 'b'], ...rows.map(([one, two]) => ['x', one, two])]);
      const sheet = read(text);
      expect(sheet.records.map(({ cells }) => cells.map(unescapeFormula))).toEqual(
        rows.map(([one, two]) => ['x', one, two]),
      );
      // No cell begins as a formula does.
      for (const { cells } of sheet.records) for (const one of cells) expect(one).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});
