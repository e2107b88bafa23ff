import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { generate } from './generate.ts';
import { RARE_WORDS } from './vocabulary.ts';

let database: TestDatabase;
let client: pg.Client;
let indexes: unknown[] = [];
const list = async (sql: string) => (await client.query(sql)).rows;
const value = async (sql: string) => Object.values((await list(sql))[0])[0];
const allIndexes = () => list(`select indexdef from pg_indexes where schemaname = 'public' order by 1`);
const disabledTriggers = () => list(`select tgrelid::regclass, tgname from pg_trigger where tgenabled = 'D'`);

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  indexes = await allIndexes();
  await generate({ databaseUrl: database.url, products: 6000, users: 300, orders: 6000 });
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('products are in 24 categories on two levels, with two images, the first of them primary', async () => {
  expect(await list(`select count(*)::int as n, count(parent_id)::int as below from categories`)).toEqual([
    { n: 24, below: 18 },
  ]);
  expect(await value('select count(distinct category_id)::int from products')).toBe(24);
  expect(
    await list(`select count(*)::int as products, min(n)::int, max(n)::int, min(primaries)::int as primaries from (
      select count(*) as n, count(*) filter (where is_primary and display_order = 0) as primaries
      from product_images group by product_id) x`),
  ).toEqual([{ products: 6000, min: 2, max: 2, primaries: 1 }]);
});

test('a description has forty words; a rare word has about one hit in fifty, a common one hundreds', async () => {
  expect(
    await list(`select distinct array_length(string_to_array(description, ' '), 1) as words from products`),
  ).toEqual([{ words: 40 }]);
  for (const word of RARE_WORDS) {
    const hits = await value(`select count(*)::int from products where search like '%${word}%'`);
    expect(hits, word).toBeGreaterThan(80);
    expect(hits, word).toBeLessThan(160);
  }
  expect(await value(`select count(*)::int from products where search like '%collar%'`)).toBeGreaterThan(
    1000,
  );
});

test('prices, ages, promotions and featured products are distributed', async () => {
  const [row] = await list(`
    select count(distinct price)::int as prices, count(distinct created_at::date)::int as days,
           count(*) filter (where featured)::int as featured, count(promotion_id)::int as promoted from products`);
  expect(row.prices).toBeGreaterThan(1000);
  expect(row.days).toBeGreaterThan(600);
  expect(row.featured).toBeGreaterThan(20);
  expect(row.featured).toBeLessThan(120);
  expect(row.promoted).toBeGreaterThan(100);
  expect(row.promoted).toBeLessThan(280);
});

test('orders have one to four items and a customer, and cover every status', async () => {
  expect(await value('select count(*)::int from orders')).toBe(6000);
  expect(await value('select count(distinct status)::int from orders')).toBe(4);
  expect(
    await list(
      'select min(n)::int, max(n)::int from (select count(*) as n from order_items group by order_id) x',
    ),
  ).toEqual([{ min: 1, max: 4 }]);
});

test('orders are counted in the totals of their days, with their items', async () => {
  const shown = `o.status <> 'cancelled'`;
  expect(
    await list(
      `select sum(orders)::int as orders, sum(items)::int as items from sales_totals where kind = 'shop'`,
    ),
  ).toEqual(
    await list(
      `select count(distinct o.id)::int as orders, count(*)::int as items from orders o join order_items i on i.order_id = o.id where ${shown}`,
    ),
  );
  expect(
    await value(`select count(*)::int from orders o where product_names is distinct from
      (select ' ' || string_agg(fold(product_name), ' ' order by position) from order_items where order_id = o.id)`),
  ).toBe(0);
});

test('constraints and triggers are restored', async () => {
  expect(await allIndexes()).toEqual(indexes);
  expect(await disabledTriggers()).toEqual([]);
  expect(await value(`select sum(delta)::int from counters where name = 'products'`)).toBe(6000);
  const withoutPrimary = client.query(
    `with p as (insert into products (id, name, description, price) values (gen_random_uuid(), 'x', 'x', 1) returning id)
     insert into product_images (id, product_id, image_url, width, height)
     select gen_random_uuid(), id, '/uploads/placeholder.jpg', 1, 1 from p`,
  );
  await expect(withoutPrimary).rejects.toMatchObject({ constraint: 'product_images_have_primary' });
  // An index-only scan: the visibility map is current.
  const plan = await list(
    'explain (analyze, format json) select id from products order by created_at desc, id desc limit 10',
  );
  expect(JSON.stringify(plan)).toContain('Index Only Scan');
});

test('a second run adds rows, with the same texts for the same seed', async () => {
  const before = await list('select description from products order by id limit 5');
  await generate({ databaseUrl: database.url, products: 5, orders: 10 });
  expect(await value('select count(*)::int from products')).toBe(6005);
  expect(
    await list('select description from (select * from products order by id desc limit 5) p order by id'),
  ).toEqual(before);
  expect(await value('select count(*)::int from categories')).toBe(24);
});
