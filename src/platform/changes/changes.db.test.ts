import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { eventually } from '#shared/test-eventually.ts';
import { openTcpProxy } from '../test-tcp-proxy.ts';
import { type Change, type Changes, createChanges } from './changes.ts';

let database: TestDatabase;
let client: pg.Client;
const opened: Changes[] = [];
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
afterEach(async () => {
  for (const changes of opened.splice(0)) await changes.close();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function listen(more: Partial<Parameters<typeof createChanges>[0]> = {}) {
  const changes = createChanges({ url: database.url, log: quiet, ...more });
  opened.push(changes);
  const received: Change[] = [];
  changes.subscribe((change) => received.push(change));
  await changes.ready;
  expect(received.splice(0)).toEqual([{ table: '*', op: 'missed' }]);
  return { changes, received };
}

const insert = (name: string, id = randomUUID()) =>
  client.query('insert into categories (id, name, slug) values ($1, $2, $2)', [id, name]);

test('a change by plain SQL is delivered with its ids before waitForInvalidation resolves', async () => {
  const { changes, received } = await listen();
  const id = randomUUID();
  await insert('agbada', id);
  await changes.waitForInvalidation();
  expect(received).toEqual([{ table: 'categories', op: 'insert', ids: [id] }]);
  await client.query('update categories set display_order = 2 where id = $1', [id]);
  await client.query('delete from categories where id = $1', [id]);
  await changes.waitForInvalidation();
  expect(received.slice(1).map(({ op }) => op)).toEqual(['update', 'delete']);
});

test('COLLAB-02 what staff edit in dialogs is delivered: a plan, a day that matters, words that mean the same', async () => {
  const { changes, received } = await listen();
  const [product, id] = [randomUUID(), randomUUID()];
  await client.query(`insert into products (id, name, description, price) values ($1, 'Agbada', 'D', 1)`, [
    product,
  ]);
  await client.query(
    `insert into planned_changes (id, product_id, day, price) values ($1, $2, current_date + 9, 2)`,
    [id, product],
  );
  await client.query(
    `insert into special_days (id, name, first_day, last_day) values ($1, 'Eid', '2026-12-05', '2026-12-05')`,
    [id],
  );
  await client.query(`insert into synonyms (id, words) values ($1, array['flyrobe', 'agbada'])`, [id]);
  const tables = ['planned_changes', 'special_days', 'synonyms'];
  for (const table of tables) {
    await client.query(`update ${table} set version = version + 1 where id = $1`, [id]);
    await client.query(`delete from ${table} where id = $1`, [id]);
  }
  await client.query('delete from products where id = $1', [product]);
  await changes.waitForInvalidation();
  for (const table of tables)
    expect(received.filter((change) => change.table === table)).toEqual(
      ['insert', 'update', 'delete'].map((op) => ({ table, op, ids: [id] })),
    );
});

test('a change of many rows names only the table', async () => {
  const { changes, received } = await listen();
  await client.query(
    "insert into categories (id, name, slug) select gen_random_uuid(), 'c' || n, 'c' || n from generate_series(1, 60) n",
  );
  await changes.waitForInvalidation();
  expect(received).toEqual([{ table: 'categories', op: 'insert' }]);
});

test('each of many concurrent writers receives its own change before waitForInvalidation resolves', async () => {
  const { changes, received } = await listen();
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  const missing: string[] = [];
  await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const id = randomUUID();
      await pool.query('insert into categories (id, name, slug) values ($1, $2, $2)', [id, `many-${n}`]);
      await changes.waitForInvalidation();
      if (!received.some(({ ids }) => ids?.includes(id))) missing.push(id);
    }),
  );
  await pool.end();
  expect(missing).toEqual([]);
});

test('the changes of a transaction are delivered only after its commit', async () => {
  const { changes, received } = await listen();
  await client.query('begin');
  await insert('kaftan');
  await changes.waitForInvalidation();
  expect(received).toEqual([]);
  await client.query('commit');
  await changes.waitForInvalidation();
  expect(received).toHaveLength(1);
});

test('a lost connection is restored, and changes count as missed before and after', async () => {
  const { changes, received } = await listen();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aso-house changes' and datname = current_database()",
  );
  await eventually(() => expect(received.length).toBe(2));
  expect(received).toEqual([
    { table: '*', op: 'missed' },
    { table: '*', op: 'missed' },
  ]);
  expect(changes.isListening()).toBe(true);
  await insert('gele');
  await changes.waitForInvalidation();
  expect(received).toHaveLength(3);
});

test('a connection that is silent without being closed is detected', async () => {
  const proxy = await openTcpProxy(database.url);
  const { changes, received } = await listen({ url: proxy.url, patience: 200, probeEvery: 100 });
  proxy.silence();
  // Without detection it would wait until the test times out.
  await changes.waitForInvalidation();
  expect(changes.isListening()).toBe(false);
  // Waited for: a timer of 200 ms may end a fraction of a millisecond early.
  await vi.waitFor(() => expect(changes.silentFor()).toBeGreaterThanOrEqual(200), {
    timeout: 20_000,
    interval: 1,
  });
  proxy.open();
  await eventually(() => expect(received.length).toBeGreaterThanOrEqual(2));
  // Probes are answered again: the silence ends, however slow the machine.
  await vi.waitFor(() => expect(changes.silentFor()).toBeLessThan(200), { timeout: 20_000, interval: 5 });
  await insert('fila');
  await changes.waitForInvalidation();
  expect(received.at(-1)).toMatchObject({ table: 'categories', op: 'insert' });
  await changes.close();
  proxy.close();
});

test('a connection that becomes silent before it listens is replaced, and close does not wait for it', async () => {
  const proxy = await openTcpProxy(database.url, { until: 'listen changes' });
  const changes = createChanges({ url: proxy.url, log: quiet, patience: 100, probeEvery: 100 });
  opened.push(changes);
  await eventually(() => expect(proxy.fellSilent()).toBe(true));
  proxy.open();
  await changes.ready;
  proxy.silence();
  const trying = createChanges({ url: proxy.url, log: quiet, patience: 60_000 });
  await sleep(50);
  // The connection is never answered, so a close that waited for it would wait until the test times out.
  await Promise.all([changes.close(), trying.close()]);
  proxy.close();
});

test('without a server waitForInvalidation does not wait, and close ends the connection attempts', async () => {
  const changes = createChanges({ url: 'postgres://nobody:x@127.0.0.1:9/none', log: quiet });
  await sleep(120);
  expect(changes.isListening()).toBe(false);
  await changes.waitForInvalidation();
  await changes.close();
});

test('a failing listener does not affect the others', async () => {
  const { changes, received } = await listen();
  const end = changes.subscribe(() => {
    throw new Error('mine');
  });
  changes.subscribe((change) => received.push(change));
  await insert('adire');
  await changes.waitForInvalidation();
  expect(received).toHaveLength(2);
  end();
});
