import { createHmac } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '#shared/test-eventually.ts';
import { DELIVERED_EVENTS, WEBHOOK_EVENTS } from '#shared/webhook-events.ts';
import { openApiDocument } from './http/openapi.ts';
import { closeReceivers, createWebhookFixture, type WebhookFixture } from './test-webhooks.ts';

// Webhooks through the operations of the shop, its worker and real receivers.

interface OpenApi {
  webhooks: Record<string, { post: { parameters: { $ref: string }[] } }>;
  components: { parameters: Record<string, { name: string }> };
}

let shop: WebhookFixture;
beforeAll(async () => {
  shop = await createWebhookFixture();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());
afterEach(closeReceivers);

test('AGENT-02 an order is sent as the documented API answers it, signed by the secret that was shown once', async () => {
  const receiver = await shop.addReceiver();
  const { id, secret } = await shop.addWebhook(receiver.url, ['order.submitted']);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const orderId = await shop.addOrder();
  await shop.send(id);
  expect(receiver.received).toHaveLength(1);
  const { method, url, headers, body } = receiver.received[0]!;
  expect([method, url, headers['content-type']]).toEqual(['POST', '/hook', 'application/json']);
  const [delivery] = await shop.deliveries();
  expect(headers['webhook-id']).toBe(`msg_${delivery.id}`);
  expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
  // As any receiver computes it.
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  const order = await shop.as('admin').orders.getForAdmin({ id: orderId });
  expect(JSON.parse(body)).toEqual({
    type: 'order.submitted',
    timestamp: delivery.created_at.toISOString(),
    data: JSON.parse(JSON.stringify(order)),
  });
  expect(JSON.parse(body).data).toMatchObject({ total: 1250, customer: { email: 'amara@shop.test' } });
  expect(delivery).toMatchObject({
    state: 'delivered',
    attempts: [{ status: 204, answer: '', reason: null, ms: expect.any(Number) }],
  });
  // The database has the secret sealed, and requests cannot read even that.
  const stored = JSON.stringify(await shop.rows('select * from webhooks'));
  expect(stored).not.toContain(secret);
  expect(stored).not.toContain(secret.slice(6, 30));
});

test('AGENT-02 status, confirmation and products are events, also by plain SQL, and only for webhooks that listen', async () => {
  const receiver = await shop.addReceiver();
  const { id } = await shop.addWebhook(receiver.url, [
    'order.status_changed',
    'order.confirmed',
    'product.changed',
  ]);
  const other = await shop.addWebhook(receiver.url, ['order.submitted']);
  const orderId = await shop.addOrder();
  await shop.rows(`update orders set status = 'processing', confirmed_at = now() where id = $1`, [orderId]);
  await shop.rows(`update orders set due_day = '2030-01-01' where id = $1`, [orderId]);
  const product = uuidv7();
  const draft = uuidv7();
  await shop.rows(
    `insert into products (id, name, description, price, status) values ($1, 'Buba', 'x', 1, 'published'),
    ($2, 'Secret', 'x', 1, 'draft')`,
    [product, draft],
  );
  await shop.rows(`update products set likes = 7 where id = $1`, [product]);
  await shop.rows(`update products set price = 5 where id = $1`, [draft]);
  await shop.rows(`update products set sold_out = true where id = $1`, [product]);
  await shop.send(id);
  const bodies = receiver.received.map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ type, change }) => [type, change])).toEqual(
    expect.arrayContaining([
      ['order.status_changed', { before: 'pending', after: 'processing' }],
      ['order.confirmed', undefined],
      ['product.changed', undefined],
    ]),
  );
  expect(bodies).toHaveLength(4);
  expect(bodies.at(-1).data).toMatchObject({
    products: [{ id: product, name: 'Buba', soldOut: true }],
    removed: [],
  });
  expect(await shop.rows('select event from webhook_deliveries where webhook_id = $1', [other.id])).toEqual([
    { event: 'order.submitted' },
  ]);
  // A draft that was published is named without its content, as a deleted product.
  receiver.received.length = 0;
  await shop.rows(`update products set status = 'draft', name = 'Unfinished' where id = $1`, [product]);
  await shop.send(id);
  expect(receiver.received.map(({ body }) => JSON.parse(body).data)).toEqual([
    { products: [], removed: [product] },
  ]);
  expect(receiver.received[0]!.body).not.toContain('Unfinished');
});

test('AGENT-02 what is sent of each event is as the OpenAPI document describes it', async () => {
  const receiver = await shop.addReceiver();
  const { id } = await shop.addWebhook(receiver.url, [...WEBHOOK_EVENTS]);
  const [product, gone] = [uuidv7(), uuidv7()];
  await shop.rows(
    `insert into products (id, name, description, price, status) values ($1, 'Kaftan', 'x', 5, 'published'),
    ($2, 'Buba', 'x', 7, 'published')`,
    [product, gone],
  );
  await shop.rows('delete from products where id = $1', [gone]);
  const lines = [{ productId: product, note: 'Bust 38', shownPrice: 5 }];
  const order = await shop.as('user').orders.submit({ idempotencyKey: uuidv7(), lines });
  const staff = shop.as('admin').orders;
  await staff.setDueDay({ id: order.id, dueDay: '2030-01-01' });
  await staff.confirmOrder({ id: order.id });
  await staff.setStatus({ id: order.id, status: 'processing' });
  await shop.as('super_admin').webhooks.sendTest({ id });
  await shop.send(id);
  const document: OpenApi = JSON.parse(
    JSON.stringify(await openApiDocument({ name: 'A', publicUrl: 'http://shop.test', currency: 'NGN' })),
  );
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ ...document, $id: 'shop' });
  const types = new Set<string>();
  for (const { body, headers } of receiver.received) {
    const { type } = JSON.parse(body);
    types.add(type);
    const schema = `shop#/webhooks/${type}/post/requestBody/content/application~1json/schema`;
    const validate = ajv.getSchema(schema)!;
    expect(validate(JSON.parse(body)), `${JSON.stringify(validate.errors)} ${body}`).toBe(true);
    // Each field of it is described.
    expect(validate({ ...JSON.parse(body), more: 1 })).toBe(false);
    for (const { $ref } of document.webhooks[type]!.post.parameters) {
      const { name } = document.components.parameters[$ref.split('/').at(-1)!]!;
      expect(headers[name], name).toMatch(/./);
    }
  }
  expect([...types].toSorted()).toEqual([...DELIVERED_EVENTS].toSorted());
});

test('AGENT-02 an order that changes in any way it shows is an event, once in a transaction', async () => {
  const receiver = await shop.addReceiver();
  const { id } = await shop.addWebhook(receiver.url, ['order.changed']);
  const [kaftan, buba] = [uuidv7(), uuidv7()];
  await shop.rows(
    `insert into products (id, name, description, price, status) values ($1, 'Kaftan', 'x', 5, 'published'),
    ($2, 'Buba', 'x', 7, 'published')`,
    [kaftan, buba],
  );
  const customer = shop.as('user').orders;
  const staff = shop.as('admin').orders;
  const lines = [
    { productId: kaftan, shownPrice: 5 },
    { productId: buba, shownPrice: 7 },
  ];
  const order = await customer.submit({ idempotencyKey: uuidv7(), lines });
  // A new order has an event of its own.
  expect(await shop.deliveries()).toEqual([]);
  const [first, second] = order.items.map((item) => item.id);
  /** The events of a change, and what was sent last. */
  const eventsOf = async (change: () => Promise<unknown>) => {
    await shop.rows('truncate webhook_deliveries');
    receiver.received.length = 0;
    await change();
    await shop.send(id);
    const { type, data } = receiver.received.length > 0 ? JSON.parse(receiver.received.at(-1)!.body) : {};
    return { sent: receiver.received.length, type, data };
  };
  const once = { sent: 1, type: 'order.changed' };
  const noted = (note: string) => () => customer.updateNote({ id: second!, note });
  expect(await eventsOf(noted('Bust 38'))).toMatchObject({
    ...once,
    data: { items: [{}, { note: 'Bust 38' }] },
  });
  expect(await eventsOf(() => staff.deleteItem({ id: first! }))).toMatchObject({
    ...once,
    data: { id: order.id, total: 7, items: [{ id: second }] },
  });
  const [row] = await shop.rows(`select before from changes where row_id = $1 and operation = 'delete'`, [
    first,
  ]);
  // As an undo writes it back.
  const restored = () =>
    shop.rows('insert into order_items select * from jsonb_populate_record(null::order_items, $1)', [
      row.before,
    ]);
  expect(await eventsOf(restored)).toMatchObject({
    ...once,
    data: { total: 12, items: [{ id: first }, {}] },
  });
  const dueDay = '2030-01-01';
  expect(await eventsOf(() => staff.setDueDay({ id: order.id, dueDay }))).toMatchObject({
    ...once,
    data: { dueDay },
  });
  expect(await eventsOf(() => customer.markOpened({ id: order.id }))).toMatchObject(once);
  const noteId = uuidv7();
  const written = () => staff.addStaffNote({ id: order.id, noteId, text: 'By the back door' });
  const removed = () => staff.deleteStaffNote({ id: noteId });
  expect(await eventsOf(written)).toMatchObject(once);
  expect(await eventsOf(removed)).toMatchObject(once);
  expect(
    await eventsOf(() =>
      shop.rows(`do $$ begin
        update orders set due_day = '2030-01-02';
        update order_items set note = 'Bust 40';
        update orders set due_day = '2030-01-03';
      end $$`),
    ),
  ).toMatchObject({
    ...once,
    data: { dueDay: '2030-01-03', items: [{ note: 'Bust 40' }, { note: 'Bust 40' }] },
  });
  // These have events of their own, or show nothing.
  expect(
    await eventsOf(async () => {
      await staff.setDueDay({ id: order.id, dueDay: '2030-01-03' });
      await noted('Bust 40')();
      await staff.confirmOrder({ id: order.id });
      await staff.setStatus({ id: order.id, status: 'processing' });
      await shop.rows('update orders set updated_at = now(), product_names = product_names');
    }),
  ).toMatchObject({ sent: 0 });
  expect(await eventsOf(() => shop.rows('update orders set confirmed_at = null'))).toMatchObject(once);
  expect(await eventsOf(() => shop.rows('delete from orders'))).toMatchObject({ sent: 0 });
});

test('AGENT-02 without a webhook that is on nothing is recorded, and a rolled back change is none', async () => {
  const receiver = await shop.addReceiver();
  const { id } = await shop.addWebhook(receiver.url, ['order.submitted', 'product.changed']);
  await shop.as('super_admin').webhooks.setActive({ id, isActive: false });
  await shop.addOrder();
  await shop.as('super_admin').webhooks.setActive({ id, isActive: true });
  await shop.rows('begin');
  await shop.addOrder();
  await shop.rows('rollback');
  expect(await shop.deliveries()).toEqual([]);
});

test('AGENT-02 a change of 1,000 products makes 20 deliveries and one job', async () => {
  const receiver = await shop.addReceiver();
  await shop.rows(`insert into products (id, name, description, price)
    select gen_random_uuid(), 'P' || n, 'x', 1 from generate_series(1, 1000) n`);
  const { id } = await shop.addWebhook(receiver.url, ['product.changed']);
  await shop.rows('truncate pgboss.job');
  await shop.rows('update products set price = price + 1');
  expect(await shop.deliveries('cardinality(product_ids) as n')).toEqual(
    Array.from({ length: 20 }, () => ({ n: 50 })),
  );
  expect(await shop.rows(`select count(*)::int as n from pgboss.job where name = 'webhook'`)).toEqual([
    { n: 1 },
  ]);
  // Many statements of one transaction name each product once.
  await shop.rows('truncate webhook_deliveries');
  await shop.rows(`do $$ declare one uuid; begin
    for one in select id from products limit 120 loop
      update products set price = price + 1 where id = one;
      update products set featured = true where id = one;
    end loop; end $$`);
  expect(await shop.deliveries('count(*) over ()::int as n')).toMatchObject([{ n: 3 }, { n: 3 }, { n: 3 }]);
  await shop.send(id);
  const seen = receiver.received.flatMap(({ body }) =>
    JSON.parse(body).data.products.map((one: { id: string }) => one.id),
  );
  expect(new Set(seen).size).toBe(120);
  expect(seen).toHaveLength(120);
});

test('AGENT-02 a failed attempt is tried again after growing waits under the same id, then given up, and can be sent again', async () => {
  const receiver = await shop.addReceiver(
    (response) => void response.writeHead(500).end('Out of <b>order</b>\u0000'),
  );
  const { id } = await shop.addWebhook(receiver.url, ['order.submitted']);
  await shop.addOrder();
  expect(await shop.send(id)).toBe(10);
  // Not before its time.
  await shop.send(id);
  expect(receiver.received).toHaveLength(1);
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 7; attempt++) {
    waits.push(
      (
        await shop.rows(
          `select round(extract(epoch from next_attempt_at - now()))::int as wait from webhook_deliveries`,
        )
      )[0].wait,
    );
    await shop.makeDue();
    await shop.send(id);
  }
  expect(
    waits.map((wait, at) => Math.abs(wait - [10, 60, 300, 1_800, 7_200, 18_000, 43_200][at]!) < 5),
  ).toEqual(Array.from({ length: 7 }, () => true));
  expect(receiver.received).toHaveLength(8);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const [delivery] = await shop.deliveries();
  expect(delivery).toMatchObject({ state: 'given_up', next_attempt_at: null });
  expect(delivery.attempts).toHaveLength(8);
  expect(delivery.attempts[0]).toMatchObject({
    status: 500,
    answer: 'Out of <b>order</b>',
    reason: 'The server answered 500',
  });
  receiver.answer = (response) => void response.writeHead(200).end('{"ok":true}');
  await shop.as('super_admin').webhooks.sendDeliveryAgain({ id: delivery.id });
  await shop.send(id);
  const { items } = await shop.as('super_admin').webhooks.listDeliveries({ id });
  expect(items).toMatchObject([{ id: delivery.id, state: 'delivered', order: { orderNumber: '1000' } }]);
  expect(items[0]!.attempts.at(-1)).toMatchObject({ status: 200, answer: '{"ok":true}', reason: null });
  expect(receiver.received.at(-1)!.headers['webhook-id']).toBe(`msg_${delivery.id}`);
});

test('AGENT-02 a receiver that never answers, drips, redirects, is private or is gone ends with a reason, and nothing is lost', async () => {
  const inside = await shop.addReceiver();
  const receiver = await shop.addReceiver(() => {});
  const { id } = await shop.addWebhook(receiver.url, ['order.submitted']);
  await shop.addOrder();
  const reasonOf = async () => {
    await shop.makeDue();
    await shop.send(id);
    const [delivery] = await shop.deliveries();
    return [delivery.state, delivery.attempts.at(-1).status, delivery.attempts.at(-1).reason];
  };
  expect(await reasonOf()).toEqual(['waiting', null, 'No answer within 1 seconds']);
  receiver.answer = (response) => void response.writeHead(302, { location: inside.url }).end();
  expect(await reasonOf()).toEqual(['waiting', 302, `A redirect to ${inside.host}, which is not followed`]);
  expect(inside.received).toEqual([]);
  receiver.answer = (response) => void response.destroy();
  expect(await reasonOf()).toEqual(['waiting', null, 'The server could not be reached (ECONNRESET)']);
  // Its host is not allowed any more, or its name leads to another address.
  shop.rules.allowedHosts = [];
  expect(await reasonOf()).toEqual(['waiting', null, 'Not an https address']);
  await shop.rows(`update webhooks set url = 'https://receiver.test/hook'`);
  shop.rules.resolve = async () => ['10.0.0.7'];
  expect(await reasonOf()).toEqual(['waiting', null, 'An address that is not public']);
  shop.rules.resolve = async () => ['93.184.215.14'];
  shop.rules.allowedHosts = [receiver.host];
  await shop.rows('update webhooks set url = $1', [receiver.url]);
  receiver.answer = (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'.repeat(900)), 5);
    response.on('close', () => clearInterval(timer));
  };
  expect(await reasonOf()).toEqual(['delivered', 200, null]);
  expect((await shop.deliveries())[0].attempts.at(-1).answer).toHaveLength(300);
  receiver.answer = (response) => void response.writeHead(410).end();
  await shop.addOrder();
  await shop.send(id);
  expect(await shop.as('super_admin').webhooks.getWebhook({ id })).toMatchObject({
    isActive: false,
    offReason: 'gone',
  });
});

test('AGENT-02 what the process that recorded it did not send is sent by the worker, and a killed one delays it by minutes', async () => {
  const receiver = await shop.addReceiver();
  await shop.addWebhook(receiver.url, ['order.submitted']);
  await shop.addOrder();
  // As of a process that was killed while it sent: its job is gone, and it holds the webhook.
  await shop.rows(`truncate pgboss.job; update webhooks set busy_until = now() + interval '1 minute'`);
  await shop.database.authPool.query('select wake_webhooks()');
  expect(await shop.rows(`select from pgboss.job where name = 'webhook'`)).toEqual([]);
  await shop.rows(`update webhooks set busy_until = now() - interval '1 second'`);
  await shop.database.authPool.query('select wake_webhooks()');
  const worker = await shop.startWorker();
  try {
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await eventually(async () => expect(await shop.deliveries('state')).toEqual([{ state: 'delivered' }]));
    await eventually(async () =>
      expect(await shop.rows('select busy_until from webhooks')).toEqual([{ busy_until: null }]),
    );
  } finally {
    await worker.stop();
  }
});

test('AGENT-02 a receiver that does not answer delays no other, and a stop loses nothing', async () => {
  const silent = await shop.addReceiver(() => {});
  const quick = await shop.addReceiver();
  shop.rules.timeoutMs = 60_000;
  await shop.addWebhook(silent.url, ['order.submitted'], 'Silent');
  await shop.addWebhook(quick.url, ['order.submitted'], 'Quick');
  const worker = await shop.startWorker();
  try {
    for (let n = 1; n <= 3; n++) await shop.addOrder();
    await eventually(() => expect(quick.received).toHaveLength(3));
    await shop.addOrder();
    await eventually(() => expect(quick.received).toHaveLength(4));
    // Received is not recorded yet: a delivery the stop interrupts between the two is sent once more.
    await eventually(async () =>
      expect(
        await shop.rows(`select count(*)::int as n from webhook_deliveries where state = 'delivered'`),
      ).toEqual([{ n: 4 }]),
    );
    expect(silent.received).toHaveLength(1);
  } finally {
    shop.rules.timeoutMs = 1_000;
    await worker.stop();
  }
  expect(
    await shop.rows(
      `select count(*)::int as n from webhook_deliveries where state = 'waiting' and attempts = '[]'`,
    ),
  ).toEqual([{ n: 4 }]);
});
