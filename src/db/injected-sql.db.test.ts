import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installJobs } from '#platform/jobs/install.ts';
import { openTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import type { Database } from './client.ts';
import { noteSeller } from './installation.ts';

// What injected SQL can do as aso_web within its transaction, including setting the caller. What it can leave on its
// connection: pooled-connection.db.test.ts.

const AMARA = randomUUID();
const BOLA = randomUUID();
const SELLER = '2348012345678';
let base: TestDatabase;
let database: Database;
let close: () => Promise<void>;
let owner: pg.Client;
beforeAll(async () => {
  ({ testDatabase: base, database, owner, close } = await openTestDatabase());
  await installJobs(base.url);
  await noteSeller(base.url, SELLER);
  await owner.query(
    `insert into profiles (id, email, first_name, last_name, phone) values
       ($1, 'amara@shop.test', 'Amara', 'Eze', '+2348030000001'), ($2, 'bola@shop.test', '', '', null)`,
    [AMARA, BOLA],
  );
});
afterAll(() => close());

/** Runs statements in one transaction, as the given user. */
async function injected(user: string, ...statements: string[]): Promise<pg.QueryResult> {
  const client = await database.webPool.connect();
  try {
    await client.query('begin');
    await client.query('select set_caller($1)', [user]);
    let last: pg.QueryResult | undefined;
    for (const statement of statements) last = await client.query(statement);
    await client.query('commit');
    return last!;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

let number = 1000;
const order = (id: string, user: string, link = `https://wa.me/${SELLER}?text=Hello`) =>
  `insert into orders (id, order_number, user_id, whatsapp_link, customer_name, customer_email, customer_phone, idempotency_key, body_hash)
   values ('${id}', '${number++}', '${user}', '${link}', 'Win a prize', 'victim@elsewhere.test', '+15550000000', gen_random_uuid(), '')`;
const forbidden = { code: '42501' };

test('injected SQL cannot send emails or text messages of its own', async () => {
  for (const queue of ['mail', 'text', 'housekeeping', 'backup'])
    await expect(
      injected(AMARA, `select enqueue_job('${queue}', '{"to": "victim@elsewhere.test"}')`),
    ).rejects.toMatchObject(forbidden);
  await expect(injected(AMARA, `select insert_job('mail', '{}', gen_random_uuid())`)).rejects.toMatchObject(
    forbidden,
  );
});

test('temporary tables do not replace tables of the shop', async () => {
  const id = randomUUID();
  await injected(
    AMARA,
    `create temp table profiles as select '${AMARA}'::uuid as id, 'Evil'::text as first_name, ''::text as last_name,
       ''::text as name, 'victim@elsewhere.test'::text as email, null::text as phone`,
    order(id, AMARA),
    'drop table pg_temp.profiles',
  );
  const { rows } = await owner.query('select customer_name, customer_email from orders where id = $1', [id]);
  expect(rows).toEqual([{ customer_name: 'Amara Eze', customer_email: 'amara@shop.test' }]);
  await expect(
    injected(
      AMARA,
      `create temp table installation as select 'whatsapp:15550000000' as key`,
      order(randomUUID(), AMARA, 'https://wa.me/15550000000?text=Hello'),
    ),
  ).rejects.toMatchObject(forbidden);
});

test('the two emails of an order are sent once, to its customer and the shop, without text from the statement', async () => {
  const id = randomUUID();
  const mails = `select enqueue_order_mails('${id}')`;
  await injected(AMARA, order(id, AMARA), mails, mails);
  const { rows } = await owner.query(
    `select data from pgboss.job where name = 'mail' order by data->>'reader'`,
  );
  const of = { order: id, user: AMARA, about: expect.stringMatching(/^Order #\d+$/) };
  expect(rows.map(({ data }) => data)).toEqual([
    { ...of, reader: 'customer', to: 'amara@shop.test' },
    { ...of, reader: 'shop', to: 'the shop' },
  ]);
  // Neither later nor for another order.
  await expect(injected(AMARA, mails)).rejects.toMatchObject(forbidden);
  await expect(injected(BOLA, mails)).rejects.toMatchObject(forbidden);
});

test('the customer of an order and the actor of an event come from the account', async () => {
  const id = randomUUID();
  await injected(
    AMARA,
    order(id, AMARA),
    `insert into order_events (id, order_id, kind, actor_id, actor_name)
     values (gen_random_uuid(), '${id}', 'submitted', '${AMARA}', 'The owner')`,
  );
  const { rows } = await owner.query(
    `select o.customer_name, o.customer_email, o.customer_phone, e.actor_name
     from orders o join order_events e on e.order_id = o.id where o.id = $1`,
    [id],
  );
  expect(rows).toEqual([
    {
      customer_name: 'Amara Eze',
      customer_email: 'amara@shop.test',
      customer_phone: '+2348030000001',
      actor_name: 'Amara Eze',
    },
  ]);
});

test.each([
  'https://wa.me/15550000000?text=Hello',
  'https://evil.test/?https://wa.me/2348012345678?text=x',
  'javascript:alert(1)',
  `https://wa.me/${SELLER}?text=x" onclick="`,
])('a chat link goes to the seller of the shop, not to %s', async (link) => {
  const id = randomUUID();
  await expect(injected(AMARA, order(id, AMARA, link))).rejects.toMatchObject(forbidden);
  await injected(AMARA, order(id, AMARA));
  await expect(
    injected(AMARA, `update orders set whatsapp_link = '${link}' where id = '${id}'`),
  ).rejects.toMatchObject(forbidden);
});

test('the owner of an order cannot be read, and the sign-in limits cannot be used up', async () => {
  const id = randomUUID();
  await injected(AMARA, order(id, AMARA));
  expect((await injected(BOLA, `select * from order_owners(array['${id}']::uuid[])`)).rows).toEqual([]);
  expect((await database.authPool.query('select user_id from order_owners($1)', [[id]])).rows).toEqual([
    { user_id: AMARA },
  ]);
  await expect(
    injected(BOLA, `select hit_limit('auth:password:amara@shop.test', 3600)`),
  ).rejects.toMatchObject(forbidden);
});

test('HAND-05 order items have the name, image, price and promotion of their products', async () => {
  const [product, promotion] = [randomUUID(), randomUUID()];
  await owner.query(`insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
    values ('${promotion}', 'Harmattan', 'HARMATTAN', now(), now(), 'percentage', 12.5)`);
  await owner.query(`insert into products (id, name, description, price, promotion_id)
    values ('${product}', 'Kaftan', '', 9999.99, '${promotion}')`);
  await owner.query(`insert into product_images (id, product_id, image_url, is_primary, width, height)
    values (gen_random_uuid(), '${product}', '/uploads/kaftan.jpg', true, 1, 1)`);
  const honest = {
    id: product,
    name: 'Kaftan',
    price: '9999.99',
    list: '9999.99',
    code: null as string | null,
    image: '/uploads/kaftan.jpg',
  };
  const withItem = (changed: Partial<typeof honest>) => {
    const orderId = randomUUID();
    const { id, name, price, list, code, image } = { ...honest, ...changed };
    return injected(
      AMARA,
      order(orderId, AMARA),
      `insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price, promotion_code, promotion_percent, product_image)
       values (gen_random_uuid(), '${orderId}', 0, '${id}', '${name}', ${price}, ${list}, ${code ? `'${code}'` : 'null'}, 99, '${image}')`,
    );
  };
  await withItem({});
  await withItem({ code: 'HARMATTAN', price: '8749.99' });
  const { rows } = await owner.query('select promotion_percent from order_items where product_id = $1', [
    product,
  ]);
  expect(rows.map((row) => row.promotion_percent).sort()).toEqual(['12.50', null]);
  for (const lie of [
    { id: randomUUID() },
    { name: 'You won: https://evil.test' },
    { price: '1' },
    { price: '1', list: '1' },
    { code: 'HARMATTAN', price: '1' },
    { code: 'OTHER', price: '8749.99' },
    { image: 'https://evil.test/x.jpg' },
    { image: '/uploads/placeholder.jpg' },
  ]) {
    await expect(withItem(lie), JSON.stringify(lie)).rejects.toMatchObject({
      constraint: 'order_items_product',
    });
  }
});
