import { unzipSync } from 'fflate';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { kobo } from '#shared/money.ts';
import { csvOf } from './csv.ts';
import type { Sheet } from './sheet.ts';
import { xlsxOf } from './xlsx.ts';

interface Row {
  name: string;
  count: number | null;
  price: number | null;
  at: Date | null;
}

const sheetOf = (...batches: Row[][]): Sheet<Row> => ({
  columns: [
    { header: 'Name', kind: 'text', cell: ({ name }) => name },
    { header: 'Count', kind: 'number', cell: ({ count }) => count },
    { header: 'Price', kind: 'money', cell: ({ price }) => (price === null ? null : kobo(price)) },
    { header: 'At', kind: 'instant', cell: ({ at }) => at },
  ],
  rows: (async function* () {
    yield* batches;
  })(),
  timeZone: 'Africa/Lagos',
});
const row = (name: string, more: Partial<Row> = {}): Row => ({
  name,
  count: null,
  price: null,
  at: null,
  ...more,
});

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
const csv = async (sheet: Sheet<Row>) => (await bytesOf(csvOf(sheet))).toString();
const xlsx = async (sheet: Sheet<Row>, maxRows?: number) => {
  const files = unzipSync(await bytesOf(xlsxOf(sheet, 'Orders', maxRows)));
  return Object.fromEntries(
    Object.entries(files).map(([path, file]) => [path, Buffer.from(file).toString()]),
  );
};

const FORMULAS = ["'=1", '=1+1', '+234', '-5', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1', '＝1', '＋1'];
const HARMLESS = ['Gele', 'a=b', '5-6', 'x@y.z', "'til Sunday", ''];

test('BULK-06 no CSV cell begins like a formula, and a reader gets all other texts as they are', async () => {
  const texts = [...HARMLESS, 'two "quoted", words', 'two\nlines', 'Ẹ̀wà', ';=1'];
  const text = await csv(
    sheetOf(
      FORMULAS.map((name) => row(name)),
      texts.map((name) => row(name)),
    ),
  );
  expect(text.startsWith('\uFEFF"Name","Count","Price","At"\r\n')).toBe(true);
  const cells = Papa.parse<string[]>(text.slice(1).trimEnd())
    .data.slice(1)
    .map(([name]) => name);
  expect(cells).toEqual([...FORMULAS.map((name) => `'${name}`), ...texts]);
});

test('BULK-06 numbers, amounts and times are values, times those of the shop', async () => {
  const values = row('x', { count: -3, price: 1_250_050, at: new Date('2026-11-23T23:30:00Z') });
  expect(await csv(sheetOf([values, row('y')]))).toBe(
    '\uFEFF"Name","Count","Price","At"\r\n"x",-3,12500.50,2026-11-24 00:30:00\r\n"y",,,\r\n',
  );
  const { 'xl/worksheets/sheet1.xml': sheet } = await xlsx(sheetOf([values, row('')]));
  // 24 November 2026 is day 46350 of a spreadsheet.
  expect(sheet).toContain('<c s="0"><v>-3</v></c><c s="2"><v>12500.50</v></c><c s="3"><v>46350.0208');
  expect(sheet).toContain('<row><c/><c/><c/><c/></row>');
});

test('BULK-06 an Excel cell is a text or a number, never a formula, and survives every character', async () => {
  const texts = [
    ...FORMULAS,
    'a & b < c > "d"',
    'no\u0000control\u000b',
    '_x003D_1',
    '\ud800',
    'x'.repeat(40_000),
  ];
  const { 'xl/worksheets/sheet1.xml': sheet = '', 'xl/styles.xml': styles } = await xlsx(
    sheetOf(texts.map((name) => row(name))),
  );
  expect(sheet).not.toContain('<f>');
  // As is: no text file, but an apostrophe that an upload removes is doubled.
  expect(sheet).toContain(">''=1<");
  expect(sheet).toContain('>=1+1<');
  expect(sheet.match(/<c t="inlineStr" s="1">/g)).toHaveLength(texts.length);
  expect(styles).toContain('<cellXfs count="5"><xf/><xf quotePrefix="1"/>');
  expect(sheet).toContain('>a &amp; b &lt; c &gt; &quot;d&quot;<');
  expect(sheet).toContain('>nocontrol<');
  expect(sheet).toContain('>_x005F_x003D_1<');
  expect(sheet).toContain('>\ufffd<');
  expect(Math.max(...(sheet.match(/x+/g) ?? []).map(({ length }) => length))).toBe(32_767);
});

test('BULK-06 a sheet that is full is followed by another with the same header', async () => {
  const rows = Array.from({ length: 7 }, (_, at) => row(`row ${at}`));
  const files = await xlsx(sheetOf(rows.slice(0, 5), rows.slice(5)), 4);
  expect(files['xl/workbook.xml']?.match(/sheet name="[^"]+"/g)).toEqual([
    'sheet name="Orders"',
    'sheet name="Orders 2"',
    'sheet name="Orders 3"',
  ]);
  const rowsOf = (number: number) =>
    [...(files[`xl/worksheets/sheet${number}.xml`] ?? '').matchAll(/<row>.*?preserve">([^<]*)/g)].map(
      ([, name]) => name,
    );
  expect([1, 2, 3].map(rowsOf)).toEqual([
    ['Name', 'row 0', 'row 1', 'row 2'],
    ['Name', 'row 3', 'row 4', 'row 5'],
    ['Name', 'row 6'],
  ]);
});

test.each([
  ['CSV', csvOf],
  ['XLSX', xlsxOf],
] as const)('BULK-06 %s is written batch by batch, as fast as it is read', async (_, write) => {
  let batches = 0;
  const rows = (async function* () {
    for (; batches < 100; batches += 1)
      yield Array.from({ length: 500 }, () => row(Math.random().toString()));
  })();
  const pieces = write({ ...sheetOf(), rows }, 'Orders');
  for (let read = 0; read < 3; read += 1) await pieces.next();
  expect(batches).toBeLessThan(4);
  await pieces.return(undefined);
  // A reader who leaves ends the statements too.
  expect(await rows.next()).toEqual({ value: undefined, done: true });
});
