import { expect, test } from 'vitest';
import { CSV_COLUMNS, csvProductOf } from './product-csv.ts';

test('DATA-19 a row of the spreadsheet has name, description, price, category and featured', () => {
  expect(CSV_COLUMNS).toEqual(['name', 'description', 'price', 'category', 'featured']);
  expect(
    csvProductOf({ name: ' Gèlè ', description: 'Sego', price: '13800.50', category: 'Gele', featured: '1' }),
  ).toEqual({ name: 'Gèlè', description: 'Sego', price: 1_380_050, category: 'Gele', featured: true });
});

test('a cell that means nothing is told apart from one that means zero', () => {
  expect(csvProductOf({ price: '0' }).price).toBe(0);
  for (const price of ['', 'free', '12,50', '1.000,00', '1e5'])
    expect(csvProductOf({ price }).price).toBeNull();
  for (const price of ['12500', '12,500', '₦12,500.00', 'NGN 12500.0', ' 12500 ']) {
    expect(csvProductOf({ price }).price).toBe(1_250_000);
  }
  for (const featured of ['0', 'yes', '', 'True']) expect(csvProductOf({ featured }).featured).toBe(false);
  for (const featured of ['true', 'TRUE', '1']) expect(csvProductOf({ featured }).featured).toBe(true);
});
