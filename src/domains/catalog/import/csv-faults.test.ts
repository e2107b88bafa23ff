import { expect, test } from 'vitest';
import { checkProduct, createCategoryLimit } from './csv-faults.ts';
import type { CsvColumn } from './product-csv.ts';

const GOOD = {
  name: 'Agbada',
  description: 'Three pieces',
  price: '45000',
  category: 'Agbada',
  featured: 'true',
};
const messagesFor = (cells: Partial<Record<CsvColumn, string>>) =>
  checkProduct({ ...GOOD, ...cells }).faults.map(({ column, message }) => `${column}: ${message}`);

test('a good row has no fault', () => {
  expect(messagesFor({})).toEqual([]);
  expect(checkProduct(GOOD).product).toMatchObject({ name: 'Agbada', price: 4_500_000, featured: true });
});

test('ADM-CSV-04 a row without name, description or category reports all three at once', () => {
  expect(messagesFor({ name: '', description: '  ', category: undefined })).toEqual([
    'name: Name is required',
    'description: Description is required',
    'category: Category is required',
  ]);
});

test.each(['0', '-1', '-0.01', 'text', '12,50', '0.00'])(
  'ADM-CSV-05 OPEN-63 a price of %s must be positive',
  (price) => {
    expect(messagesFor({ price })).toEqual(['price: Price must be positive']);
  },
);

test('a cell of invisible characters is empty', () => {
  const blank = '\u200b\u3164\u2060';
  expect(messagesFor({ name: blank, description: blank, category: `${blank} > ${blank}` })).toEqual([
    'name: Name is required',
    'description: Description is required',
    'category: Category is required',
  ]);
});

test.each<[string, string | undefined]>([
  ['text', 'Write it as 12500 or 12,500.00'],
  ['12,50', 'Write it as 12500 or 12,500.00'],
  ['12.500,00', 'Write it as 12500 or 12,500.00'],
  ['$40', 'Write it as 12500 or 12,500.00'],
  ['0', undefined],
  ['-1', undefined],
  ['-0.5', undefined],
])('ADM-CSV-05 the hint for a price of %s is: %s', (price, hint) => {
  const [fault] = checkProduct({ ...GOOD, price }).faults;
  expect(fault).toEqual({ column: 'price', message: 'Price must be positive', ...(hint && { hint }) });
});

test('the length of each name in a category path is limited', () => {
  const long = 'x'.repeat(100);
  expect(messagesFor({ category: `${long} > ${long}` })).toEqual([]);
  expect(messagesFor({ category: `a > ${long}x` })).toEqual([
    'category: Category must be at most 100 characters',
  ]);
  expect(messagesFor({ category: ' > ' })).toEqual(['category: Category is required']);
  expect(messagesFor({ category: 'a>b>c>d>e>f>g>h>i' })).toEqual([
    'category: Category can have at most 8 levels',
  ]);
});

test('ADM-CSV-05 a price of one kobo is valid', () => {
  expect(messagesFor({ price: '0.01' })).toEqual([]);
});

test('ADM-CSV-06 OPEN-32 an empty price is required', () => {
  expect(messagesFor({ price: ' ' })).toEqual(['price: Price is required']);
});

test.each([
  ['ten thousand million', '10000000000', 'Price must be at most 9,999,999,999.99'],
  ['a fraction of a kobo', '0.001', 'Price has at most two decimals'],
])('a price of %s', (_, price, message) => {
  expect(messagesFor({ price })).toEqual([`price: ${message}`]);
});

test('text above the length limits is a fault; an emoji is one character', () => {
  expect(
    messagesFor({ name: '👗'.repeat(200), category: 'x'.repeat(100), description: 'x'.repeat(10_000) }),
  ).toEqual([]);
  expect(
    messagesFor({ name: '👗'.repeat(201), category: 'x'.repeat(101), description: 'x'.repeat(10_001) }),
  ).toEqual([
    'name: Name must be at most 200 characters',
    'description: Description must be at most 10000 characters',
    'category: Category must be at most 100 characters',
  ]);
});

test('categories are counted ignoring case, up to a limit per file', () => {
  const faultsOf = createCategoryLimit(2);
  expect(['Iro', 'Gele', 'IRO', '', 'Fila', 'gele'].map((category) => faultsOf(category).length)).toEqual([
    0, 0, 0, 0, 1, 0,
  ]);
});
