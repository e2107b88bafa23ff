import { expect, test } from 'vitest';
import { templateMapping } from './csv-mapping.ts';
import { parseProducts } from './csv-products.ts';
import { readSheet, type Sheet } from './csv-records.ts';
import { type ComparedRows, countPlan, type ImportChoice, noComparedRows, planRows } from './import-plan.ts';
import { plannedImport } from './planned-import.ts';

const ID = '0190a1b2-0000-7000-8000-000000000001';

function planOf(text: string, compared: Partial<ComparedRows> = {}, choice: Partial<ImportChoice> = {}) {
  const sheet = readSheet(`name,description,price,category,featured,sku\n${text}`) as Sheet;
  const { rows } = parseProducts(sheet, templateMapping(sheet.header)!);
  const all = { ...noComparedRows(), ...compared };
  const plan = planRows(rows, all, { mode: 'both', key: 'name', includesExisting: false, ...choice });
  return { plan, counts: countPlan(plan), sent: plannedImport(rows, plan, all.matches) };
}
const matched = (before: object, at = 0) =>
  new Map([[at, { at, id: ID, version: 3, before }]]) as ComparedRows['matches'];

test('IMP-04 the cells of an existing product are same, changed or wrong', () => {
  const { plan, counts, sent } = planOf('Sego,Gele of silk,₦7,Gele,1\n', {
    matches: matched({ price: 5, featured: false, description: 'Gele' }),
  });
  expect(plan).toEqual([
    {
      at: 0,
      row: 2,
      name: 'Sego',
      kind: 'changed',
      cells: {
        name: { kind: 'same', text: 'Sego' },
        description: { kind: 'changed', before: 'Gele', text: 'Gele of silk' },
        price: { kind: 'changed', before: '₦5.00', text: '₦7.00' },
        category: { kind: 'same', text: 'Gele' },
        featured: { kind: 'changed', before: 'No', text: 'Yes' },
      },
    },
  ]);
  expect(counts).toMatchObject({ changed: 1, cells: 3 });
  expect(sent).toEqual({
    rows: [],
    changes: [{ id: ID, version: 3, description: 'Gele of silk', price: 7, featured: true }],
    unchanged: [],
    rowNumbers: [2],
  });
});

test('IMP-10 an import sends the versions of products that stay as they are', () => {
  const { sent } = planOf('Sego,Gele,7,Gele,\nFila,Wool,7,Caps,\n', { matches: matched({}, 1) });
  expect(sent.unchanged).toEqual([[ID, 3]]);
  expect(sent.rowNumbers).toEqual([2, 3]);
});

test('IMP-04 a price that is no amount is wrong, also of an existing product; what it has already is not', () => {
  const wrong = planOf('Sego,Gele,twelve,Gele,\n', { matches: matched({}) });
  expect(wrong.plan[0]).toMatchObject({
    kind: 'wrong',
    cells: { price: { kind: 'wrong', text: 'twelve', message: 'Price must be positive' } },
  });
  expect(planOf('Sego,Gele,0,Gele,\n', { matches: matched({}) }).plan[0]?.kind).toBe('same');
  expect(planOf('Sego,Gele,0,Gele,\n', { matches: matched({ price: 5 }) }).plan[0]?.kind).toBe('wrong');
  expect(planOf('Sego,,,,\n', { matches: matched({}) }).plan[0]?.kind).toBe('same');
  expect(planOf('Sego,,,,\n').plan[0]?.kind).toBe('wrong');
});

test('IMP-04 an empty cell is kept if the product has something and the file the column, and changes nothing', () => {
  const { plan, counts, sent } = planOf('Sego,,,,\n', {
    matches: matched({ description: 'Gele', category: 'Caps' }),
  });
  expect(plan[0]).toMatchObject({ kind: 'same' });
  expect(plan[0]?.cells).toEqual({
    name: { kind: 'same', text: 'Sego' },
    description: { kind: 'kept', text: '', before: 'Gele' },
    price: { kind: 'kept', text: '' },
    category: { kind: 'kept', text: '', before: 'Caps' },
  });
  expect(counts).toMatchObject({ same: 1, cells: 0, emptied: 1 });
  expect(sent.changes).toEqual([]);
  expect(planOf('Sego,,7,,\n', { matches: matched({}) }).counts).toMatchObject({ emptied: 0 });
});

test('IMP-04 a row of more cells than the header is wrong as a whole', () => {
  expect(planOf('Sego,Gele,1,Gele,,,stray\n').plan[0]).toMatchObject({
    kind: 'wrong',
    message: 'This row has more cells than the header',
  });
});

test('IMP-03 names of the file are compared as the shop does, also of rows without a code', () => {
  const messages = (text: string, choice: Partial<ImportChoice> = {}) =>
    planOf(text, {}, choice).plan.map(({ cells }) => cells.name?.message);
  const names = 'Gèle,D,1,C,\nGele,D,1,C,\nAso-Oke,D,1,C,\naso oke,D,1,C,\nFila,D,1,C,\n';
  const [geles, asoOkes] = ['Rows 2, 3 have the same name', 'Rows 4, 5 have the same name'];
  expect(messages(names)).toEqual([geles, geles, asoOkes, asoOkes, undefined]);
  expect(messages(names, { mode: 'create' })).toEqual(Array(5).fill(undefined));
  const codes = ['G-1', '', '', 'F-1', 'F-2'];
  const coded = ['Gèle', 'Gele', 'GELE', 'Fila', 'Fila'].map((name, n) => `${name},D,1,C,,${codes[n]}`);
  const group = 'Rows 2, 3, 4 have the same name';
  // Two codes are two products, whatever their names.
  const expected = [undefined, group, group, undefined, undefined];
  expect(messages(coded.join('\n'), { key: 'sku' })).toEqual(expected);
});

test('IMP-03 rows with two codes that fit one product without a code have the same name', () => {
  const product = { id: ID, version: 3, before: { sku: '' } };
  const matches: ComparedRows['matches'] = new Map([0, 1].map((at) => [at, { at, ...product }]));
  const { plan } = planOf('Sego,D,1,C,,S-1\nsego,D,1,C,,S-2\n', { matches }, { key: 'sku' });
  const message = 'Rows 2, 3 have the same name';
  expect(plan).toMatchObject([{ cells: { name: { message } } }, { cells: { name: { message } } }]);
});

test('the categories of unchanged rows do not count towards the limit', () => {
  const rows = Array.from({ length: 201 }, (_, n) => `P${n},D,1,C${n},`);
  const matches: ComparedRows['matches'] = new Map(
    rows.map((_, at) => [at, { at, id: `${ID}${at}`, version: 1, before: {} }]),
  );
  expect(planOf(rows.join('\n'), { matches }).counts).toMatchObject({ same: 201, wrong: 0 });
  expect(planOf(rows.join('\n')).counts).toMatchObject({ new: 200, wrong: 1 });
});
