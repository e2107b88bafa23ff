import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
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
  const heard: Change[] = [];
  changes.subscribe((change) => heard.push(change));
  await changes.ready;
  expect(heard.splice(0)).toEqual([{ table: '*', op: 'missed' }]);
  return { changes, heard };
}

const insert = (name: string, id = randomUUID()) =>
  client.query('insert into categories (id, name, slug) values ($1, $2, $2)', [id, name]);

test('a change by plain SQL is told with its ids, and settle ends after it', async () => {
  const { changes, heard } = await listen();
  const id = randomUUID();
  await insert('agbada', id);
  await changes.waitForInvalidation();
  expect(heard).toEqual([{ table: 'categories', op: 'insert', ids: [id] }]);
  await client.query('update categories set display_order = 2 where id = $1', [id]);
  await client.query('delete from categories where id = $1', [id]);
  await changes.waitForInvalidation();
  expect(heard.slice(1).map(({ op }) => op)).toEqual(['update', 'delete']);
});

test('a change of many rows names the table alone', async () => {
  const { changes, heard } = await listen();
  await client.query(
    "insert into categories (id, name, slug) select gen_random_uuid(), 'c' || n, 'c' || n from generate_series(1, 60) n",
  );
  await changes.waitForInvalidation();
  expect(heard).toEqual([{ table: 'categories', op: 'insert' }]);
});

test('each of many writers finds its own change told after its settle', async () => {
  const { changes, heard } = await listen();
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  const missing: string[] = [];
  await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const id = randomUUID();
      await pool.query('insert into categories (id, name, slug) values ($1, $2, $2)', [id, `many-${n}`]);
      await changes.waitForInvalidation();
      if (!heard.some(({ ids }) => ids?.includes(id))) missing.push(id);
    }),
  );
  await pool.end();
  expect(missing).toEqual([]);
});

test('what a transaction changed is told only once it is committed', async () => {
  const { changes, heard } = await listen();
  await client.query('begin');
  await insert('kaftan');
  await changes.waitForInvalidation();
  expect(heard).toEqual([]);
  await client.query('commit');
  await changes.waitForInvalidation();
  expect(heard).toHaveLength(1);
});

test('a cut connection is made again, and everything counts as missed before and after', async () => {
  const { changes, heard } = await listen();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aso-house changes' and datname = current_database()",
  );
  await vi.waitFor(() => expect(heard.length).toBe(2), { timeout: 5_000 });
  expect(heard).toEqual([
    { table: '*', op: 'missed' },
    { table: '*', op: 'missed' },
  ]);
  expect(changes.isListening()).toBe(true);
  await insert('gele');
  await changes.waitForInvalidation();
  expect(heard).toHaveLength(3);
});

test('a connection that hears nothing any more without being closed is noticed', async () => {
  const door = await openTcpProxy(database.url);
  const { changes, heard } = await listen({ url: door.url, patience: 200, probeEvery: 100 });
  const began = performance.now();
  door.silence();
  await changes.waitForInvalidation();
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(changes.isListening()).toBe(false);
  expect(changes.silentFor()).toBeGreaterThanOrEqual(200);
  door.open();
  await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(2), { timeout: 5_000 });
  expect(changes.silentFor()).toBeLessThan(200);
  await insert('fila');
  await changes.waitForInvalidation();
  expect(heard.at(-1)).toMatchObject({ table: 'categories', op: 'insert' });
  await changes.close();
  door.close();
});

test('a connection that falls silent before it listens is given up for another, and the end waits for none', async () => {
  const door = await openTcpProxy(database.url, { until: 'listen changes' });
  const changes = createChanges({ url: door.url, log: quiet, patience: 100, probeEvery: 100 });
  opened.push(changes);
  await vi.waitFor(() => expect(door.fellSilent()).toBe(true));
  door.open();
  await changes.ready;
  door.silence();
  const trying = createChanges({ url: door.url, log: quiet });
  await sleep(50);
  const began = performance.now();
  await Promise.all([changes.close(), trying.close()]);
  expect(performance.now() - began).toBeLessThan(1_000);
  door.close();
});

test('without a server settle does not wait, and close ends the trying', async () => {
  const changes = createChanges({ url: 'postgres://nobody:x@127.0.0.1:9/none', log: quiet });
  await sleep(120);
  expect(changes.isListening()).toBe(false);
  await changes.waitForInvalidation();
  await changes.close();
});

test('a listener that fails does not keep the others from hearing', async () => {
  const { changes, heard } = await listen();
  const end = changes.subscribe(() => {
    throw new Error('mine');
  });
  changes.subscribe((change) => heard.push(change));
  await insert('adire');
  await changes.waitForInvalidation();
  expect(heard).toHaveLength(2);
  end();
});
