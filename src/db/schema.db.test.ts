import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { openDatabase } from './client.ts';
import * as accounts from './schema/accounts.ts';
import * as calendar from './schema/calendar.ts';
import * as catalog from './schema/catalog.ts';
import * as contact from './schema/contact.ts';
import * as content from './schema/content.ts';
import * as history from './schema/history.ts';
import * as notifications from './schema/notifications.ts';
import * as orders from './schema/orders.ts';
import * as promotions from './schema/promotions.ts';
import * as savedFilters from './schema/saved-filters.ts';
import * as shop from './schema/shop.ts';
import * as webhooks from './schema/webhooks.ts';

let database: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await database?.drop();
});

const tables = [
  accounts,
  calendar,
  catalog,
  contact,
  content,
  history,
  notifications,
  orders,
  promotions,
  savedFilters,
  shop,
  webhooks,
]
  .flatMap((file) => Object.values(file) as unknown[])
  .filter((value): value is PgTable => is(value, PgTable));

const snake = (name: string) => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

test('DATA-01 DATA-08 DATA-16 the schema describes every table column by column', async () => {
  const { rows } = await owner.query<{ table_name: string; columns: string[]; required: string[] }>(`
    select table_name, array_agg(column_name::text order by column_name) as columns,
      coalesce(array_agg(column_name::text order by column_name) filter (where is_nullable = 'NO'), '{}') as required
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by table_name order by table_name`);
  // A column has the name of its property unless it declares another one.
  const nameOf = ([name, column]: [string, PgColumn]) => (column.keyAsName ? snake(name) : column.name);
  const described = tables
    .map((table) => {
      const columns = Object.entries(getTableColumns(table));
      return {
        table_name: getTableName(table),
        columns: columns.map(nameOf).sort(),
        required: columns
          .flatMap(([name, column]) => (column.notNull ? [nameOf([name, column])] : []))
          .sort(),
      };
    })
    .sort((a, b) => (a.table_name < b.table_name ? -1 : 1));
  // PostgreSQL reports generated columns as nullable, whatever their expression; so does the schema.
  expect(described).toEqual(rows);
});

test('OPEN-17 row level security is on for every table', async () => {
  const { rows } = await owner.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
  );
  expect(rows).toEqual([]);
});

test('it applies to the roles of requests and sign-in', async () => {
  const { rows } = await owner.query(
    `select rolname from pg_roles where rolname in ('aso_web', 'aso_auth') and not rolsuper and not rolbypassrls order by 1`,
  );
  expect(rows.map((row) => row.rolname)).toEqual(['aso_auth', 'aso_web']);
});

test('no other role can use a function of the owner in a trigger of its own table', async () => {
  const shopDatabase = await openDatabase(database);
  const client = await shopDatabase.webPool.connect();
  try {
    await client.query('create temp table own (id integer)');
    const trigger = `create trigger t after insert on own referencing new table as new_rows
      for each statement execute function count_products()`;
    await expect(client.query(trigger)).rejects.toThrow('permission denied for function count_products');
  } finally {
    client.release();
    await shopDatabase.close();
  }
  const { rows } = await owner.query(
    `select proname from pg_proc where prosecdef and prorettype = 'trigger'::regtype
      and pronamespace = 'public'::regnamespace
      and (has_function_privilege('aso_web', oid, 'execute') or has_function_privilege('aso_auth', oid, 'execute'))`,
  );
  expect(rows).toEqual([]);
});

const PROMOTION = `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value) values (gen_random_uuid(), 'P',`;
const PRODUCT = `insert into products (id, name, description, price) values`;
const refused: [string, string][] = [
  ['DATA-06 OPEN-04 another type of promotion', `${PROMOTION} 'A', '2026-01-01', '2026-01-02', 'gift', 5)`],
  ['a percentage above 100', `${PROMOTION} 'B', '2026-01-01', '2026-01-02', 'percentage', 101)`],
  ['a promotion worth nothing', `${PROMOTION} 'C', '2026-01-01', '2026-01-02', 'fixed', 0)`],
  ['an end before the start', `${PROMOTION} 'D', '2026-01-02', '2026-01-01', 'fixed', 5)`],
  ['a negative price', `${PRODUCT} (gen_random_uuid(), 'P', 'D', -1)`],
  ['a nameless product', `${PRODUCT} (gen_random_uuid(), ' ', 'D', 1)`],
  ['a price beyond the limit', `${PRODUCT} (gen_random_uuid(), 'P', 'D', 10000000000)`],
  [
    'DATA-12 another role',
    `insert into profiles (id, email, role) values (gen_random_uuid(), 'x@y.z', 'owner')`,
  ],
];
test.each(refused)('%s is refused by the database itself', async (_, statement) => {
  await expect(owner.query(statement)).rejects.toThrow(/violates check constraint|numeric field overflow/);
});

test('a promotion code is unique, ignoring case', async () => {
  await owner.query(`${PROMOTION} 'SALE', '2026-01-01', '2026-01-02', 'fixed', 5)`);
  await expect(owner.query(`${PROMOTION} 'sale', '2026-01-01', '2026-01-02', 'fixed', 5)`)).rejects.toThrow(
    'promotions_code_key',
  );
});

test('CONST-12 RULES-28 an order starts as pending and has four possible statuses', async () => {
  const user = '00000000-0000-7000-8000-000000000001';
  await owner.query(`insert into profiles (id, email) values ($1, 'orders@y.z')`, [user]);
  const insert = (number: string, status: string) =>
    owner.query(
      `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash ${status && ', status'})
       values (gen_random_uuid(), $1, $2, 'A', 'a@b.c', gen_random_uuid(), 'h' ${status && `, '${status}'`}) returning status`,
      [number, user],
    );
  expect((await insert('0001', '')).rows[0].status).toBe('pending');
  await expect(insert('0002', 'sent')).rejects.toThrow('orders_status_check');
  await expect(insert('0001', '')).rejects.toThrow('orders_order_number_key');
});

test('RULES-19 OPEN-08 a product with images has exactly one primary', async () => {
  const product = '00000000-0000-7000-8000-000000000002';
  await owner.query(`${PRODUCT} ('${product}', 'P', 'D', 1)`);
  const image = (primary: boolean) =>
    `insert into product_images (id, product_id, image_url, is_primary, width, height) values (gen_random_uuid(), '${product}', '/u', ${primary}, 1, 1)`;
  await expect(owner.query(image(false))).rejects.toThrow('no primary');
  await owner.query(image(true));
  await owner.query(image(false));
  await expect(owner.query(image(true))).rejects.toThrow('product_images_one_primary');
  await expect(
    owner.query(`delete from product_images where product_id = '${product}' and is_primary`),
  ).rejects.toThrow('no primary');
  await owner.query(
    `begin; update product_images set is_primary = false where product_id = '${product}' and is_primary;
     update product_images set is_primary = true where id = (select id from product_images where product_id = '${product}' order by created_at desc limit 1); commit`,
  );
});

test('totals are the sum of the appended deltas after insert, update, delete and folding', async () => {
  const total = async (name: string) =>
    Number(
      (await owner.query('select coalesce(sum(delta), 0) as n from counters where name = $1', [name])).rows[0]
        .n,
    );
  const before = [await total('products'), await total('products:featured')];
  await owner.query(
    `${PRODUCT} (gen_random_uuid(), 'Counted', 'D', 1), (gen_random_uuid(), 'Counted', 'D', 2)`,
  );
  await owner.query(`update products set featured = true where name = 'Counted'`);
  expect([await total('products'), await total('products:featured')]).toEqual([
    before[0]! + 2,
    before[1]! + 2,
  ]);
  await owner.query('select fold_counters()');
  await owner.query(`delete from products where name = 'Counted'`);
  expect([await total('products'), await total('products:featured')]).toEqual(before);
});

test('PERM-03 items are visible with their order, and a customer records only their own events', async () => {
  const shopDatabase = await openDatabase(database);
  const user = { userId: '00000000-0000-7000-8000-000000000009', role: 'user' as const };
  await owner.query(`insert into profiles (id, email) values ($1, 'items@y.z')`, [user.userId]);
  const order = '00000000-0000-7000-8000-00000000000a';
  const product = '00000000-0000-7000-8000-00000000000b';
  await owner.query(`${PRODUCT} ($1, 'Gele', 'D', 1)`, [product]);
  const item = sql`insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image)
    values (gen_random_uuid(), ${order}, 0, ${product}, 'Gele', 1, 1, '/uploads/placeholder.jpg')`;
  const event = (kind: string) => sql`insert into order_events (id, order_id, kind, actor_id)
    values (gen_random_uuid(), ${order}, ${kind}, ${user.userId})`;
  const denied = { cause: { code: '42501' } };
  try {
    await shopDatabase.asCaller(user, async (tx) => {
      await tx.execute(sql`insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
        values (${order}, '0900', ${user.userId}, 'A', 'a@b.c', gen_random_uuid(), 'h')`);
      await tx.execute(item);
      await tx.execute(event('submitted'));
    });
    await expect(shopDatabase.asCaller(user, (tx) => tx.execute(item))).rejects.toMatchObject(denied);
    await expect(shopDatabase.asCaller(user, (tx) => tx.execute(event('status')))).rejects.toMatchObject(
      denied,
    );
    await shopDatabase.asCaller(user, (tx) => tx.execute(event('opened')));
  } finally {
    await shopDatabase.close();
  }
});
