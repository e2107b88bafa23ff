import { expect, test } from 'vitest';
import type { z } from 'zod';
import { productAdminContract } from './product-admin.contract.ts';

const { inputSchema } = productAdminContract.createProduct['~orpc'];
const read = (more: object) =>
  (inputSchema as z.ZodType).safeParse({
    name: 'Adire boubou',
    description: 'Indigo',
    price: '12500.50',
    category: { name: 'Boubou' },
    ...more,
  });

test('OPEN-21 a multipart form, where everything is text, creates a product with its image', () => {
  expect(read({ featured: 'true' }).data).toMatchObject({ price: 12_500.5, featured: true });
  expect(read({ price: 7, featured: false }).data).toMatchObject({ price: 7, featured: false });
});

test('VIS-01 a product is published unless the form says otherwise', () => {
  expect(read({}).data).toMatchObject({ status: 'published', soldOut: false });
  expect(read({ status: 'draft', soldOut: 'true' }).data).toMatchObject({ status: 'draft', soldOut: true });
  expect(read({ status: 'hidden' }).success).toBe(false);
});

test.each([
  ['', 'Price is required'],
  [' ', 'Price is required'],
  ['1e3', 'Write it as 12500 or 12500.50'],
  ['12,500.00', 'Write it as 12500 or 12500.50'],
  ['12.345', 'Price has at most two decimals'],
  ['-1', 'Price must be 0 or more'],
  ['10000000000', 'Price must be at most 9,999,999,999.99'],
  [null, 'Price is required'],
  [-1, 'Price must be 0 or more'],
])('OPEN-21 %j is not a price', (price, message) => {
  expect(read({ price }).error?.issues).toMatchObject([{ path: ['price'], message }]);
});
