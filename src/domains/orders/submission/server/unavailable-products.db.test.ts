import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitingIn } from '#platform/postgres/test-database.ts';
import { createFixture, type Fixture } from '../../server/test-orders.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture?.close());
beforeEach(() => fixture.clear());

const line = (productId: string, shownPrice: number) => ({ productId, shownPrice });

test('VIS-03 an order with sold-out products is refused with their names, and nothing is saved', async () => {
  const gown = await fixture.addProduct({ price: '2000.00', name: 'Gown' });
  const cap = await fixture.addProduct({ price: '10.00', name: 'Fila' });
  const kept = await fixture.addProduct({ price: '5.00', name: 'Gele' });
  await fixture.rows('update products set sold_out = true where id = any($1)', [[gown, cap]]);
  const buyer = await fixture.addUser();
  const lines = [line(kept, 5), line(gown, 2000), line(cap, 10)];
  await expect(fixture.as(buyer).submit({ idempotencyKey: randomUUID(), lines })).rejects.toMatchObject({
    code: 'PRODUCTS_SOLD_OUT',
    status: 409,
    message: 'Sold out: Gown, Fila. Please remove it from the order.',
    data: {
      lines: [
        { productId: gown, name: 'Gown', before: 2000, after: null },
        { productId: cap, name: 'Fila', before: 10, after: null },
      ],
    },
  });
  expect(await fixture.counts()).toEqual({ orders: 0, items: 0, events: 0, mails: 0 });
  // Together with a deleted one, all are named at once.
  await expect(
    fixture.as(buyer).submit({ idempotencyKey: randomUUID(), lines: [line(cap, 10), line(randomUUID(), 1)] }),
  ).rejects.toMatchObject({ code: 'PRODUCTS_GONE', data: { lines: [{ name: 'Fila' }, { name: null }] } });
});

test.each(['user', 'admin'] as const)('VIS-02 a draft cannot be ordered as %s', async (role) => {
  const productId = await fixture.addProduct({ name: 'Kaftan', price: '10.00' });
  await fixture.rows(`update products set status = 'draft' where id = $1`, [productId]);
  await expect(
    fixture
      .as(await fixture.addUser({ role }))
      .submit({ idempotencyKey: randomUUID(), lines: [line(productId, 10)] }),
  ).rejects.toMatchObject({ code: 'PRODUCTS_GONE', data: { lines: [{ productId, name: null }] } });
  expect(await fixture.counts()).toEqual({ orders: 0, items: 0, events: 0, mails: 0 });
});

test.each([
  ['sold out', 'set sold_out = true', 'PRODUCTS_SOLD_OUT'],
  ['a draft', "set status = 'draft'", 'PRODUCTS_GONE'],
])('VIS-03 a product that becomes %s during the submission is refused', async (_, change, code) => {
  const buyer = await fixture.addUser({ role: 'admin' });
  const productId = await fixture.addProduct({ name: 'Kaftan', price: '10.00' });
  const other = new pg.Client(fixture.url);
  await other.connect();
  try {
    // The submission has read its product and waits for the table lock.
    await other.query('begin; lock table orders in share row exclusive mode');
    const submitted = fixture
      .as(buyer)
      .submit({ idempotencyKey: randomUUID(), lines: [line(productId, 10)] });
    submitted.catch(() => undefined);
    await expect.poll(() => waitingIn(other)).toBe(1);
    await other.query(`update products ${change} where id = '${productId}'`);
    await other.query('commit');
    await expect(submitted).rejects.toMatchObject({ code });
  } finally {
    await other.end();
  }
  expect(await fixture.counts()).toEqual({ orders: 0, items: 0, events: 0, mails: 0 });
});
