import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { csvOf } from '#platform/spreadsheet/csv.ts';
import { xlsxOf } from '#platform/spreadsheet/xlsx.ts';
import type { SignedIn } from '#shared/caller.ts';
import { kobo } from '#shared/money.ts';
import {
  type ExportedProduct,
  exportProducts,
  productSheetColumns,
} from '../../products/server/export-products.ts';
import { openCatalogue } from '../../server/catalog-deps.ts';
import { contextOf, createFixture, type Fixture } from '../../server/test-catalog.ts';
import { formatCsv } from '../csv-file.ts';
import { templateMapping } from '../csv-mapping.ts';
import { parseProducts } from '../csv-products.ts';
import { readSheet, type Sheet } from '../csv-records.ts';
import { decodeFile, type FileText, isArchive } from '../csv-text.ts';
import { findImageProducts, imageSources, planDownloads } from '../image-sources.ts';
import { type ComparedRows, comparedCells, countPlan, type ImportChoice, planRows } from '../import-plan.ts';
import { plannedImport } from '../planned-import.ts';
import { readWorkbook } from '../xlsx-workbook.ts';

let fixture: Fixture;
let admin: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  fixture = await createFixture();
  admin = await fixture.createUser('admin', 'Ada');
  other = await fixture.createUser('admin', 'Bola');
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  await fixture.owner.query('TRUNCATE change_sets, changes');
});

const apiAs = (user = admin) =>
  fixture.apiOf(
    contextOf('', {
      ...user,
      change: () => ({ operation: 'catalog.importProducts', summary: 'Imported {products}' }),
    }),
  );
const all = async (statement: string, values: unknown[] = []) =>
  (await fixture.owner.query(statement, values)).rows;
const count = async (table: string) => (await all(`SELECT count(*)::int AS n FROM ${table}`))[0].n as number;

/** What the browser does with a file: reads it, compares it with the shop and plans every row. */
async function preview(file: string | Uint8Array<ArrayBuffer>, choice: Partial<ImportChoice> = {}) {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const sheet = (
    isArchive(bytes) ? await readWorkbook(bytes) : readSheet((decodeFile(bytes) as FileText).text)
  ) as Sheet;
  const mapping = templateMapping(sheet.header) ?? {
    columns: Object.fromEntries(
      ['name', 'description', 'price', 'category', 'featured', 'sku', 'id'].map((column) => [
        column,
        sheet.header.includes(column) ? sheet.header.indexOf(column) : null,
      ]),
    ) as never,
    fill: {},
  };
  const { rows } = parseProducts(sheet, mapping);
  const wanted: ImportChoice = { mode: 'both', key: 'name', includesExisting: false, ...choice };
  const answer = await apiAs().previewImport({ key: wanted.key, rows: rows.map(comparedCells) });
  const compared: ComparedRows = {
    matches: new Map(answer.matches.map((one) => [one.at, one])),
    several: new Set(answer.several),
    known: new Set(answer.known),
    taken: new Set(answer.taken),
    newCategories: answer.newCategories,
  };
  const plan = planRows(rows, compared, wanted);
  const { rowNumbers: _, ...sent } = plannedImport(rows, plan, compared.matches);
  return {
    rows,
    plan,
    counts: countPlan(plan),
    newCategories: answer.newCategories,
    send: (user = admin, idempotencyKey: string = randomUUID()) =>
      apiAs(user).importProducts({ idempotencyKey, key: wanted.key, ...sent }),
  };
}

async function exported(): Promise<ExportedProduct[]> {
  const products: ExportedProduct[] = [];
  for await (const batch of exportProducts(openCatalogue(fixture.deps), admin, { filter: {}, except: [] }))
    products.push(...batch);
  return products;
}

/** The file of these products. */
async function fileOf(products: readonly ExportedProduct[], write: typeof csvOf | typeof xlsxOf = csvOf) {
  const rows = (async function* () {
    yield [...products];
  })();
  const sheet = { columns: productSheetColumns('https://shop.example'), rows, timeZone: 'Africa/Lagos' };
  const pieces: Uint8Array[] = [];
  for await (const piece of write(sheet, 'Products')) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Products with everything that makes a spreadsheet difficult. */
async function addDifficultProducts(number: number): Promise<void> {
  const women = await fixture.category('Women');
  const dresses = await fixture.category('Dresses', { parentId: women });
  await fixture.owner.query(
    `INSERT INTO products (id, name, description, price, category_id, featured, sku)
     SELECT gen_random_uuid(), CASE n % 5 WHEN 0 THEN '=1+1 ' || n WHEN 1 THEN 'Ìró "ati" bùbá, ' || n ELSE 'Kaftan ' || n END,
       CASE n % 4 WHEN 0 THEN E'Two\\nlines; ' WHEN 1 THEN E'Win\\r\\nlines' WHEN 2 THEN ' -10 % ' ELSE '''=x' END || n,
       CASE n % 7 WHEN 0 THEN 0 ELSE n * 1.01 END, CASE n % 3 WHEN 0 THEN NULL WHEN 1 THEN $1::uuid ELSE $2::uuid END, n % 2 = 0,
       CASE WHEN n % 6 = 0 THEN 'SKU-' || n END
     FROM generate_series(1, $3::int) n`,
    [women, dresses, number],
  );
  await fixture.owner.query('TRUNCATE change_sets, changes');
}

/** Texts that mean something to a spreadsheet, or in a file of another shop. */
const TEXTS = [
  '&amp;',
  'Fila &lt;b&gt;wool&lt;/b&gt;',
  '<b>Bold</b>',
  'A>B',
  ' > ',
  "'Sego",
  "''=1+1",
  "'+234",
  '@home',
  '＝1',
  'He said "aso", twice',
  'One\r\ntwo\rthree\n\nfour',
  'C:\\new;a|b\tc',
  '_x0041_',
];

async function addDifficultTexts(): Promise<void> {
  const above = await fixture.category('A>B');
  const below = await fixture.category('C > D', { parentId: above });
  for (const [n, text] of TEXTS.entries()) {
    const id = await fixture.product(text, { description: text, categoryId: n % 2 ? above : below });
    await fixture.owner.query('UPDATE products SET sku = $2 WHERE id = $1', [id, text.trim()]);
  }
  await fixture.owner.query('TRUNCATE change_sets, changes');
}

test('IMP-09 an export that is imported again changes nothing, whatever its texts are', async () => {
  await addDifficultProducts(2_500);
  await addDifficultTexts();
  const products = await exported();
  const same = 2_500 + TEXTS.length;
  for (const write of [csvOf, xlsxOf]) {
    const { counts, newCategories } = await preview(await fileOf(products, write), { key: 'id' });
    expect(counts).toEqual({ new: 0, changed: 0, same, wrong: 0, left: 0, cells: 0, emptied: 0 });
    expect(newCategories).toEqual([]);
  }
  expect(await count('change_sets')).toBe(0);
});

test('IMP-09 a product is moved into a category by its text in an export, also if names contain ">"', async () => {
  await addDifficultTexts();
  const moved = (await exported()).map((product) => ({ ...product, category: 'A>B > C > D' }));
  const { counts, send } = await preview(await fileOf(moved), { key: 'id' });
  expect(counts).toMatchObject({ changed: TEXTS.length / 2, cells: TEXTS.length / 2 });
  expect(await send()).toMatchObject({ changed: TEXTS.length / 2, categories: 0 });
  expect((await exported()).map(({ category }) => category)).toEqual(TEXTS.map(() => 'A>B > C > D'));
});

test('IMP-09 100 changed cells of an export are 100 in the preview, in the database and in the history', async () => {
  await addDifficultProducts(400);
  const products = await exported();
  const changes: ((product: ExportedProduct, n: number) => Partial<ExportedProduct>)[] = [
    ({ name }) => ({ name: `${name} II` }),
    ({ description }) => ({ description: `${description}\n${description}` }),
    ({ price }) => ({ price: kobo(price + 5_000) }),
    ({ featured }) => ({ featured: !featured }),
    (_, n) => ({ category: n % 2 ? 'Women > New' : 'Men' }),
    (_, n) => ({ sku: `NEW-${n}` }),
  ];
  // 100 cells of 60 products: some have several.
  const edited = products.map((product, n) => {
    const cells = n < 40 ? 2 : n < 60 ? 1 : 0;
    const parts = Array.from({ length: cells }, (_, at) => changes[(n + at) % changes.length]!(product, n));
    return { ...product, ...Object.assign({}, ...parts) } as ExportedProduct;
  });
  const { counts, plan, send } = await preview(await fileOf(edited), { key: 'id' });
  expect(counts).toMatchObject({ new: 0, changed: 60, wrong: 0, left: 0, cells: 100 });
  const before = new Map(products.map((product) => [product.id, product]));
  expect(await send()).toMatchObject({ created: 0, changed: 60, categories: 2 });
  const columns = ['sku', 'name', 'description', 'price', 'category', 'featured'] as const;
  const differ = (await exported()).flatMap((after) =>
    columns.filter((column) => after[column] !== before.get(after.id)![column]),
  );
  expect(differ).toHaveLength(100);
  const cells = await all(
    `SELECT jsonb_object_keys(after) AS column FROM changes WHERE table_name = 'products'`,
  );
  expect(cells).toHaveLength(100);
  expect(plan.filter(({ kind }) => kind === 'changed')).toHaveLength(60);
});

test('IMP-04 IMP-09 an emptied code, category or description is kept, and shown as such', async () => {
  await addDifficultProducts(12);
  const products = await exported();
  const edited = products.map((product) => ({ ...product, sku: '', category: '', description: '' }));
  const { plan, counts } = await preview(await fileOf(edited), { key: 'id' });
  expect(counts).toMatchObject({ changed: 0, same: 12, cells: 0, emptied: 12 });
  const kept = plan.flatMap(({ cells }) => Object.values(cells).filter(({ kind }) => kind === 'kept'));
  const before = products.flatMap(({ sku, category, description }) => [sku, category, description]);
  expect(kept.map((cell) => cell.before).sort()).toEqual(before.filter((text) => text).sort());
  // A file without these columns empties nothing.
  const names = formatCsv([['id', 'name'], ...products.map(({ id, name }) => [id, name])]);
  expect((await preview(names, { key: 'id', mode: 'update' })).counts).toMatchObject({
    same: 12,
    emptied: 0,
  });
});

test('IMP-07 10,000 rows of which 9,990 are unchanged write 10', async () => {
  await addDifficultProducts(10_000);
  const products = await exported();
  const edited = products.map((product, n) =>
    n % 1_000 === 7 ? { ...product, price: kobo(7_777) } : product,
  );
  const { counts, send } = await preview(await fileOf(edited), { key: 'id' });
  expect(counts).toMatchObject({ changed: 10, same: 9_990, cells: 10 });
  const stamp = (await all('SELECT max(xmin::text::bigint) AS newest FROM products'))[0].newest;
  expect(await send()).toMatchObject({ changed: 10 });
  expect(
    (await all('SELECT count(*)::int AS n FROM products WHERE xmin::text::bigint > $1', [stamp]))[0].n,
  ).toBe(10);
  expect(await all('SELECT row_count, summary FROM change_sets')).toEqual([
    { row_count: 10, summary: 'Imported 10 products' },
  ]);
}, 60_000);

const HEADER = 'sku,name,description,price,category,featured';

test('IMP-03 a run creates, changes, or does both, by the code of a product', async () => {
  await fixture.category('Gele');
  const first = `${HEADER}\nG-1,Sego,One,100,Gele,true\nG-2,Fila,Two,200,Gele,\n`;
  expect(await (await preview(first, { key: 'sku' })).send()).toMatchObject({ created: 2, changed: 0 });
  const second = `${HEADER}\nG-1,Sego Gold,One,150,Gele,true\nG-3,Abeti,Three,300,Gele,\n`;

  const create = await preview(second, { key: 'sku', mode: 'create' });
  expect(create.plan.map(({ kind, message }) => [kind, message])).toEqual([
    ['left', 'A product with this code exists already'],
    ['new', undefined],
  ]);
  const update = await preview(second, { key: 'sku', mode: 'update' });
  expect(update.plan.map(({ kind, message }) => [kind, message])).toEqual([
    ['changed', undefined],
    ['left', 'No product has this code'],
  ]);
  expect(update.plan[0]!.cells).toMatchObject({
    name: { kind: 'changed', before: 'Sego', text: 'Sego Gold' },
    price: { kind: 'changed', before: '₦100.00', text: '₦150.00' },
    category: { kind: 'same' },
  });
  const both = await preview(second, { key: 'sku', mode: 'both' });
  expect(await both.send()).toMatchObject({ created: 1, changed: 1 });
  expect(await all('SELECT sku, name, price::text, featured FROM products ORDER BY sku')).toEqual([
    { sku: 'G-1', name: 'Sego Gold', price: '150.00', featured: true },
    { sku: 'G-2', name: 'Fila', price: '200.00', featured: false },
    { sku: 'G-3', name: 'Abeti', price: '300.00', featured: false },
  ]);
});

test('IMP-03 a list of codes and prices changes prices alone', async () => {
  const id = await fixture.product('Sego', { description: 'Kept', featured: true });
  await fixture.owner.query(`UPDATE products SET sku = 'G-1' WHERE id = $1`, [id]);
  const { send, plan } = await preview('sku,price\nG-1,"₦1,250"\nG-9,5\n', { key: 'sku', mode: 'update' });
  expect(plan.map(({ kind }) => kind)).toEqual(['changed', 'left']);
  await send();
  expect(await all('SELECT name, description, price::text, featured FROM products')).toEqual([
    { name: 'Sego', description: 'Kept', price: '1250.00', featured: true },
  ]);
});

test('IMP-03 a product without a code is recognised by its name, and gets the code', async () => {
  await fixture.product('Ìró', { description: 'D', price: '5' });
  const { plan, send } = await preview('sku,name,price\nI-1,iro,5\n', { key: 'sku', mode: 'both' });
  expect(plan[0]!.cells).toEqual({
    name: { kind: 'changed', before: 'Ìró', text: 'iro' },
    price: { kind: 'same', text: '₦5.00' },
    sku: { kind: 'changed', before: '', text: 'I-1' },
  });
  expect(await send()).toMatchObject({ created: 0, changed: 1 });
  expect(await all('SELECT sku, version FROM products')).toEqual([{ sku: 'I-1', version: 2 }]);
});

test('IMP-03 doubled and ambiguous keys are errors of their cells', async () => {
  for (const name of ['Sego', 'sego', 'Fila']) await fixture.product(name, { price: '5' });
  const { plan } = await preview(
    'name,description,price,category\nSEGO,x,7,Gele\nFila,x,7,Gele\nfila,x,8,Gele\nNew,x,1,Gele\nNEW,x,1,Gele\n',
  );
  expect(plan.map(({ kind, cells }) => [kind, cells.name?.message])).toEqual([
    ['wrong', 'Several products have this name'],
    ['wrong', 'Rows 3, 4 have the same name'],
    ['wrong', 'Rows 3, 4 have the same name'],
    ['wrong', 'Rows 5, 6 have the same name'],
    ['wrong', 'Rows 5, 6 have the same name'],
  ]);
  await fixture.owner.query(`UPDATE products SET sku = 'TAKEN' WHERE name = 'Sego'`);
  const codes = await preview(`${HEADER}\nTAKEN,Other,x,1,Gele,\nA,One,x,1,Gele,\nA,Two,x,1,Gele,\n`, {
    mode: 'create',
  });
  expect(codes.plan.map(({ cells }) => cells.sku?.message)).toEqual([
    'Another product has this code',
    'Rows 3, 4 have the same code',
    'Rows 3, 4 have the same code',
  ]);
});

test('IMP-03 an id of a deleted product is left out, not created', async () => {
  const id = randomUUID();
  const { plan } = await preview(`id,${HEADER}\n${id},,Gone,x,1,Gele,\n,,New,x,1,Gele,\n`, { key: 'id' });
  expect(plan.map(({ kind, message }) => [kind, message])).toEqual([
    ['left', 'This product is no longer in the shop'],
    ['new', undefined],
  ]);
});

test('IMP-03 by code or id a new row is created although a product has its name, which its preview says', async () => {
  const id = await fixture.product('Kaftan');
  await fixture.owner.query(`UPDATE products SET sku = 'K-1' WHERE id = $1`, [id]);
  const kinds = ({ plan }: Awaited<ReturnType<typeof preview>>) =>
    plan.map(({ kind, sharesName = false }) => [kind, sharesName]);
  for (const mode of ['create', 'both'] as const) {
    const byCode = await preview(`${HEADER}\nK-2,kaftan,x,7,Gele,\n,Kaftan,x,7,Gele,\n`, {
      key: 'sku',
      mode,
    });
    expect(kinds(byCode)).toEqual([
      ['new', true],
      ['left', false],
    ]);
    expect(await byCode.send()).toMatchObject({ created: 1 });
    await fixture.owner.query(`DELETE FROM products WHERE sku = 'K-2'`);
  }
  const byId = await preview(`id,${HEADER}\n,,Kaftan,x,7,Gele,\n`, { key: 'id' });
  expect(kinds(byId)).toEqual([['new', true]]);
  expect(await byId.send()).toMatchObject({ created: 1 });
  // A name that the preview did not show is listed.
  const unseen = await preview(`${HEADER}\nS-1,Sego,x,7,Gele,\n`, { key: 'sku' });
  expect(kinds(unseen)).toEqual([['new', false]]);
  const sego = await fixture.product('Sego');
  await fixture.owner.query(`UPDATE products SET sku = 'S-0' WHERE id = $1`, [sego]);
  await expect(unseen.send()).rejects.toMatchObject({
    code: 'ROWS_CHANGED',
    data: { stale: [{ row: 2, name: 'Sego', reason: 'exists' }] },
  });
});

test('IMP-10 rows that were changed, deleted or added since the preview are listed, and nothing is saved', async () => {
  for (const name of ['Changed', 'Deleted', 'Kept', 'Liked']) await fixture.product(name, { price: '5' });
  const rows = ['Changed', 'Deleted', 'Kept', 'Liked', 'Added'].map((name) => [name, 'x', '7', 'Gele']);
  const { send } = await preview(formatCsv([['name', 'description', 'price', 'category'], ...rows]));
  const [changed] = await all(`SELECT id FROM products WHERE name = 'Changed'`);
  await apiAs(other).setFeatured({ id: changed.id, featured: true, shown: false });
  await fixture.owner.query(`DELETE FROM products WHERE name = 'Deleted'`);
  await fixture.owner.query(`UPDATE products SET likes = 9 WHERE name = 'Liked'`);
  await fixture.product('Added');
  await fixture.owner.query('TRUNCATE change_sets, changes');
  const refused = (await send().catch((error: unknown) => error)) as {
    code: string;
    data: { stale: object[] };
  };
  expect(refused).toMatchObject({ code: 'ROWS_CHANGED', data: { rows: 3 } });
  expect(refused.data.stale).toEqual([
    { row: 3, name: 'Changed', reason: 'changed', changedBy: { name: 'Bola', at: expect.any(String) } },
    { row: 4, name: expect.any(String), reason: 'deleted', changedBy: null },
    { row: 2, name: 'Added', reason: 'exists', changedBy: null },
  ]);
  expect(await count('change_sets')).toBe(0);
  expect(await all('SELECT name FROM categories')).toEqual([]);
  // A new preview has what is there now.
  expect(
    await (await preview(formatCsv([['name', 'description', 'price', 'category'], ...rows]))).send(),
  ).toMatchObject({
    created: 1,
    changed: 4,
  });
});

test('IMP-10 rows that change nothing are listed too if their products were changed or deleted since the preview', async () => {
  for (const name of ['Same', 'Deleted', 'Liked', 'Priced']) await fixture.product(name, { price: '5' });
  const rows = ['Same,5', 'Deleted,5', 'Liked,5', 'Priced,7', 'Unknown,5'].join('\n');
  const { send, counts } = await preview(`name,price\n${rows}\n`, { mode: 'update' });
  expect(counts).toMatchObject({ changed: 1, same: 3, left: 1 });
  const [same] = await all(`SELECT id FROM products WHERE name = 'Same'`);
  await apiAs(other).setFeatured({ id: same.id, featured: true, shown: false });
  await fixture.owner.query(`DELETE FROM products WHERE name = 'Deleted'`);
  await fixture.owner.query(`UPDATE products SET likes = 9 WHERE name = 'Liked'`);
  await expect(send()).rejects.toMatchObject({
    code: 'ROWS_CHANGED',
    data: {
      rows: 2,
      stale: [
        { row: 3, name: 'Same', reason: 'changed', changedBy: { name: 'Bola' } },
        { row: 4, name: '', reason: 'deleted', changedBy: null },
      ],
    },
  });
  expect(await all(`SELECT price::text FROM products WHERE name = 'Priced'`)).toEqual([{ price: '5.00' }]);
  const again = await preview(`name,price\n${rows}\n`, { mode: 'update' });
  expect(await again.send()).toMatchObject({ changed: 1 });
});

test('IMP-10 unchanged rows count towards the limit of an import', async () => {
  const unchanged = Array.from({ length: 10_000 }, () => [randomUUID(), 1] as [string, number]);
  const changes = [{ id: randomUUID(), version: 1, price: 1 }];
  await expect(
    apiAs().importProducts({ idempotencyKey: randomUUID(), changes, unchanged }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test('IMP-10 of two imports with one code one is refused, however close they are', async () => {
  const file = `${HEADER}\nONE,Sego,x,1,Gele,\n`;
  const both = [await preview(file, { key: 'sku' }), await preview(file, { key: 'sku' })];
  const results = await Promise.allSettled([both[0]!.send(), both[1]!.send(other)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await count('products')).toBe(1);
});

test('IMP-08 an import returns its change set, also when it is sent again, and is one undo away', async () => {
  await fixture.product('Sego', { price: '5' });
  await fixture.owner.query('TRUNCATE change_sets, changes');
  const { send } = await preview('name,description,price,category\nSego,x,7,Gele\nFila,y,8,Gele\n');
  const key = randomUUID();
  const done = await send(admin, key);
  expect(done).toMatchObject({ created: 1, changed: 1, categories: 1, changeSet: expect.any(String) });
  expect(await send(admin, key)).toEqual(done);
  expect(await apiAs().cancelImport({ idempotencyKey: key })).toEqual(done);
  const undone = await fixture.database.asCaller(admin, async (tx) =>
    tx.execute(`SELECT undo_change_set('${done.changeSet}', false) AS value`),
  );
  expect(undone.rows[0]!.value).toMatchObject({ rows: 3, left: 0 });
  expect(await all('SELECT name, description, price::text FROM products')).toEqual([
    { name: 'Sego', description: 'Sewn in Lagos', price: '5.00' },
  ]);
  expect(await count('categories')).toBe(0);
});

test('PERM-10 a customer can neither compare, change nor export products', async () => {
  const user = await fixture.createUser('user');
  const api = fixture.apiOf(contextOf('', user));
  const change = { id: randomUUID(), version: 1, price: 1 };
  for (const call of [
    () => api.previewImport({ key: 'name', rows: [] }),
    () => api.importProducts({ idempotencyKey: randomUUID(), changes: [change] }),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  }
});

test('a change to bad values is refused by its cell, after the new rows', async () => {
  const id = await fixture.product('Sego');
  await expect(
    apiAs().importProducts({
      idempotencyKey: randomUUID(),
      rows: [{ name: 'New', description: 'x', price: 1, category: 'Gele' }],
      changes: [{ id, version: 1, price: -1, name: ' ' }],
    }),
  ).rejects.toMatchObject({
    code: 'ROWS_REFUSED',
    data: {
      rows: 1,
      cells: [
        { row: 3, column: 'name', message: 'Name is required' },
        { row: 3, column: 'price', message: 'Price must be positive' },
      ],
    },
  });
});

test('IMP-03 IMP-06 after an import by id, the images of new rows without one find their products', async () => {
  const known = await fixture.product('Known', { price: '100.00' });
  const { rows, plan, counts, send } = await preview(
    [
      'id,sku,name,description,price,category,images',
      `${known},K-1,Known,Sewn,150,Caps,https://a.test/known.jpg`,
      ',N-2,By code,Sewn,200,Caps,https://a.test/code.jpg',
      ',,By name,Sewn,300,Caps,https://a.test/name.jpg',
      `${randomUUID()},,Gone,Sewn,400,Caps,https://a.test/gone.jpg`,
    ].join('\n'),
    { key: 'id' },
  );
  expect(counts).toMatchObject({ new: 2, changed: 1 });
  const sources = imageSources(rows, plan);
  expect(sources.map(({ name }) => name)).toEqual(['Known', 'By code', 'By name', 'Gone']);
  await send();
  const found = await findImageProducts(sources, 'id', (input) => apiAs().previewImport(input));
  const { downloads, rest } = planDownloads(sources, found);
  const ids = Object.fromEntries(
    (await all('SELECT name, id FROM products')).map(({ name, id }) => [name, id]),
  );
  expect(downloads.map(({ productId, url }) => [productId, url])).toEqual([
    [known, 'https://a.test/known.jpg'],
    [ids['By code'], 'https://a.test/code.jpg'],
    [ids['By name'], 'https://a.test/name.jpg'],
  ]);
  expect(rest).toEqual([{ label: 'Gone', reason: 'It is not in the shop' }]);
});
