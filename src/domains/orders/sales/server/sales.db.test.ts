import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFixture, type Fixture, type TestUser } from '../../server/test-orders.ts';

// The totals of each day: exact after whatever happened to the orders, in whatever order and at once. SALES_ROUNDS=200
// for a long run; SALES_SEED repeats one.

const ROUNDS = Number(process.env.SALES_ROUNDS ?? 12);
const SEED = Number(process.env.SALES_SEED ?? Math.floor(Math.random() * 1e9));

let fixture: Fixture;
/** Several connections of the owner, for what happens at once. */
let pool: pg.Pool;
let customer: TestUser;
let admin: TestUser;
beforeAll(async () => {
  fixture = await createFixture();
  pool = new pg.Pool({ connectionString: fixture.url, max: 6 });
  pool.on('connect', (one) => one.on('error', () => {}));
  customer = await fixture.addUser();
  admin = await fixture.addUser({ role: 'admin' });
});
afterAll(async () => {
  await pool?.end();
  await fixture?.close();
});
beforeEach(() => fixture.clear());

const kept = () =>
  fixture.rows(
    `select kind, day::text, key, sum(orders)::int as orders, sum(items)::int as items, sum(money)::text as money, sum(reduction)::text as reduction
     from sales_totals group by kind, day, key
     having sum(orders) <> 0 or sum(items) <> 0 or sum(money) <> 0 or sum(reduction) <> 0 order by kind, day, key`,
  );
/** The same, counted from the orders. */
const counted = () =>
  fixture.rows(
    `with c as (select o.id, (o.created_at at time zone 'Africa/Lagos')::date as day from orders o where status <> 'cancelled'),
       s as (select c.day, i.* from c join order_items i on i.order_id = c.id)
     select kind, day::text, key, sum(orders)::int as orders, sum(items)::int as items, sum(money)::numeric(16,2)::text as money, sum(reduction)::numeric(16,2)::text as reduction from (
       select 'shop' as kind, day, '' collate "C" as key, 1 as orders, 0 as items, 0 as money, 0 as reduction from c
       union all select 'shop', day, '', 0, 1, product_price, list_price - product_price from s
       union all select 'product', day, product_id::text, 0, 1, product_price, list_price - product_price from s
       union all select 'promotion', day, lower(promotion_code), 0, 1, product_price, list_price - product_price from s where promotion_code is not null
     ) t group by kind, day, key order by kind, day, key`,
  );

async function expectExact(about = ''): Promise<void> {
  expect(await kept(), about).toEqual(await counted());
}

/** Inserts an order with items by SQL. `at` is an SQL expression. */
async function addOrder(at: string, prices: number[], over: { status?: string; code?: string } = {}) {
  const id = randomUUID();
  await pool.query(
    `with o as (
       insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash, status, created_at)
       values ($1, (100000000 + floor(random() * 899999999))::int::text, $2, 'Ada Obi', 'ada@shop.example', $1, 'x', $3, ${at}) returning id
     ) insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image, promotion_code)
     select gen_random_uuid(), o.id, n, md5(n::text)::uuid, 'Cloth ' || n, price, price + 1, '/x', $5 from o, unnest($4::numeric[]) with ordinality as p(price, n)`,
    [id, customer.id, over.status ?? 'pending', prices, over.code ?? null],
  );
  return id;
}

function randomOf(seed: number) {
  let at = seed;
  const next = () => {
    at = (at + 0x6d2b79f5) | 0;
    let t = Math.imul(at ^ (at >>> 15), 1 | at);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (n: number) => Math.floor(next() * n),
    one: <T>(all: readonly T[]) => all[Math.floor(next() * all.length)]!,
  };
}

test('DESK-01 the totals equal a recount after random changes, by services, undo and plain SQL, several at once', {
  timeout: 120_000,
}, async () => {
  const random = randomOf(SEED);
  const products = [
    await fixture.addProduct({ name: 'Agbada', price: '30.00' }),
    await fixture.addProduct({ name: 'Fila', price: '10.00' }),
  ];
  const promotion = await fixture.addPromotion();
  const reduced = await fixture.addProduct({ name: 'Gele', price: '20.00', promotion });
  // An undo reaches the orders alone.
  await fixture.rows('truncate change_sets, changes');
  const pickOrder = async () =>
    (
      await pool.query<{ id: string }>('select id from orders order by md5(id::text || $1) limit 1', [
        String(random.below(1e6)),
      ])
    ).rows[0]?.id;
  const actions: (() => Promise<unknown>)[] = [
    () =>
      fixture.as(customer).submit({
        idempotencyKey: randomUUID(),
        lines: [
          { productId: products[0]!, shownPrice: 30 },
          { productId: products[1]!, shownPrice: 10 },
          { productId: reduced, shownPrice: 18, promotionCode: 'EID' },
        ],
      }),
    () =>
      addOrder(`now() - interval '${random.below(100)} hours'`, [random.below(50), 2.5], {
        code: 'Sallah',
        status: random.one(['pending', 'cancelled']),
      }),
    async () => {
      const id = await pickOrder();
      if (id)
        await fixture
          .as(admin)
          .setStatus({ id, status: random.one(['pending', 'processing', 'completed', 'cancelled']) });
    },
    async () => {
      const { rows } = await pool.query('select id from order_items order by md5(id::text || $1) limit 1', [
        String(random.below(1e6)),
      ]);
      if (rows[0]) await fixture.as(admin).deleteItem({ id: rows[0].id });
    },
    async () => {
      const { rows } = await pool.query('select id from change_sets order by md5(id::text || $1) limit 1', [
        String(random.below(1e6)),
      ]);
      if (rows[0])
        await fixture.database.asCaller({ userId: admin.id, role: 'admin' }, (tx) =>
          tx.execute(sql`select undo_change_set(${rows[0].id}, false)`),
        );
    },
    async () => pool.query('delete from orders where id = $1', [await pickOrder()]),
    async () =>
      pool.query(`update orders set created_at = created_at - interval '20 hours' where id = $1`, [
        await pickOrder(),
      ]),
    async () =>
      pool.query(
        `update order_items set product_price = product_price / 2, promotion_code = null where order_id = $1`,
        [await pickOrder()],
      ),
    async () =>
      pool.query(`delete from order_items where order_id = $1 and position > 0`, [await pickOrder()]),
    () =>
      pool.query(
        `update orders set status = case when status = 'cancelled' then 'pending' else 'cancelled' end where id in (select id from orders order by id limit 3)`,
      ),
    () =>
      fixture.database.asCaller({ userId: admin.id, role: 'admin' }, (tx) =>
        tx.execute(sql`select fold_counters()`),
      ),
    () => fixture.rows(`select set_config('app.x', '', false); select keep_time_zone('Africa/Lagos')`),
  ];
  for (let round = 0; round < ROUNDS; round++) {
    await fixture.rows('truncate limits');
    const chosen = Array.from({ length: 8 }, () => random.one(actions));
    const outcomes = await Promise.allSettled(chosen.map((action) => action()));
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      // Refused by a rule of the shop, or the loser of a deadlock of plain SQL: either leaves nothing.
      const { code, cause } = outcome.reason as { code?: string; cause?: { code?: string } };
      expect(String(cause?.code ?? code)).toMatch(/^(40P01|23\w{3}|NOT_FOUND|NOT_PENDING|LAST_ITEM|BUSY)$/);
    }
    await expectExact(`seed ${SEED}, round ${round}`);
  }
  await fixture.rows('truncate orders cascade');
  expect(await kept()).toEqual([]);
});

test('DESK-01 orders that are submitted at once do not wait for one another’s totals', async () => {
  const [one, two] = [await pool.connect(), await pool.connect()];
  try {
    for (const client of [one, two]) {
      await client.query("begin; set local lock_timeout = '2s'");
      const id = randomUUID();
      await client.query(
        `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
         values ($1, (100000000 + floor(random() * 899999999))::int::text, $2, 'A', 'a', $1, 'x')`,
        [id, customer.id],
      );
      await client.query(
        `insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image)
         values (gen_random_uuid(), $1, 0, md5('same')::uuid, 'Same', 5, 5, '/x')`,
        [id],
      );
    }
    // Folding passes by what is not committed.
    await fixture.rows('select fold_counters()');
    await Promise.all([one.query('commit'), two.query('commit')]);
  } finally {
    one.release();
    two.release();
  }
  await expectExact();
  await fixture.rows('select fold_counters()');
  await expectExact('folded');
  expect(await fixture.rows('select from sales_totals where id > 0')).toEqual([]);
});

test('DESK-01 a day begins at midnight of the shop’s time zone, and another time zone counts all again', async () => {
  await addOrder(`'2026-11-19T22:59:59Z'`, [1]);
  await addOrder(`'2026-11-19T23:00:00Z'`, [2]);
  const days = () =>
    fixture.rows(
      `select day::text, sum(money)::text as money from sales_totals where kind = 'shop' group by day order by day`,
    );
  expect(await days()).toEqual([
    { day: '2026-11-19', money: '1.00' },
    { day: '2026-11-20', money: '2.00' },
  ]);
  await fixture.rows("select keep_time_zone('UTC')");
  expect(await days()).toEqual([{ day: '2026-11-19', money: '3.00' }]);
  await fixture.rows("select keep_time_zone('Africa/Lagos')");
  await expectExact();
});

test('DESK-01 figures of the days, best sellers, the oldest pending order, and what each promotion brought', async () => {
  const at = (day: string) => `'2026-11-${day}T12:00:00Z'`;
  const oldest = await addOrder(at('12'), [10]);
  await addOrder(at('20'), [10, 4]);
  await addOrder(at('20'), [100], { status: 'cancelled' });
  await addOrder(at('18'), [10, 4, 3], { status: 'completed', code: 'eid' });
  await addOrder(`'2026-10-31T12:00:00Z'`, [1000], { code: 'EID' });
  await addOrder(`'2026-09-01T12:00:00Z'`, [5000], { code: 'EID' });
  const eid = await fixture.addPromotion({ code: 'EID', start: '2026-11-01', end: '2026-11-30' });
  const quiet = await fixture.addPromotion({ code: 'QUIET', start: '2026-11-05', end: '2026-11-06' });
  await fixture.addPromotion({ code: 'OLD', start: '2026-01-01', end: '2026-10-21' });
  await fixture.addPromotion({ code: 'FUTURE', start: '2026-11-21', end: '2026-12-01' });
  const sales = await fixture.as(admin).sales();
  expect(sales.today).toBe('2026-11-20');
  expect(sales.days).toEqual([
    { day: '2026-10-31', orders: 1, money: 1000 },
    { day: '2026-11-12', orders: 1, money: 10 },
    { day: '2026-11-18', orders: 1, money: 17 },
    { day: '2026-11-20', orders: 1, money: 14 },
  ]);
  expect(
    sales.bestSellers.map(({ name, items, money, inShop, image }) => ({ name, items, money, inShop, image })),
  ).toEqual([
    { name: 'Cloth 1', items: 4, money: 1030, inShop: false, image: '/x' },
    { name: 'Cloth 2', items: 2, money: 8, inShop: false, image: '/x' },
    { name: 'Cloth 3', items: 1, money: 3, inShop: false, image: '/x' },
  ]);
  expect(sales.oldestPending).toMatchObject({ id: sales.oldestPending!.id, customerName: 'Ada Obi' });
  expect([oldest, sales.oldestPending?.createdAt]).toEqual([
    expect.any(String),
    // September's order is pending too.
    '2026-09-01T12:00:00.000Z',
  ]);
  expect(sales.promotions).toEqual([
    {
      id: eid,
      name: 'EID',
      code: 'EID',
      startDate: '2026-11-01',
      endDate: '2026-11-30',
      items: 3,
      money: 17,
      reduction: 3,
    },
    {
      id: quiet,
      name: 'QUIET',
      code: 'QUIET',
      startDate: '2026-11-05',
      endDate: '2026-11-06',
      items: 0,
      money: 0,
      reduction: 0,
    },
  ]);
});

test('DESK-01 a product that is in the shop has its name and image of today', async () => {
  const productId = await fixture.addProduct({
    name: 'Agbada',
    price: '30.00',
    image: '/uploads/product-images/a.jpg',
  });
  await fixture.as(customer).submit({ idempotencyKey: randomUUID(), lines: [{ productId, shownPrice: 30 }] });
  await fixture.rows(`update products set name = 'Grand agbada' where id = $1`, [productId]);
  await fixture.rows(`update orders set created_at = '2026-11-20T10:00:00Z'`);
  expect((await fixture.as(admin).sales()).bestSellers).toEqual([
    {
      productId,
      name: 'Grand agbada',
      image: '/uploads/product-images/a.jpg',
      inShop: true,
      items: 1,
      money: 30,
    },
  ]);
});

test('DESK-01 nobody but the staff reads the totals, and no request writes them', async () => {
  await addOrder('now()', [1]);
  await expect(fixture.as(customer).sales()).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  await expect(fixture.as(null).sales()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' });
  const seenBy = (user: TestUser | null) =>
    fixture.database.asCaller(
      user && { userId: user.id, role: 'admin' },
      async (tx) => (await tx.execute(sql`select from sales_totals`)).rowCount,
    );
  expect([await seenBy(null), await seenBy(customer), await seenBy(admin)]).toEqual([0, 0, 3]);
  for (const statement of [
    sql`delete from sales_totals`,
    sql`select recount_sales()`,
    sql`select keep_time_zone('UTC')`,
  ])
    await expect(
      fixture.database.asCaller({ userId: admin.id, role: 'admin' }, (tx) => tx.execute(statement)),
    ).rejects.toMatchObject({ cause: { code: '42501' } });
});
