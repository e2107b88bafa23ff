import { expect, test } from 'vitest';
import {
  guessMapping,
  headerSignature,
  missingColumns,
  otherCodes,
  restoreMapping,
  templateMapping,
  unusedColumns,
} from './csv-mapping.ts';
import { detectShop } from './shop-exports.ts';

const sheet = (header: string[], ...rows: string[][]) => ({
  header,
  records: rows.map((cells, index) => ({ row: index + 2, cells })),
});

test("the template's columns are found in any order and case, also without featured", () => {
  expect(templateMapping(['Price', 'NAME ', 'category', 'description'])).toEqual({
    columns: { name: 1, description: 3, price: 0, category: 2, featured: null },
    fill: {},
  });
  expect(templateMapping(['name', 'description', 'price'])).toBeNull();
});

test.each([
  [
    'Shopify',
    ['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Variant Price'],
    { name: 1, description: 2, price: 5, category: 4, featured: null, sku: 0 },
  ],
  [
    'WooCommerce',
    [
      'ID',
      'Type',
      'SKU',
      'Name',
      'Is featured?',
      'Short description',
      'Description',
      'Regular price',
      'Categories',
    ],
    { name: 3, description: 6, price: 7, category: 8, featured: 4, sku: 2 },
  ],
  [
    'Medusa',
    ['Product Handle', 'Product Title', 'Product Description', 'Variant Price EUR', 'Variant Price NGN'],
    { name: 1, description: 2, price: 4, category: null, featured: null, sku: 0 },
  ],
  [
    'Etsy',
    ['TITLE', 'DESCRIPTION', 'PRICE', 'CURRENCY_CODE'],
    { name: 0, description: 1, price: 2, category: null, featured: null },
  ],
])('IMP-02 the columns of %s are guessed', (_, header, columns) => {
  expect(
    guessMapping(
      sheet(
        header,
        header.map(() => 'x'),
      ),
    ).columns,
  ).toEqual(columns);
});

test('a column without content is not guessed', () => {
  const { columns } = guessMapping(
    sheet(['Title', 'Type', 'Product Category'], ['a', '', 'Tops'], ['b', ' ', '']),
  );
  expect(columns).toMatchObject({ name: 0, category: 2, price: null });
});

test("WooCommerce's product type is not guessed as the category", () => {
  expect(
    guessMapping(sheet(['Name', 'Type', 'Categories'], ['a', 'simple', ''])).columns.category,
  ).toBeNull();
});

test('a fill value replaces any missing column except the name', () => {
  const columns = { name: null, description: 0, price: null, category: null, featured: null };
  expect(missingColumns({ columns, fill: { category: 'Tops' } })).toEqual(['name', 'price']);
});

test('files with equal columns have one signature, also with those of the file of bad rows', () => {
  expect(headerSignature(['Title', 'Body (HTML)'])).toBe(
    headerSignature([' title', 'body html ', 'row', 'errors']),
  );
  expect(headerSignature(['Title', 'Price'])).not.toBe(headerSignature(['Price', 'Title']));
});

test('a stored mapping is restored only if it is valid for the header', () => {
  const header = ['Title', 'Body', 'Cost'];
  const stored = {
    columns: { name: 0, description: 1, price: 2, category: null, featured: null },
    fill: { category: 'Tops' },
  };
  expect(restoreMapping(JSON.parse(JSON.stringify(stored)), header)).toEqual(stored);
  for (const bad of [
    null,
    'x',
    {},
    { columns: { ...stored.columns, name: 7 } },
    { columns: stored.columns },
  ]) {
    expect(restoreMapping(bad, header)).toBeNull();
  }
});

test('unused columns are listed', () => {
  const mapping = { columns: { name: 0, description: 1, price: 2, category: 3, featured: null }, fill: {} };
  expect(unusedColumns(['n', 'd', 'p', 'c', 'colour', '', 'row', 'errors'], mapping)).toEqual(['colour']);
});

test('a list that only changes products needs a column to recognise them and another one', () => {
  const columns = { name: null, description: null, price: 1, category: null, featured: null };
  expect(restoreMapping({ columns: { ...columns, sku: 0 }, mode: 'update' }, ['sku', 'price'])).toMatchObject(
    {
      columns: { sku: 0, price: 1 },
      mode: 'update',
    },
  );
  expect(restoreMapping({ columns: { ...columns, sku: 0 } }, ['sku', 'price'])).toBeNull();
  expect(restoreMapping({ columns, mode: 'update' }, ['sku', 'price'])).toBeNull();
  expect(restoreMapping({ columns: { sku: 0 }, mode: 'update' }, ['sku', 'price'])).toBeNull();
});

const ID = '0190a1b2-0000-7000-8000-000000000001';
test('IMP-03 only ids of this shop recognise products', () => {
  const header = ['id', 'name', 'price'];
  expect(guessMapping(sheet(header, [ID, 'Sego', '1'])).columns.id).toBe(0);
  expect(guessMapping(sheet(header, ['4711', 'Sego', '1'])).columns).not.toHaveProperty('id');
});

test('IMP-06 of several columns with codes, those that became no code are named', () => {
  const header = ['Handle', 'Title', 'Variant SKU', 'Variant Price'];
  const othersOf = (...rows: string[][]) => {
    const file = sheet(header, ...rows);
    return otherCodes(file, guessMapping(file));
  };
  expect(othersOf(['kaftan', 'Kaftan', '', '5'], ['kaftan', '', 'K-M', '5'])).toEqual(['Variant SKU']);
  expect(othersOf(['kaftan', 'Kaftan', '', '5'])).toEqual([]);
  // By a SKU that was chosen, or the only one.
  const file = sheet(header, ['kaftan', 'Kaftan', 'K-M', '5']);
  const guess = guessMapping(file);
  expect(otherCodes(file, { ...guess, columns: { ...guess.columns, sku: 2 } })).toEqual(['Handle']);
  expect(othersOf(['', 'Kaftan', 'K-M', '5'])).toEqual([]);
});

test('IMP-02 exports are recognised by their header, whatever the order of its columns', () => {
  for (const [shop, header] of [
    ['Shopify', 'Title,Handle,Body (HTML),Variant Price'],
    ['WooCommerce', 'ID,Type,SKU,Name,Published,Visibility in catalog,Regular price'],
    ['Squarespace', 'Product ID [Non Editable],Variant ID [Non Editable],Title,Price'],
    ['Etsy', 'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS'],
    ['Square', 'Token,Item Name,Variation Name,SKU,Description,Categories,Price'],
    ['Medusa', 'Product Id,Product Handle,Product Title,Variant Id,Variant Title'],
    [undefined, 'name,description,price,category,featured'],
    [undefined, 'Title,Price'],
  ] as const) {
    expect(detectShop(header.split(',')), header).toBe(shop);
  }
});
