import { expect, test } from 'vitest';
import { formatCsv, TEMPLATE } from './csv-file.ts';
import { templateMapping } from './csv-mapping.ts';
import { parseProducts } from './csv-products.ts';
import { readSheet, type Sheet } from './csv-records.ts';
import { badRowsTable, noComparedRows, planRows } from './import-plan.ts';
import { splitRows } from './test-parsed.ts';

const read = (text: string) => readSheet(text) as Sheet;
const parseTemplate = (text: string) => {
  const sheet = read(text);
  return splitRows(parseProducts(sheet, templateMapping(sheet.header)!));
};

test('ADM-CSV-03 CONST-13 the template has the five columns and two valid sample rows', () => {
  expect(TEMPLATE.split('\n')).toHaveLength(3);
  expect(TEMPLATE.split('\n')[0]).toBe('name,description,price,category,featured');
  const { products, badRows } = parseTemplate(TEMPLATE);
  expect(badRows).toEqual([]);
  expect(products.map(({ price, featured }) => [price, featured])).toEqual([
    [2_500_000, true],
    [8_500_050, false],
  ]);
});

test('ADM-CSV-09 ADM-CSV-04 each bad row is reported with its number and all its errors', () => {
  const { products, badRows } = parseTemplate(
    'name,description,price,category\n,,0,\nGele,Sego,5,Gele\nFila,Cap,,Fila,stray\nIro,x,=1+1,Iro',
  );
  expect(products.map(({ name, row }) => [name, row])).toEqual([['Gele', 3]]);
  expect(
    badRows.flatMap(({ faults }) => faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)),
  ).toEqual([
    '2 name: Name is required',
    '2 description: Description is required',
    '2 price: Price must be positive',
    '2 category: Category is required',
    '4 row: This row has more cells than the header',
    '4 price: Price is required',
    '5 price: Price must be positive',
  ]);
});

test('the file of bad rows escapes formulas, and is valid after correction', () => {
  const sheet = read(`name,description,price,category\n"=HYPERLINK(""https://x"",""y"")",Sego,-5,Gele`);
  const { rows } = parseProducts(sheet, templateMapping(sheet.header)!);
  const plan = planRows(rows, noComparedRows(), { mode: 'create', key: 'name', includesExisting: false });
  const text = formatCsv(badRowsTable(sheet.header, plan, rows));
  expect(text).toContain(`"'=HYPERLINK(""https://x"",""y"")",Sego,'-5,Gele,2,Price must be positive`);
  const { products } = parseTemplate(text.replace("'-5", '5'));
  expect(products).toMatchObject([{ name: '=HYPERLINK("https://x","y")', price: 500 }]);
});

test("a fill value applies only to empty cells; HTML is converted only outside the template's columns", () => {
  const foreign = read('Title,Body (HTML),Cost,Type\nA,<p>x</p>,5,Tops\nB,<b>y</b>,,');
  const columns = { name: 0, description: 1, price: 2, category: 3, featured: null };
  const { products } = splitRows(
    parseProducts(foreign, { columns, fill: { category: 'Other', price: '7' } }),
  );
  expect(products.map(({ description, price, category }) => [description, price, category])).toEqual([
    ['x', 500, 'Tops'],
    ['y', 700, 'Other'],
  ]);
  expect(parseTemplate('name,description,price,category\nA,<b>y</b>,1,c').products[0]?.description).toBe(
    '<b>y</b>',
  );
});

test('rows with equal handles are one product, also if not adjacent; a missing name is one fault', () => {
  const sheet = read('Handle,Title,Body,Cost,Type\na,A,x,1,c\nb,,x,1,c\na,,,2,\nb,,,1,\n,C,x,1,c\n,D,x,1,c');
  const columns = { name: 1, description: 2, price: 3, category: 4, featured: null };
  const { products, variants, badRows, priceRanges } = splitRows(parseProducts(sheet, { columns, fill: {} }));
  expect(products.map(({ name, price }) => [name, price])).toEqual([
    ['A', 100],
    ['C', 100],
    ['D', 100],
  ]);
  expect(variants).toBe(2);
  expect(badRows.map(({ row }) => row)).toEqual([3]);
  expect(priceRanges).toEqual([{ name: 'A', lowest: 100, highest: 200 }]);
});

test('ADM-CSV-01 each row of a template file is a product, also two with the same name', () => {
  const text = [
    'name,description,category,price',
    'Gele,Sego,Gele,9500',
    'Gele,Sego,Gele,9500',
    '"Iro, Buba & Gele",AT&T and 3 > 2,Iro,"12,500.00"',
  ].join('\n');
  const { products, badRows } = parseTemplate(text);
  expect(badRows).toEqual([]);
  expect(products).toMatchObject([
    { row: 2, name: 'Gele', description: 'Sego', category: 'Gele', price: 950_000, featured: false },
    { row: 3, name: 'Gele', description: 'Sego', category: 'Gele', price: 950_000, featured: false },
    {
      row: 4,
      name: 'Iro, Buba & Gele',
      description: 'AT&T and 3 > 2',
      category: 'Iro',
      price: 1_250_000,
      featured: false,
    },
  ]);
});

test('character references in names and categories are resolved; a category is written as a path', () => {
  const { products } = parseTemplate(
    'name,description,price,category\nFila &amp; Gele &#8211; M&eacute;lange,&amp;,1,Women>Head &amp; Neck > Gele',
  );
  expect(products).toMatchObject([
    { name: 'Fila & Gele – Mélange', description: '&amp;', category: 'Women > Head & Neck > Gele' },
  ]);
});

test('IMP-09 cells of the template and of an own export are as the shop has them', () => {
  const { products } = parseTemplate(
    'name,description,price,category,featured\nFila &amp; Gele,&lt;b&gt;,1,A>B,\n',
  );
  expect(products).toMatchObject([{ name: 'Fila &amp; Gele', description: '&lt;b&gt;', category: 'A>B' }]);
});
