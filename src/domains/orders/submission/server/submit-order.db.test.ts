import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitingIn } from '#platform/postgres/test-database.ts';
import { createFixture, type Fixture } from '../../server/test-orders.ts';
import { bodyHash } from './body-hash.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture?.close());
beforeEach(() => fixture.clear());

const line = (productId: string, shownPrice: number, more: object = {}) => ({
  productId,
  shownPrice,
  ...more,
});

test('CHECKOUT-07 CHECKOUT-08 RULES-28 a cart becomes one pending order with its items', async () => {
  const amara = await fixture.addUser({ firstName: 'Amara', lastName: 'Eze', phone: '+2348030000001' });
  const adire = await fixture.addProduct({
    name: 'Adire wrapper',
    price: '12500.50',
    image: '/uploads/product-images/a.jpg',
  });
  const gele = await fixture.addProduct({ name: 'Gele', price: '7000.00' });
  const order = await fixture.as(amara).submit({
    idempotencyKey: randomUUID(),
    lines: [line(adire, 12500.5, { note: ' Bust 38\r\nhip 44 ' }), line(gele, 7000)],
  });
  expect(order).toMatchObject({ status: 'pending', userId: amara.id, total: 19500.5, openedAt: null });
  const [row] = await fixture.rows('select * from orders');
  expect(row).toMatchObject({
    id: order.id,
    order_number: order.orderNumber,
    whatsapp_link: order.whatsappLink,
    status: 'pending',
    user_id: amara.id,
    customer_name: 'Amara Eze',
    customer_email: amara.email,
    customer_phone: '+2348030000001',
  });
  expect(
    await fixture.rows(
      'select order_id, product_id, product_name, product_price, list_price, promotion_code, product_image, note from order_items order by position',
    ),
  ).toEqual([
    {
      order_id: order.id,
      product_id: adire,
      product_name: 'Adire wrapper',
      product_price: '12500.50',
      list_price: '12500.50',
      promotion_code: null,
      product_image: '/uploads/product-images/a.jpg',
      note: 'Bust 38\nhip 44',
    },
    expect.objectContaining({ product_id: gele, product_image: '/uploads/placeholder.jpg', note: null }),
  ]);
  expect(await fixture.rows('select kind, actor_id, actor_name from order_events')).toEqual([
    { kind: 'submitted', actor_id: amara.id, actor_name: 'Amara Eze' },
  ]);
});

test('CONST-02 the order number is a string of four digits', async () => {
  const order = await fixture.orderOf(await fixture.addUser());
  expect(order.orderNumber).toMatch(/^\d{4}$/);
});

test('CHECKOUT-13 CHECKOUT-17 the response contains the chat link', async () => {
  const order = await fixture.orderOf(await fixture.addUser());
  const link = new URL(order.whatsappLink ?? '');
  expect(link.origin + link.pathname).toBe('https://wa.me/2348012345678');
  expect(link.searchParams.get('text')).toContain(`https://shop.example/orders/${order.id}`);
});

test('each order enqueues an email to the shop and one to the customer, in the same transaction', async () => {
  const amara = await fixture.addUser({ firstName: 'Amara', lastName: 'Eze' });
  const order = await fixture.orderOf(amara);
  const jobs = await fixture.rows("select data from pgboss.job where name = 'mail' order by created_on, id");
  const mails = await Promise.all(jobs.map(({ data }) => fixture.mailOf(data)));
  expect(mails.map((mail) => [mail?.to, mail?.replyTo]).sort()).toEqual(
    [
      ['orders@shop.example', amara.email],
      [amara.email, undefined],
    ].sort(),
  );
  for (const mail of mails) expect(mail?.text).toContain(`#${order.orderNumber}`);
});

test('OPEN-46 RULES-06 HAND-05 the server applies the promotion and stores list price and code', async () => {
  const promotion = await fixture.addPromotion({ code: 'SALLAH', type: 'percentage', value: '33.33' });
  const product = await fixture.addProduct({ price: '999.99', promotion });
  const plain = await fixture.addProduct({ price: '0.10' });
  const order = await fixture.as(await fixture.addUser()).submit({
    idempotencyKey: randomUUID(),
    lines: [
      line(product, 666.69, { promotionCode: 'sallah' }),
      line(plain, 0.1, { promotionCode: 'SALLAH' }),
    ],
  });
  expect(order.total).toBe(666.79);
  expect(order.items).toMatchObject([
    { productPrice: 666.69, listPrice: 999.99, promotionCode: 'SALLAH', promotionPercent: 33.33 },
    { productPrice: 0.1, listPrice: 0.1, promotionCode: null, promotionPercent: null },
  ]);
  expect(new URL(order.whatsappLink!).searchParams.get('text')).toContain(
    ': ₦666.69 (₦999.99 less 33.33 % (SALLAH))',
  );
});

test('OPEN-45 after a promotion ended yesterday the list price applies, and the response says so', async () => {
  const promotion = await fixture.addPromotion({
    code: 'OLD',
    type: 'fixed',
    value: '500',
    end: '2026-11-19',
  });
  const product = await fixture.addProduct({ price: '2000.00', name: 'Fila', promotion });
  const amara = await fixture.addUser();
  const idempotencyKey = randomUUID();
  const cart = (shownPrice: number) => ({
    idempotencyKey,
    lines: [line(product, shownPrice, { promotionCode: 'OLD' })],
  });
  await expect(fixture.as(amara).submit(cart(1500))).rejects.toMatchObject({
    code: 'PRICES_CHANGED',
    status: 409,
    data: { lines: [{ productId: product, name: 'Fila', before: 1500, after: 2000 }] },
  });
  // The confirmed retry keeps the key.
  expect((await fixture.as(amara).submit(cart(2000))).total).toBe(2000);
});

test.each([0, 1, 1999.99, 2000.01])(
  'a forged price of %s is refused and nothing is saved',
  async (shownPrice) => {
    const product = await fixture.addProduct({ price: '2000.00' });
    const honest = await fixture.addProduct({ price: '10.00' });
    const amara = await fixture.addUser();
    await expect(
      fixture
        .as(amara)
        .submit({ idempotencyKey: randomUUID(), lines: [line(honest, 10), line(product, shownPrice)] }),
    ).rejects.toMatchObject({ code: 'PRICES_CHANGED' });
    expect(await fixture.counts()).toEqual({ orders: 0, items: 0, events: 0, mails: 0 });
  },
);

test('a deleted product is refused with the lines that changed, and nothing is saved', async () => {
  const kept = await fixture.addProduct({ price: '2000.00', name: 'Kaftan' });
  const gone = randomUUID();
  await expect(
    fixture
      .as(await fixture.addUser())
      .submit({ idempotencyKey: randomUUID(), lines: [line(gone, 10), line(kept, 1999)] }),
  ).rejects.toMatchObject({
    code: 'PRODUCTS_GONE',
    data: {
      lines: [
        { productId: gone, name: null, before: 10, after: null },
        { productId: kept, name: 'Kaftan', before: 1999, after: 2000 },
      ],
    },
  });
  expect(await fixture.counts()).toEqual({ orders: 0, items: 0, events: 0, mails: 0 });
});

test.each([
  ['its price', "set price = '12.00'", { code: 'PRICES_CHANGED' }],
  ['its name', "set name = 'Boubou'", 'Boubou'],
])('a product that changes in %s during the submission is read again', async (_, change, expected) => {
  const buyer = await fixture.addUser();
  const productId = await fixture.addProduct({ name: 'Kaftan', price: '10.00' });
  const other = new pg.Client(fixture.url);
  await other.connect();
  try {
    // The submission has read its product and waits for the table lock.
    await other.query('begin; lock table orders in share row exclusive mode');
    const order = fixture.as(buyer).submit({ idempotencyKey: randomUUID(), lines: [line(productId, 10)] });
    const outcome = order.then(
      ({ items }) => items.map((item) => item.productName).join(),
      (error: unknown) => error,
    );
    await expect.poll(() => waitingIn(other)).toBe(1);
    await other.query(`update products ${change} where id = '${productId}'; commit`);
    const result = await outcome;
    if (typeof expected === 'string') expect(result).toBe(expected);
    else expect(result).toMatchObject(expected);
  } finally {
    await other.end();
  }
});

test('an order item and its image outlive the product', async () => {
  const amara = await fixture.addUser();
  const product = await fixture.addProduct({
    name: 'Agbada',
    price: '10.00',
    image: '/uploads/product-images/b.jpg',
  });
  const { id } = await fixture.as(amara).submit({ idempotencyKey: randomUUID(), lines: [line(product, 10)] });
  await fixture.rows('delete from products where id = $1', [product]);
  expect((await fixture.as(amara).get({ id })).items).toMatchObject([
    { productName: 'Agbada', productImage: '/uploads/product-images/b.jpg' },
  ]);
});

test('one key creates one order: 20 parallel submissions all receive it', async () => {
  const amara = await fixture.addUser();
  const product = await fixture.addProduct({ price: '10.00' });
  const submission = { idempotencyKey: randomUUID(), lines: [line(product, 10)] };
  const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.as(amara).submit(submission)));
  expect(new Set(answers.map((order) => order.id)).size).toBe(1);
  expect(answers[19]).toEqual(answers[0]);
  expect(await fixture.counts()).toEqual({ orders: 1, items: 1, events: 1, mails: 2 });
});

test('an order whose response was lost is found by its key, and only by its owner', async () => {
  const [amara, bola] = [await fixture.addUser(), await fixture.addUser()];
  const idempotencyKey = randomUUID();
  expect(await fixture.as(amara).findSubmitted({ idempotencyKey })).toBeNull();
  const order = await fixture.orderOf(amara, idempotencyKey);
  expect(await fixture.as(amara).findSubmitted({ idempotencyKey })).toEqual(order);
  expect(await fixture.as(bola).findSubmitted({ idempotencyKey })).toBeNull();
  // The same key of another customer creates another order.
  expect((await fixture.orderOf(bola, idempotencyKey)).id).not.toBe(order.id);
});

test('the same key with another body is refused, with another price it returns the same order', async () => {
  const amara = await fixture.addUser();
  const product = await fixture.addProduct({ price: '10.00' });
  const idempotencyKey = randomUUID();
  const order = await fixture.as(amara).submit({ idempotencyKey, lines: [line(product, 10)] });
  await expect(
    fixture.as(amara).submit({ idempotencyKey, lines: [line(product, 10, { note: 'longer' })] }),
  ).rejects.toMatchObject({ code: 'KEY_REUSED', status: 409 });
  await fixture.rows('update products set price = 12');
  expect((await fixture.as(amara).submit({ idempotencyKey, lines: [line(product, 12)] })).id).toBe(order.id);
  expect(await fixture.counts()).toMatchObject({ orders: 1 });
});

test('OPEN-48 200 parallel orders get 200 numbers', async () => {
  const old = await fixture.addUser();
  await fixture.rows(
    `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
     select gen_random_uuid(), lpad((n * 2)::text, 4, '0'), $1, 'Old', 'old@shop.example', gen_random_uuid(), ''
     from generate_series(0, 4899) n`,
    [old.id],
  );
  const product = await fixture.addProduct({ price: '10.00' });
  const users = await fixture.addUsers(200);
  const answers = await Promise.all(
    users.map(async (user) => {
      const idempotencyKey = randomUUID();
      for (;;) {
        try {
          return await fixture.as(user).submit({ idempotencyKey, lines: [line(product, 10)] });
        } catch (error) {
          // On a slow machine some wait longer for a connection than is allowed: they ask again, as browsers do.
          expect(error).toMatchObject({ code: 'BUSY' });
        }
      }
    }),
  );
  expect(new Set(answers.map((order) => order.orderNumber)).size).toBe(200);
  expect(await fixture.counts()).toMatchObject({ orders: 5100, items: 200, mails: 400 });
  const lengths = answers.map((order) => order.orderNumber.length);
  expect(lengths.filter((length) => length === 4).length).toBeGreaterThan(80);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(5);
});

test('the 31st order within an hour is refused and not saved; a repeated submission is not counted', async () => {
  const amara = await fixture.addUser();
  const idempotencyKey = randomUUID();
  await fixture.orderOf(amara, idempotencyKey);
  for (let n = 0; n < 29; n++) await fixture.orderOf(amara);
  await fixture.orderOf(amara, idempotencyKey);
  await expect(fixture.orderOf(amara)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    status: 429,
    data: { seconds: expect.any(Number) },
  });
  expect(await fixture.counts()).toMatchObject({ orders: 30 });
});

test('submissions are limited per IP address and hour across users, and the error says how long to wait', async () => {
  const [amara, bisi] = [await fixture.addUser(), await fixture.addUser()];
  await fixture.orderOf(amara);
  await fixture.rows(
    `insert into limits select key, window_start + w, 300 from limits, unnest(array['0 s', '1 h']::interval[]) w
     where key = 'order-from:192.0.2.1' on conflict (key, window_start) do update set hits = excluded.hits`,
  );
  const refused = await fixture.orderOf(bisi).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
  expect((refused as Error).message).toMatch(
    /^Too many requests\. Please try again in \d+ (seconds|minutes)\.$/,
  );
  expect(await fixture.counts()).toMatchObject({ orders: 1 });
});

test('a user without a profile is refused with a message', async () => {
  const nobody = { id: randomUUID(), email: 'x@shop.example', role: 'user' as const };
  await expect(fixture.orderOf(nobody)).rejects.toMatchObject({
    code: 'PROFILE_NOT_FOUND',
    message: 'User profile not found',
  });
});

test('50 lines are accepted; 51, none and a repeated product are refused', async () => {
  const amara = await fixture.addUser();
  const products = await Promise.all(
    Array.from({ length: 51 }, () => fixture.addProduct({ price: '10.00' })),
  );
  const submit = (ids: string[]) =>
    fixture.as(amara).submit({ idempotencyKey: randomUUID(), lines: ids.map((id) => line(id, 10)) });
  expect((await submit(products.slice(0, 50))).items.map((item) => item.productId)).toEqual(
    products.slice(0, 50),
  );
  const first = products[0]!;
  for (const bad of [products, [], [first, first], [first, first.toUpperCase()]]) {
    await expect(submit(bad)).rejects.toMatchObject({ code: 'BAD_INPUT', status: 400 });
  }
  expect(await fixture.counts()).toMatchObject({ orders: 1 });
});

test('a note has at most 500 characters, in any script', async () => {
  const amara = await fixture.addUser();
  const product = await fixture.addProduct({ price: '10.00' });
  const submit = (note: string, shownPrice = 10) =>
    fixture.as(amara).submit({ idempotencyKey: randomUUID(), lines: [line(product, shownPrice, { note })] });
  for (const note of ['布'.repeat(500), 'ẹ'.repeat(500), 'x\u0000\ud800y', "</script>'; drop table orders"]) {
    expect((await submit(note)).items[0]?.note).toBe(note.replace('\u0000', '').toWellFormed());
  }
  for (const note of ['x'.repeat(501), 'x'.repeat(100_000)]) {
    await expect(submit(note)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  }
  await expect(submit('', -10)).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test('the body hash ignores prices and the order of the lines', () => {
  const [a, b] = [randomUUID(), randomUUID()];
  const one = { productId: a, note: 'x', promotionCode: 'EID' };
  const two = { productId: b, note: null, promotionCode: null };
  expect(bodyHash([one, two])).toBe(bodyHash([two, { ...one, promotionCode: 'eid' }]));
  expect(bodyHash([one])).not.toBe(bodyHash([one, two]));
  expect(bodyHash([one])).not.toBe(bodyHash([{ ...one, note: 'y' }]));
  expect(bodyHash([one])).not.toBe(bodyHash([{ ...one, promotionCode: null }]));
});

test('OFF-03 an order that waited is refused in the session of another account, and saved in its own', async () => {
  const [amara, bola] = [await fixture.addUser({}), await fixture.addUser({})];
  const product = await fixture.addProduct({ price: '7000.00' });
  const waited = { idempotencyKey: randomUUID(), account: amara.id, lines: [line(product, 7000)] };
  await expect(fixture.as(bola).submit(waited)).rejects.toMatchObject({ code: 'OTHER_ACCOUNT', status: 403 });
  expect(await fixture.rows('select id from orders')).toEqual([]);
  const saved = await fixture.as(amara).submit(waited);
  // Nor is it said to be none, which would let it be sent twice.
  const { lines: __, ...asked } = waited;
  await expect(fixture.as(bola).findSubmitted(asked)).rejects.toMatchObject({ code: 'OTHER_ACCOUNT' });
  expect(await fixture.as(amara).findSubmitted(asked)).toMatchObject({ id: saved.id });
  // Without the account, as it was tried first, it is the same order.
  const { account: _, ...first } = waited;
  expect((await fixture.as(amara).submit(first)).id).toBe(saved.id);
});
