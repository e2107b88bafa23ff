import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { urlsAt } from '#platform/postgres/test-database.ts';
import type { Caller } from '#shared/caller.ts';
import { createFixture, FIXTURE_NOW, type Fixture, type TestUser } from './test-orders.ts';

let fixture: Fixture;
let database: Awaited<ReturnType<typeof openDatabase>>;
let amara: TestUser;
let bola: TestUser;
let admin: TestUser;
beforeAll(async () => {
  fixture = await createFixture();
  database = await openDatabase(urlsAt(fixture.url));
  amara = await fixture.addUser({ firstName: 'Amara', lastName: 'Eze' });
  bola = await fixture.addUser({ firstName: 'Bola', lastName: 'Ade' });
  admin = await fixture.addUser({ firstName: 'Ngozi', lastName: 'Admin', role: 'admin' });
});
afterAll(async () => {
  await database?.close();
  await fixture?.close();
});
beforeEach(() => fixture.clear());

/** Runs SQL as the web role on behalf of a user, to test row level security alone. */
async function sqlAs(user: TestUser | null, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = await database.webPool.connect();
  try {
    await client.query('begin');
    await client.query('select set_caller($1)', [user?.id ?? null]);
    const result = await client.query(text, values);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const message = (link: string | null) => new URL(link ?? '').searchParams.get('text');

test('ERR-20 PERM-02 without a session, every operation answers that it requires sign-in', async () => {
  const visitor = fixture.as(null);
  const id = randomUUID();
  const cart = { idempotencyKey: id, lines: [{ productId: id, shownPrice: 1 }] };
  const refusalOf = (action: string) => ({
    code: 'SIGN_IN_REQUIRED',
    status: 401,
    message: `User must be authenticated to ${action}`,
  });
  await expect(visitor.submit(cart)).rejects.toMatchObject(refusalOf('create order'));
  await expect(visitor.listMine({})).rejects.toMatchObject(refusalOf('fetch orders'));
  await expect(visitor.get({ id })).rejects.toMatchObject(refusalOf('fetch order details'));
  await expect(visitor.updateNote({ id, note: '' })).rejects.toMatchObject(refusalOf('update notes'));
  expect(await fixture.counts()).toMatchObject({ orders: 0 });
});

test('PERM-03 CALLS-25 CALLS-28 without any WHERE a customer reads only their own orders, an admin all', async () => {
  const mine = await fixture.orderOf(amara);
  const hers = await fixture.orderOf(bola);
  for (const [user, ids] of [
    [amara, [mine.id]],
    [bola, [hers.id]],
    [admin, [mine.id, hers.id]],
    [null, []],
  ] as const) {
    expect((await sqlAs(user, 'select id from orders')).rows.map((row) => row.id).sort()).toEqual(
      [...ids].sort(),
    );
    expect(
      (await sqlAs(user, 'select order_id from order_items')).rows.map((row) => row.order_id).sort(),
    ).toEqual([...ids].sort());
    expect((await sqlAs(user, 'select from order_events')).rowCount).toBe(ids.length);
  }
});

test('PERM-02 CALLS-24 the database refuses an order for someone else or without a caller', async () => {
  const insert = `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
    values (gen_random_uuid(), '0001', $1, 'x', 'x@shop.example', gen_random_uuid(), '')`;
  await expect(sqlAs(bola, insert, [amara.id])).rejects.toThrow(/row-level security/);
  await expect(sqlAs(null, insert, [amara.id])).rejects.toThrow(/row-level security/);
  expect((await sqlAs(amara, insert, [amara.id])).rowCount).toBe(1);
});

test('the database refuses changes to another customer’s order, and to the status of one’s own', async () => {
  const order = await fixture.orderOf(amara);
  expect((await sqlAs(bola, "update orders set whatsapp_link = 'x'")).rowCount).toBe(0);
  expect((await sqlAs(bola, "update order_items set note = 'x'")).rowCount).toBe(0);
  await expect(sqlAs(amara, "update orders set status = 'completed'")).rejects.toThrow(
    'status may not be changed',
  );
  await expect(sqlAs(amara, 'update order_items set product_price = 0')).rejects.toThrow('permission denied');
  await expect(sqlAs(amara, 'update orders set user_id = $1', [bola.id])).rejects.toThrow(
    'permission denied',
  );
  await expect(sqlAs(amara, 'delete from orders')).rejects.toThrow('permission denied');
  expect((await sqlAs(amara, 'delete from order_items')).rowCount).toBe(0);
  expect((await sqlAs(admin, "update orders set status = 'processing'")).rowCount).toBe(1);
  expect((await fixture.as(amara).get({ id: order.id })).status).toBe('processing');
});

test('DATA-08 DATA-10 CALLS-27 orders and items have their columns', async () => {
  const columns = async (table: string) => {
    const rows = await fixture.rows(
      'select column_name from information_schema.columns where table_name = $1',
      [table],
    );
    return rows.map((row) => row.column_name);
  };
  expect(await columns('orders')).toEqual(
    expect.arrayContaining([
      'id',
      'order_number',
      'whatsapp_link',
      'status',
      'user_id',
      'created_at',
      'updated_at',
    ]),
  );
  expect(await columns('order_items')).toEqual(
    expect.arrayContaining([
      'id',
      'order_id',
      'product_id',
      'product_name',
      'product_price',
      'product_image',
      'note',
      'created_at',
    ]),
  );
});

test('the web role cannot read jobs', async () => {
  await fixture.orderOf(amara);
  await expect(sqlAs(amara, 'select * from pgboss.job')).rejects.toThrow(
    'permission denied for schema pgboss',
  );
  await expect(sqlAs(admin, 'delete from pgboss.job_common')).rejects.toThrow(
    'permission denied for schema pgboss',
  );
});

test('PERM-03 DATA-09 only its owner and an admin can get an order', async () => {
  const order = await fixture.orderOf(amara);
  expect(Object.keys(order).sort()).toEqual(
    [
      'id',
      'orderNumber',
      'whatsappLink',
      'status',
      'userId',
      'createdAt',
      'updatedAt',
      'openedAt',
      'confirmedAt',
      'total',
      'items',
    ].sort(),
  );
  expect(Object.keys(order.items[0]!).sort()).toEqual(
    [
      'id',
      'productId',
      'productName',
      'productPrice',
      'listPrice',
      'promotionCode',
      'promotionPercent',
      'productImage',
      'note',
    ].sort(),
  );
  expect(await fixture.as(amara).get({ id: order.id })).toEqual(order);
  expect(await fixture.as(admin).get({ id: order.id })).toEqual(order);
  await expect(fixture.as(bola).get({ id: order.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    status: 404,
  });
  await expect(fixture.as(amara).get({ id: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(fixture.as(amara).get({ id: 'nonsense' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test('CALLS-25 listMine returns ten orders a page with their items, newest first; an admin gets their own as well', async () => {
  const made = [];
  for (let n = 0; n < 12; n++) made.push(await fixture.orderOf(amara));
  const own = await fixture.orderOf(admin);
  const newest = made.map((order) => order.id).reverse();
  const first = await fixture.as(amara).listMine({});
  expect(first).toMatchObject({ total: 12, page: 1, pageCount: 2 });
  expect(first.orders.map((order) => order.id)).toEqual(newest.slice(0, 10));
  expect(first.orders[0]).toEqual(made[11]);
  for (const page of [2, 99]) {
    const last = await fixture.as(amara).listMine({ page });
    expect(last.page).toBe(2);
    expect(last.orders.map((order) => order.id)).toEqual(newest.slice(10));
  }
  expect((await fixture.as(admin).listMine({})).orders.map((order) => order.id)).toEqual([own.id]);
  expect(await fixture.as(bola).listMine({})).toEqual({ orders: [], total: 0, page: 1, pageCount: 1 });
  await expect(fixture.as(amara).listMine({ page: -1 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test("PERM-04 OPEN-22 updating a note rewrites the link; a customer's own change is recorded as theirs", async () => {
  const order = await fixture.orderOf(amara, randomUUID(), 'Bust 38');
  expect(message(order.whatsappLink)).toContain('(Note: Bust 38)');
  const item = order.items[0]!.id;
  const changed = await fixture.as(amara).updateNote({ id: item, note: ' *Bust* 40\n' });
  expect(changed.items[0]?.note).toBe('*Bust* 40');
  expect(message(changed.whatsappLink)).toContain('(Note: Bust 40)');
  expect(await fixture.as(amara).get({ id: order.id })).toEqual(changed);
  expect(changed.updatedAt).toBe(FIXTURE_NOW.toISOString());
  const emptied = await fixture.as(amara).updateNote({ id: item, note: '' });
  expect(emptied.items[0]?.note).toBeNull();
  expect(message(emptied.whatsappLink)).not.toContain('Note');
  expect(
    await fixture.rows("select detail, actor_id from order_events where kind = 'note' order by created_at"),
  ).toEqual([
    {
      detail: { item: 'Everyday kaftan', itemId: item, before: 'Bust 38', after: '*Bust* 40' },
      actor_id: amara.id,
    },
    {
      detail: { item: 'Everyday kaftan', itemId: item, before: '*Bust* 40', after: '' },
      actor_id: amara.id,
    },
  ]);
});

test('OPEN-07 an admin changes the note of any order, and it is recorded', async () => {
  const order = await fixture.orderOf(amara, randomUUID(), 'Bust 38');
  const changed = await fixture.as(admin).updateNote({ id: order.items[0]!.id, note: 'Bust 39' });
  expect(changed.items[0]?.note).toBe('Bust 39');
  expect(
    await fixture.rows("select kind, detail, actor_id, actor_name from order_events where kind = 'note'"),
  ).toEqual([
    {
      kind: 'note',
      detail: { item: 'Everyday kaftan', itemId: order.items[0]!.id, before: 'Bust 38', after: 'Bust 39' },
      actor_id: admin.id,
      actor_name: 'Ngozi Admin',
    },
  ]);
});

test('ERR-21 PERM-05 updating another customer’s note is refused with a message, an unknown item is not found', async () => {
  const order = await fixture.orderOf(amara, randomUUID(), 'Bust 38');
  const item = order.items[0]!.id;
  await expect(fixture.as(bola).updateNote({ id: item, note: 'x' })).rejects.toMatchObject({
    code: 'NO_PERMISSION',
    status: 403,
    message: 'You do not have permission to update this order item',
  });
  await expect(fixture.as(null).updateNote({ id: item, note: 'x' })).rejects.toMatchObject({ status: 401 });
  await expect(fixture.as(bola).updateNote({ id: randomUUID(), note: 'x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(fixture.as(amara).updateNote({ id: item, note: 'x'.repeat(501) })).rejects.toMatchObject({
    code: 'BAD_INPUT',
  });
  expect(await fixture.as(amara).get({ id: order.id })).toEqual(order);
  expect(
    (await fixture.as(amara).updateNote({ id: item.toUpperCase(), note: 'x'.repeat(500) })).items[0]?.note,
  ).toHaveLength(500);
});

test('two notes updated concurrently are both in the link', async () => {
  const products = [await fixture.addProduct({ name: 'One' }), await fixture.addProduct({ name: 'Two' })];
  const order = await fixture.as(amara).submit({
    idempotencyKey: randomUUID(),
    lines: products.map((productId) => ({ productId, shownPrice: 10 })),
  });
  for (let n = 0; n < 5; n++) {
    await Promise.all(
      order.items.map(({ id }, at) => fixture.as(amara).updateNote({ id, note: `wish ${at} ${n}` })),
    );
    const text = message((await fixture.as(amara).get({ id: order.id })).whatsappLink);
    expect(text).toContain(`(Note: wish 0 ${n})`);
    expect(text).toContain(`(Note: wish 1 ${n})`);
  }
});

test('pressing Continue to WhatsApp is recorded once, and only for the owner', async () => {
  const { id } = await fixture.orderOf(amara);
  for (const other of [bola, admin]) {
    await expect(fixture.as(other).markOpened({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // With the account that the browser noted it for, the refusal is not final.
    await expect(fixture.as(other).markOpened({ id, account: amara.id })).rejects.toMatchObject({
      code: 'OTHER_ACCOUNT',
    });
  }
  const { id: account } = amara;
  const answers = await Promise.all([1, 2, 3].map(() => fixture.as(amara).markOpened({ id, account })));
  expect(new Set(answers.map((answer) => answer.openedAt))).toEqual(new Set([FIXTURE_NOW.toISOString()]));
  expect(await fixture.rows("select actor_id from order_events where kind = 'opened'")).toEqual([
    { actor_id: amara.id },
  ]);
  expect((await fixture.as(amara).get({ id })).openedAt).toBe(FIXTURE_NOW.toISOString());
});

test('the caller is reset after the transaction', async () => {
  await fixture.orderOf(amara);
  const nobody: Caller = null;
  expect((await database.asCaller(nobody, (tx) => tx.execute('select id from orders'))).rows).toEqual([]);
  expect((await database.webPool.query('select id from orders')).rows).toEqual([]);
});
