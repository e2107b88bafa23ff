import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#shared/test-eventually.ts';
import { claimServing, type Serving } from './serving.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function release(serving: Serving): Promise<void> {
  if (serving.servedAt !== undefined) throw new Error(`served at ${serving.servedAt}`);
  await serving.release();
}

test('a second start gets the URL of the running shop, until the first has stopped', async () => {
  const first = await claimServing(database.url, 'http://127.0.0.1:3000');
  expect(first.servedAt).toBeUndefined();
  expect(await claimServing(database.url, 'http://127.0.0.1:3001')).toEqual({
    servedAt: 'http://127.0.0.1:3000',
  });
  await release(first);
  await release(await claimServing(database.url, 'http://127.0.0.1:3001'));
});

test('the claim is taken again after a lost connection', async () => {
  const serving = await claimServing(database.url, 'http://127.0.0.1:3000');
  const client = new Client(database.url);
  await client.connect();
  const held = `from pg_stat_activity where application_name like 'aso-house serving %'`;
  const before = (await client.query(`select pid, pg_terminate_backend(pid) ${held}`)).rows[0]?.pid;
  await eventually(async () => {
    const now = (await client.query(`select pid ${held}`)).rows[0]?.pid;
    expect(now).toBeGreaterThan(0);
    expect(now).not.toBe(before);
  });
  await client.end();
  expect(await claimServing(database.url, 'elsewhere')).toEqual({ servedAt: 'http://127.0.0.1:3000' });
  await release(serving);
});

test('another shop on the same server does not count', async () => {
  const other = await createTestDatabase();
  const one = await claimServing(database.url, 'http://127.0.0.1:3000');
  const two = await claimServing(other.url, 'http://127.0.0.1:3001');
  await release(one);
  await release(two);
  await other.drop();
});
