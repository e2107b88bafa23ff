import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { csvText, TEMPLATE } from './csv-file.ts';
import { guessMapping, ownMapping } from './csv-mapping.ts';
import { badRowsTable, understood } from './csv-products.ts';
import { readSheet, type Sheet } from './csv-records.ts';
import { textOfBytes } from './csv-text.ts';

const read = (text: string) => readSheet(text) as Sheet;
const own = (text: string) => {
  const sheet = read(text);
  return understood(sheet, ownMapping(sheet.header)!);
};

test('ADM-CSV-03 CONST-13 the template has the five columns and two sample rows, which are good', () => {
  expect(TEMPLATE.split('\n')).toHaveLength(3);
  expect(TEMPLATE.split('\n')[0]).toBe('name,description,price,category,featured');
  const { products, bad } = own(TEMPLATE);
  expect(bad).toEqual([]);
  expect(products.map(({ price, featured }) => [price, featured])).toEqual([
    [2_500_000, true],
    [8_500_050, false],
  ]);
});

test('ADM-CSV-09 ADM-CSV-04 each bad row is told with its number and all its faults', () => {
  const { products, bad } = own(
    'name,description,price,category\n,,0,\nGele,Sego,5,Gele\nFila,Cap,,Fila,stray\nIro,x,=1+1,Iro',
  );
  expect(products.map(({ name, row }) => [name, row])).toEqual([['Gele', 3]]);
  expect(
    bad.flatMap(({ faults }) => faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)),
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

test('the file of bad rows is harmless, and good once corrected', () => {
  const { bad } = own(`name,description,price,category\n"=HYPERLINK(""https://x"",""y"")",Sego,-5,Gele`);
  const text = csvText(badRowsTable(['name', 'description', 'price', 'category'], bad));
  expect(text).toContain(`"'=HYPERLINK(""https://x"",""y"")",Sego,'-5,Gele,2,Price must be positive`);
  const { products } = own(text.replace("'-5", '5'));
  expect(products).toMatchObject([{ name: '=HYPERLINK("https://x","y")', price: 500 }]);
});

test('another shop’s export comes in with its names, descriptions and prices', () => {
  const file = textOfBytes(
    readFileSync(new URL('../../../e2e/fixtures/shopify-apparel.csv', import.meta.url)),
  );
  const sheet = read((file as { text: string }).text);
  const mapping = guessMapping(sheet);
  // Its 'Type' is empty throughout: one category is chosen for all.
  expect(mapping.columns).toMatchObject({
    name: 1,
    description: 2,
    price: 19,
    category: null,
    featured: null,
  });
  const { products, bad, variants } = understood(sheet, { ...mapping, fill: { category: 'Apparel' } });
  expect(bad).toEqual([]);
  expect(variants).toBe(2);
  expect(products).toHaveLength(20);
  expect(products[0]).toEqual({
    row: 2,
    name: 'Ocean Blue Shirt',
    description:
      'Ocean blue cotton shirt with a narrow collar and buttons down the front and long sleeves. Comfortable fit and tiled kalidoscope patterns.',
    price: 5_000,
    category: 'Apparel',
    featured: false,
  });
});

test('what stands for a missing cell stands only there; HTML becomes text in foreign columns alone', () => {
  const foreign = read('Title,Body (HTML),Cost,Type\nA,<p>x</p>,5,Tops\nB,<b>y</b>,,');
  const columns = { name: 0, description: 1, price: 2, category: 3, featured: null };
  const { products } = understood(foreign, { columns, fill: { category: 'Other', price: '7' } });
  expect(products.map(({ description, price, category }) => [description, price, category])).toEqual([
    ['x', 500, 'Tops'],
    ['y', 700, 'Other'],
  ]);
  expect(own('name,description,price,category\nA,<b>y</b>,1,c').products[0]?.description).toBe('<b>y</b>');
});

test('a nameless row of another handle is a fault, not a variant', () => {
  const sheet = read('Handle,Title,Body,Cost,Type\na,A,x,1,c\na,,,2,\nb,,x,1,c\nb,,,1,');
  const columns = { name: 1, description: 2, price: 3, category: 4, featured: null };
  const { variants, bad } = understood(sheet, { columns, fill: {} });
  expect(variants).toBe(1);
  expect(bad.map(({ row }) => row)).toEqual([4, 5]);
});
