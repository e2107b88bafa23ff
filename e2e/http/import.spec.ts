import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { test as base, expect, refusalOf, rowsOf } from './shop.ts';

const test = base.extend<{ removed: undefined }>({
  removed: [
    async ({ db }, use) => {
      const { rows } = await db.query('select now() as began');
      await use(undefined);
      for (const table of ['products', 'categories', 'product_imports']) {
        await db.query(`delete from ${table} where created_at >= $1`, [rows[0].began]);
      }
    },
    { auto: true },
  ],
});

const row = (name: string, more: object = {}) => ({
  name,
  description: 'Sewn in Lagos',
  price: 12_500.5,
  category: 'HTTP import',
  featured: false,
  ...more,
});
const send = (client: APIRequestContext, rows: unknown, idempotencyKey: string = randomUUID()) =>
  client.post('/api/v1/admin/products/import', { data: { idempotencyKey, rows } });

test('CALLS-56 OPEN-21 products are created in bulk through the documented API', async ({ as, db }) => {
  const key = randomUUID();
  const rows = [row('HTTP a'), row('HTTP b', { featured: true, category: 'http IMPORT' })];
  const answers = await Promise.all([send(as.admin, rows, key), send(as.admin, rows, key)]);
  for (const answer of answers) {
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toEqual({
      created: 2,
      changed: 0,
      categories: 1,
      changeSet: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  }
  const { rows: found } = await db.query(
    `select p.name, p.price::text, p.featured, c.name as category from products p
     join categories c on c.id = p.category_id where p.name like 'HTTP %' order by 1`,
  );
  expect(found).toEqual([
    { name: 'HTTP a', price: '12500.50', featured: false, category: 'HTTP import' },
    { name: 'HTTP b', price: '12500.50', featured: true, category: 'HTTP import' },
  ]);
  expect(await refusalOf(await send(as.admin, [row('HTTP c')], key))).toMatchObject({ code: 'KEY_REUSED' });
});

test('ADM-CSV-10 invalid rows are answered with their numbers, nothing is created', async ({ as, db }) => {
  const answer = await send(as.admin, [row('HTTP a'), row(' ', { price: -1 })]);
  expect(answer.status()).toBe(422);
  expect(await answer.json()).toMatchObject({
    code: 'ROWS_REFUSED',
    message: 'Some rows have validation errors. Please fix them and try again.',
    data: {
      rows: 1,
      cells: [
        { row: 3, column: 'name', message: 'Name is required' },
        { row: 3, column: 'price', message: 'Price must be positive' },
      ],
    },
  });
  expect((await db.query(`select from products where name like 'HTTP %'`)).rows).toEqual([]);
});

test('an import that was cancelled is not created when it arrives', async ({ as, db }) => {
  const key = randomUUID();
  const cancel = () => as.admin.delete(`/api/v1/admin/products/imports/${key}`);
  expect(await (await cancel()).json()).toEqual({
    created: 0,
    changed: 0,
    categories: 0,
    changeSet: null,
  });
  expect(await refusalOf(await send(as.admin, [row('HTTP late')], key))).toMatchObject({
    code: 'KEY_REUSED',
  });
  expect((await db.query(`select from products where name = 'HTTP late'`)).rows).toEqual([]);
  expect((await as.customer.delete(`/api/v1/admin/products/imports/${key}`)).status()).toBe(403);
});

const wrong: [string, unknown][] = [
  ['no rows', []],
  ['rows that are not a list', 'x'],
  ['a row that is null', [null]],
  ['a price that is text', [row('HTTP', { price: '1' })]],
  ['a name that is a list', [row('HTTP', { name: [] })]],
  ['10,001 rows', Array.from({ length: 10_001 }, () => ({ ...row('x'), description: 'x' }))],
];
for (const [what, rows] of wrong) {
  test(`${what} is not an import`, async ({ as }) => {
    expect(await refusalOf(await send(as.admin, rows))).toMatchObject({ status: 400, code: 'BAD_INPUT' });
  });
}

test('more than 8 MB is refused for everyone, more than 256 kB for all but admins', async ({ as, db }) => {
  const large = (bytes: number) => [row('HTTP', { description: 'x'.repeat(bytes) })];
  const before = await rowsOf(db);
  const limits: [APIRequestContext, number, number][] = [
    [as.visitor, 300_000, 413],
    [as.customer, 300_000, 413],
    // Read, and then refused by validation: longer than a description may be.
    [as.admin, 300_000, 422],
    [as.admin, 9_000_000, 413],
  ];
  for (const [client, bytes, status] of limits) {
    expect((await send(client, large(bytes))).status(), `${bytes} bytes`).toBe(status);
  }
  expect(await rowsOf(db)).toEqual(before);
});
