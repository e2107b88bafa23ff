import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { isBusy } from './busy.ts';
import { type Database, openDatabase } from './client.ts';

let base: TestDatabase;
let database: Database;
let owner: pg.Client;
beforeAll(async () => {
  base = await createTestDatabase();
  database = await openDatabase({ url: base.url });
  owner = new pg.Client({ connectionString: base.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await base.drop();
});

test('a connection that is lost between two statements fails its transaction, and nothing else', async () => {
  const lost = await database
    .asCaller(null, async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await owner.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await sleep(200);
      await tx.execute(sql`select 1`);
    })
    .catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(Error);
  expect(isBusy(lost)).toBe(true);
  const { rows } = await database.asCaller(null, (tx) => tx.execute(sql`select 1 as one`));
  expect(rows).toEqual([{ one: 1 }]);
});
