import { expect, test } from 'vitest';
import { isUnusable } from './csv-text.ts';
import { createArchive, createWorkbook, workbookParts } from './test-archive.ts';
import { readWorkbook, type WorkbookSheet } from './xlsx-workbook.ts';
import { inflateEntry, readDirectory } from './zip-archive.ts';

const HEADER =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>featured</t></is></c></row>';
const TEXTS = '<si><t>name</t></si><si><r><t>pri</t></r><r><t>ce</t></r><rPh><t>no</t></rPh></si>';

async function readCells(rows: string, texts = TEXTS) {
  const sheet = (await readWorkbook(createWorkbook(HEADER + rows, texts))) as WorkbookSheet;
  return sheet.records.map(({ row, cells }) => [row, ...cells]);
}
async function reasonOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const found = await readWorkbook(bytes);
  return isUnusable(found) ? found.reason : 'It was read';
}

test('IMP-01 a workbook is read as text: shared and rich texts, numbers, switches, gaps', async () => {
  const rows = `<row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3"><v>12500.5</v></c><c r="C3" t="b"><v>1</v></c></row>
    <row r="4"><c r="C4" t="b"><v>0</v></c><c r="A4" t="inlineStr"><is><t xml:space="preserve"> Line_x000D_ one </t></is></c></row>
    <x:row xmlns:x="y"><x:c t="str"><x:v>&lt;Ìró &#38; &#x42;ùbá&gt;</x:v></x:c><x:c><x:v>0.30000000000000004</x:v></x:c></x:row>
    <row r="9"><c r="A9" t="inlineStr"><is><t><![CDATA[<b> & ]]></t></is></c><c r="B9"><v>1.25E4</v></c></row>`;
  expect(await readCells(rows, `${TEXTS}<si><t>Gele &amp; Fila</t></si>`)).toEqual([
    [3, 'Gele & Fila', '12500.5', 'true'],
    [4, ' Line\r one ', '', 'false'],
    [5, '<Ìró & Bùbá>', '0.3'],
    [9, '<b> & ', '12500'],
  ]);
  const sheet = (await readWorkbook(createWorkbook(`${HEADER}${rows}`, TEXTS))) as WorkbookSheet;
  expect(sheet).toMatchObject({
    header: ['name', 'price', 'featured'],
    sheetName: 'Stock & more',
    hasFormulas: false,
  });
});

test('IMP-01 of formulas the last result is read, and links to other files are not followed', async () => {
  const rows =
    '<row r="2"><c r="A2" t="str"><f>[1]Other!A1</f><v>Sego</v></c><c r="B2"><f>SUM(1,2)</f><v>3</v></c></row>' +
    '<row r="3"><c r="A3" t="str"><f>cmd|x</f></c><c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>';
  expect(await readCells(rows)).toEqual([
    [2, 'Sego', '3'],
    [3, '', '#DIV/0!'],
  ]);
  expect(await readWorkbook(createWorkbook(HEADER + rows, TEXTS))).toMatchObject({ hasFormulas: true });
});

test('IMP-01 a million empty rows and a cell at the far end cost no memory', async () => {
  const empty = Array.from(
    { length: 1_000_000 },
    (_, n) => `<row r="${n + 2}"><c r="A${n + 2}" s="1"/></row>`,
  );
  const far =
    '<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>Last</t></is></c><c r="XFD1048576"><v>1</v></c></row>';
  const bytes = createWorkbook(HEADER + empty.join('') + far, TEXTS);
  empty.length = 0;
  const before = process.memoryUsage().rss;
  const sheet = (await readWorkbook(bytes)) as WorkbookSheet;
  expect(sheet.records).toEqual([{ row: 1_048_576, cells: ['Last'] }]);
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
}, 60_000);

test('IMP-01 more rows than allowed are counted, not kept', async () => {
  const rows = Array.from({ length: 60_000 }, () => '<row><c><v>1</v></c></row>');
  expect(await reasonOf(createWorkbook(HEADER + rows.join(''), TEXTS))).toMatch(/^The file has 60,000 rows/);
}, 60_000);

const ENTITIES = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
  '',
);

test('IMP-01 bombs, entities, passwords and broken archives get an answer', async () => {
  const part = workbookParts(HEADER, TEXTS);
  const bomb = createWorkbook(new Uint8Array(150_000_000).fill(32));
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await reasonOf(bomb)).toMatch(/too large/);
  const lying = part.map((one) =>
    one.name.includes('sheet1') ? { ...one, data: new Uint8Array(150_000_000).fill(32), size: 100 } : one,
  );
  expect(await reasonOf(createArchive(lying))).toMatch(/damaged/);
  const laughs = `<!DOCTYPE x [<!ENTITY l0 "ha">${ENTITIES}]><worksheet><sheetData><row><c t="str"><v>&l9;</v></c></row></sheetData></worksheet>`;
  expect(await reasonOf(createWorkbook(Buffer.from(laughs)))).toMatch(/damaged/);
  expect(await reasonOf(createArchive(part.map((one) => ({ ...one, isEncrypted: true }))))).toMatch(
    /password/,
  );
  expect(await reasonOf(createArchive([...part, { name: '../../etc/passwd', data: 'x' }]))).toMatch(
    /damaged/,
  );
  expect(await reasonOf(createArchive([...part, { name: 'a\\..\\b', data: 'x' }]))).toMatch(/damaged/);
  expect(await reasonOf(createArchive(part, { count: 65_535 }))).toMatch(/too many parts/);
  expect(await reasonOf(createArchive([{ name: 'readme.txt', data: 'hello' }]))).toBe(
    'This is not an Excel workbook (.xlsx).',
  );
  const whole = createWorkbook(HEADER, TEXTS);
  expect(await reasonOf(whole.subarray(0, 600))).toMatch(/damaged/);
  const broken = Uint8Array.from(whole);
  broken.fill(0xff, 60, 120);
  expect(await reasonOf(broken)).toMatch(/damaged|not an Excel/);
  expect(await reasonOf(createWorkbook('', TEXTS))).toBe('The file is empty.');
  expect(await reasonOf(whole)).toBe('The file has a header, but no products below it.');
}, 60_000);

test('IMP-01 a part is inflated up to its limit, whatever size it states', async () => {
  const archive = new Blob([createArchive([{ name: 'a', data: 'x'.repeat(3_000_000), size: 10 }])]);
  const entry = (await readDirectory(archive)).get('a')!;
  let total = 0;
  await expect(async () => {
    for await (const chunk of inflateEntry(archive, entry, 1_000_000)) total += chunk.length;
  }).rejects.toThrow(/too large/);
  expect(total).toBeLessThanOrEqual(1_000_000);
});
