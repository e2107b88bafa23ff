import { expect, test } from 'vitest';
import { parseCsvProduct, TEMPLATE_COLUMNS } from './product-csv.ts';

test('DATA-19 a row of the spreadsheet has name, description, price, category and featured', () => {
  expect(TEMPLATE_COLUMNS).toEqual(['name', 'description', 'price', 'category', 'featured']);
  expect(
    parseCsvProduct({
      name: ' Gèlè ',
      description: 'Sego',
      price: '13800.50',
      category: 'Gele',
      featured: '1',
    }),
  ).toMatchObject({ name: 'Gèlè', description: 'Sego', price: 1_380_050, category: 'Gele', featured: true });
});

test('an invalid price is null, unlike a price of zero', () => {
  expect(parseCsvProduct({ price: '0' }).price).toBe(0);
  for (const price of ['', 'free', '12,50', '1.000,00', '1e5'])
    expect(parseCsvProduct({ price }).price).toBeNull();
  for (const price of ['12500', '12,500', '₦12,500.00', 'NGN 12500.0', ' 12500 ']) {
    expect(parseCsvProduct({ price }).price).toBe(1_250_000);
  }
  for (const featured of ['0', 'yes', '', 'True']) expect(parseCsvProduct({ featured }).featured).toBe(false);
  for (const featured of ['true', 'TRUE', '1']) expect(parseCsvProduct({ featured }).featured).toBe(true);
});
