import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { expect, plainLines, refusalOf, rowsOf, submit, test } from './shop.ts';

/** An order of the demo store that belongs, or does not belong, to the demo customer. */
async function orderOf(db: Client, owner: 'own' | 'another') {
  const { rows } = await db.query(
    `select o.id, o.whatsapp_link, i.id as item, i.note from orders o join order_items i on i.order_id = o.id
       join profiles p on p.id = o.user_id
     where (p.email = 'customer@demo.shop') = $1 order by o.created_at, i.position limit 1`,
    [owner === 'own'],
  );
  return rows[0] as { id: string; whatsapp_link: string; item: string; note: string | null };
}

test('PERM-02 CALLS-24 CALLS-27 a customer’s order is stored with its items, a visitor’s is refused', async ({
  as,
  db,
}) => {
  const lines = (await plainLines(as.visitor, 2)).map((line, at) => ({
    ...line,
    note: at === 0 ? 'Size 42' : '',
  }));
  const before = await rowsOf(db);
  expect(await refusalOf(await submit(as.visitor, lines))).toEqual({
    status: 401,
    code: 'SIGN_IN_REQUIRED',
    message: 'User must be authenticated to create order',
  });
  expect(await rowsOf(db)).toEqual(before);

  const answer = await submit(as.customer, lines);
  expect(answer.status()).toBe(200);
  const order = await answer.json();
  const stored = await db.query(
    'select order_number, whatsapp_link, status, user_id from orders where id = $1',
    [order.id],
  );
  const { id: userId } = await (await as.customer.get('/api/v1/me')).json();
  expect(stored.rows).toEqual([
    {
      order_number: order.orderNumber,
      whatsapp_link: order.whatsappLink,
      status: 'pending',
      user_id: userId,
    },
  ]);
  const items = await db.query(
    `select product_id, product_price::float, note, product_name, product_image from order_items where order_id = $1 order by position`,
    [order.id],
  );
  expect(items.rows).toEqual(
    lines.map(({ productId, shownPrice, note }) => ({
      product_id: productId,
      product_price: shownPrice,
      note: note || null,
      product_name: expect.stringMatching(/./),
      product_image: expect.stringMatching(/^\/uploads\//),
    })),
  );
});

test('one key is one order, however often and in parallel it is sent; with another body it is refused', async ({
  as,
  db,
}) => {
  const lines = await plainLines(as.visitor, 2);
  const key = randomUUID();
  const before = await rowsOf(db);
  const answers = await Promise.all(Array.from({ length: 10 }, () => submit(as.customer, lines, key)));
  expect(new Set(answers.map((answer) => answer.status()))).toEqual(new Set([200]));
  const orders = await Promise.all(answers.map((answer) => answer.json()));
  expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
  expect(Number((await rowsOf(db)).orders)).toBe(Number(before.orders) + 1);
  expect(await refusalOf(await submit(as.customer, lines.slice(1), key))).toMatchObject({
    status: 409,
    code: 'KEY_REUSED',
  });
  const found = await (await as.customer.get(`/api/v1/orders/by-key/${key}`)).json();
  expect(found.id).toBe(orders[0].id);
  // The key is scoped to its user.
  expect(await (await as.admin.get(`/api/v1/orders/by-key/${key}`)).json()).toBeNull();
});

test('PERM-03 CALLS-25 CALLS-28 another customer’s order is not found, an admin sees it', async ({
  as,
  db,
}) => {
  const another = await orderOf(db, 'another');
  expect(await refusalOf(await as.customer.get(`/api/v1/orders/${another.id}`))).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
  });
  expect((await as.customer.post(`/api/v1/orders/${another.id}/opened`, { data: {} })).status()).toBe(404);
  const { orders, total } = await (await as.customer.get('/api/v1/orders')).json();
  const { rows } = await db.query(
    `select count(*)::int from orders join profiles p on p.id = user_id where p.email = 'customer@demo.shop'`,
  );
  expect(total).toBe(rows[0].count);
  const { id: userId } = await (await as.customer.get('/api/v1/me')).json();
  expect(new Set(orders.map((order: { userId: string }) => order.userId))).toEqual(new Set([userId]));
  const seen = await (await as.admin.get(`/api/v1/orders/${another.id}`)).json();
  expect(seen.items.map(({ id }: { id: string }) => id)).toContain(another.item);
});

test('ERR-20 ERR-21 PERM-05 a note on another customer’s item is refused with these messages, and stays', async ({
  as,
  db,
}) => {
  const another = await orderOf(db, 'another');
  const change = { data: { note: 'Mine now' } };
  expect(await refusalOf(await as.visitor.patch(`/api/v1/order-items/${another.item}`, change))).toEqual({
    status: 401,
    code: 'SIGN_IN_REQUIRED',
    message: 'User must be authenticated to update notes',
  });
  expect(await refusalOf(await as.customer.patch(`/api/v1/order-items/${another.item}`, change))).toEqual({
    status: 403,
    code: 'NO_PERMISSION',
    message: 'You do not have permission to update this order item',
  });
  expect(await orderOf(db, 'another')).toEqual(another);
});

test('PERM-04 OPEN-07 a note is changed by its owner and by an admin, and appears in the link', async ({
  as,
  db,
}) => {
  const own = await orderOf(db, 'own');
  try {
    for (const [role, note] of [
      ['customer', 'Longer sleeves'],
      ['admin', 'Sleeves 64 cm'],
    ] as const) {
      const answer = await as[role].patch(`/api/v1/order-items/${own.item}`, { data: { note } });
      expect(answer.status()).toBe(200);
      const now = await orderOf(db, 'own');
      expect(now.note).toBe(note);
      expect(new URL(now.whatsapp_link).searchParams.get('text')).toContain(note);
    }
  } finally {
    await db.query('update order_items set note = $2 where id = $1', [own.item, own.note]);
    await db.query('update orders set whatsapp_link = $2 where id = $1', [own.id, own.whatsapp_link]);
    await db.query(
      `delete from order_events where order_id = $1 and kind = 'note' and detail->>'after' = 'Sleeves 64 cm'`,
      [own.id],
    );
  }
});

test('opening the chat is recorded once', async ({ as, db }) => {
  const order = await (await submit(as.customer, await plainLines(as.visitor, 1))).json();
  const open = async () => (await as.customer.post(`/api/v1/orders/${order.id}/opened`, { data: {} })).json();
  const first = await open();
  expect(await open()).toEqual(first);
  const { rows } = await db.query(
    `select count(*)::int from order_events where order_id = $1 and kind = 'opened'`,
    [order.id],
  );
  expect(rows[0].count).toBe(1);
});

test('CALLS-48 CALLS-49 the two role functions answer', async ({ as, db }) => {
  const { rows } = await db.query(
    `select id, email from profiles where email in ('customer@demo.shop', 'admin@demo.shop', 'super@demo.shop')`,
  );
  const idOf = Object.fromEntries(rows.map(({ id, email }) => [email.split('@')[0], id])) as Record<
    'customer' | 'admin' | 'super',
    string
  >;
  for (const [about, admin, superAdmin] of [
    ['customer', false, false],
    ['admin', true, false],
    ['super', true, true],
  ] as const) {
    const params = { userId: idOf[about] };
    expect(await (await as[about].get('/api/v1/rpc/is_admin_or_super_admin', { params })).json(), about).toBe(
      admin,
    );
    expect(await (await as.admin.get('/api/v1/rpc/is_super_admin', { params })).json(), about).toBe(
      superAdmin,
    );
  }
  expect(
    (await as.customer.get('/api/v1/rpc/is_super_admin', { params: { userId: idOf.super } })).status(),
  ).toBe(403);
});
