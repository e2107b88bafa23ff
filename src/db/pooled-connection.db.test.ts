import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { installJobs } from '#platform/jobs/install.ts';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { type Database, openDatabase } from './client.ts';

// What injected SQL can leave on a pooled connection for later requests. The pool has one connection.

const [ADMIN, AMARA, BOLA] = [randomUUID(), randomUUID(), randomUUID()];
let base: TestDatabase;
let database: Database;
let owner: pg.Client;
const errors: string[] = [];
beforeAll(async () => {
  base = await createTestDatabase();
  await installJobs(base.url);
  owner = new pg.Client(base.url);
  await owner.connect();
  await owner.query(
    `insert into profiles (id, email, role) values
       ('${ADMIN}', 'super@shop.test', 'super_admin'), ('${AMARA}', 'amara@shop.test', 'user'), ('${BOLA}', 'bola@shop.test', 'user')`,
  );
  await owner.query(
    `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
     values ('${AMARA}', '1001', '${AMARA}', 'Amara', 'amara@shop.test', gen_random_uuid(), '')`,
  );
  await owner.query(
    `insert into products (id, name, description, price) values (gen_random_uuid(), 'Kaftan', '', 10)`,
  );
});
beforeEach(async () => {
  await database?.close();
  database = await openDatabase(base, { size: 1, onError: ({ message }) => errors.push(message) });
  errors.length = 0;
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await base.drop();
});

const connectionPid = async () =>
  (await database.web.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]!.pid;
const injected = (...statements: string[]) =>
  database.asCaller(null, async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });
const orders = sql`select id from orders`;

test.each([
  ['a user', [`select set_config('app.user', '${ADMIN}', false)`]],
  [
    'what set_caller wrote',
    [`select set_caller('${ADMIN}')`, `select set_config('app.user', current_setting('app.user'), false)`],
  ],
  [
    'the start of a later transaction',
    [
      `select set_config('app.user', '${ADMIN}@' || extract(epoch from transaction_timestamp() + interval '1 s'), false)`,
    ],
  ],
])('the caller of later requests is not %s, set for the session', async (_, statements) => {
  const connection = await connectionPid();
  await injected(...statements);
  expect((await database.web.execute(orders)).rows).toEqual([]);
  expect((await database.webPool.query('select id from users')).rows).toEqual([]);
  expect((await database.asCaller(null, (tx) => tx.execute(orders))).rows).toEqual([]);
  expect((await database.asCaller({ userId: BOLA, role: 'user' }, (tx) => tx.execute(orders))).rows).toEqual(
    [],
  );
  expect((await database.asCaller({ userId: AMARA, role: 'user' }, (tx) => tx.execute(orders))).rows).toEqual(
    [{ id: AMARA }],
  );
  await expect(
    database.web.execute(sql`update profiles set role = 'admin' where id = ${BOLA}`),
  ).resolves.toMatchObject({ rowCount: 0 });
  expect(await connectionPid()).toBe(connection);
});

test('a process of the previous release, which connects as the owner, sets only the user', async () => {
  const seenBy = async (user: string) => {
    await owner.query('begin; set local role aso_web');
    await owner.query(`select set_config('app.user', $1, true)`, [user]);
    const { rows } = await owner.query('select id from orders');
    await owner.query('rollback');
    return rows;
  };
  expect(await seenBy(AMARA)).toEqual([{ id: AMARA }]);
  expect(await seenBy(BOLA)).toEqual([]);
  expect(await seenBy('')).toEqual([]);
});

test('reason, IP address and browser set for the session are in no later event', async () => {
  await injected(
    `select set_config('app.reason', 'Fraud', false)`,
    `select set_config('app.ip_address', '198.51.100.7', false), set_config('app.user_agent', 'Evil', false)`,
  );
  await database.asCaller({ userId: ADMIN, role: 'super_admin' }, (tx) =>
    tx.execute(sql`update profiles set banned = true where id = ${BOLA}`),
  );
  const { rows } = await owner.query(
    `select actor_id, ip_address, user_agent, detail from account_events where user_id = $1 and kind = 'banned'`,
    [BOLA],
  );
  expect(rows).toEqual([{ actor_id: ADMIN, ip_address: null, user_agent: null, detail: {} }]);
});

test('later changes are notified and remove the demo mark, whatever the session settings', async () => {
  await owner.query('listen changes');
  const received: string[] = [];
  owner.on('notification', ({ payload }) => received.push(payload ?? ''));
  const { rows } = await owner.query<{ id: string }>('update products set is_demo = true returning id');
  const [{ id }] = rows as [{ id: string }];
  await injected(`select set_config('app.quiet', 'on', false), set_config('aso.is_seed', 'on', false)`);
  received.length = 0;
  await database.asCaller({ userId: ADMIN, role: 'super_admin' }, (tx) =>
    tx.execute(sql`insert into product_images (id, product_id, image_url, is_primary, width, height)
      values (gen_random_uuid(), ${id}, '/uploads/x.jpg', true, 1, 1)`),
  );
  await expect.poll(() => received.join()).toContain('product_images');
  expect((await owner.query('select is_demo from products')).rows).toEqual([{ is_demo: false }]);
});

test('a temporary table replaces no table of the shop in later requests', async () => {
  const connection = await connectionPid();
  await injected(`create temp table products as select 'Evil'::text as name`);
  const names = sql`select name from products`;
  expect((await database.web.execute(names)).rows).toEqual([{ name: 'Kaftan' }]);
  // PostgreSQL 18 reports the search path, and such a connection is closed.
  await injected(`select set_config('search_path', 'pg_temp,public', false)`).catch(() => {});
  expect((await database.asCaller(null, (tx) => tx.execute(names))).rows).toEqual([{ name: 'Kaftan' }]);
  const { rows } = await owner.query(
    `select current_setting('server_version_num')::int >= 180000 as reports`,
  );
  expect((await connectionPid()) === connection).toBe(!rows[0].reports);
});

test.each([
  `set time zone 'Asia/Tokyo'`,
  `set datestyle = 'German'`,
  `set intervalstyle = 'iso_8601'`,
  `set client_encoding = 'LATIN1'`,
  'set standard_conforming_strings = off',
  'set default_transaction_read_only = on',
])('a connection on which a statement runs %s serves no other request', async (statement) => {
  const connection = await connectionPid();
  await injected(statement).catch(() => {});
  expect(await connectionPid()).not.toBe(connection);
  expect(errors).toEqual([expect.stringMatching(/^The setting \w+ of a pooled connection changed/)]);
  const { rows } = await database.web.execute(
    sql`select current_setting('timezone') as zone, current_setting('default_transaction_read_only') as readonly`,
  );
  expect(rows).toEqual([{ zone: 'UTC', readonly: 'off' }]);
});
