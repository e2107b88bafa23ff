import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { copyIn, copyOut } from './copy-stream.ts';
import { wholeOf } from './pieces.ts';

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());
beforeEach(async () => {
  client = new Client(database.url);
  client.on('error', () => {});
  await client.connect();
  await client.query('create temp table kept (n int primary key, words text)');
});
afterEach(() => client.end());

async function* rows(count: number, width = 10): AsyncGenerator<Buffer> {
  for (let n = 1; n <= count; n++) yield Buffer.from(`${n}\t${'x'.repeat(width)}\n`);
}
const copyRows = (source: AsyncIterable<Uint8Array>) => copyIn(client, 'copy kept from stdin', source);
const stored = async () => (await client.query('select count(*)::int as n from kept')).rows[0].n;

test('data copied in is copied out unchanged, and the connection can be used again', async () => {
  expect(await copyRows(rows(20_000))).toBe(20_000);
  const out = await wholeOf(copyOut(client, 'copy kept to stdout'));
  expect(out.equals(await wholeOf(rows(20_000)))).toBe(true);
  expect((await wholeOf(copyOut(client, 'copy (select from kept where false) to stdout'))).length).toBe(0);
  expect(await stored()).toBe(20_000);
});

test('a row can be larger than a batch, and a chunk can end inside a row', async () => {
  const row = await wholeOf(rows(1, 3_000_000));
  async function* crumbs() {
    for (let at = 0; at < row.length; at += 99_991) yield row.subarray(at, at + 99_991);
  }
  expect(await copyRows(crumbs())).toBe(1);
  expect((await wholeOf(copyOut(client, 'copy kept to stdout'))).equals(row)).toBe(true);
});

test('the server waits for a slow reader', async () => {
  const reader = copyOut(client, `copy (select repeat('x', 10000) from generate_series(1, 4000)) to stdout`);
  const parts = reader[Symbol.asyncIterator]();
  await parts.next();
  await sleep(300);
  // 40 MB are requested; only about one socket buffer is waiting.
  expect(reader.readableLength).toBeLessThan(2_000_000);
  let bytes = 0;
  for await (const part of { [Symbol.asyncIterator]: () => parts }) bytes += part.length;
  expect(bytes).toBeGreaterThan(39_000_000);
});

test('an error of the server fails both streams, and the connection stays usable', async () => {
  await expect(wholeOf(copyOut(client, 'copy nothing to stdout'))).rejects.toThrow('does not exist');
  await expect(copyIn(client, 'copy nothing from stdin', rows(1))).rejects.toThrow('does not exist');
  async function* twice() {
    yield* rows(30_000);
    yield* rows(30_000);
  }
  await expect(copyRows(twice())).rejects.toThrow('duplicate key');
  await expect(
    wholeOf(copyOut(client, 'copy (select 1/(3 - n) from generate_series(1, 5) n) to stdout')),
  ).rejects.toThrow('division by zero');
  expect(await stored()).toBe(0);
});

test('an error of the source leaves no rows and is reported', async () => {
  async function* broken() {
    yield* rows(1000);
    throw new Error('the file is damaged');
  }
  await expect(copyRows(broken())).rejects.toThrow('the file is damaged');
  expect(await stored()).toBe(0);
});

test('a reader that stops early ends the client, however much data remains', async () => {
  const endless = copyOut(
    client,
    `copy (select repeat('x', 10000) from generate_series(1, 10000000)) to stdout`,
  );
  for await (const _ of endless) break;
  await client.end();
});

test('a lost connection fails both streams', async () => {
  const other = new Client(database.url);
  await other.connect();
  const { rows: own } = await client.query('select pg_backend_pid() as pid');
  const reader = copyOut(
    client,
    `copy (select repeat('x', 10000) from generate_series(1, 10000000)) to stdout`,
  );
  const parts = reader[Symbol.asyncIterator]();
  await parts.next();
  await other.query('select pg_terminate_backend($1)', [own[0].pid]);
  await other.end();
  await expect(wholeOf({ [Symbol.asyncIterator]: () => parts })).rejects.toThrow();
});
