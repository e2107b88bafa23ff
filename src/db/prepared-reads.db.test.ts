import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { type Database, openDatabase } from './client.ts';

let base: TestDatabase;
let database: Database;
let owner: pg.Client;
beforeAll(async () => {
  base = await createTestDatabase();
  owner = new pg.Client(base.url);
  await owner.connect();
  await owner.query(`create table shelves as select 7 as number; grant select, insert on shelves to aso_web`);
});
beforeEach(async () => {
  await database?.close();
  // One connection for reads, so that all of them meet.
  database = await openDatabase(base, { size: 1 });
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await base.drop();
});

const rowsOf = async (statement: SQL) => (await database.reads.execute(statement)).rows;
async function readOften(statement: SQL, times = 12): Promise<void> {
  for (let n = 0; n < times; n++) await rowsOf(statement);
}
const preparedOn = async (pool: pg.Pool) =>
  (
    await pool.query(`select statement, generic_plans::int as once, custom_plans::int as each_time
      from pg_prepared_statements order by prepare_time`)
  ).rows;
const shelf = sql`select * from shelves where number = ${7}::integer`;

test('a public read that repeats is prepared, with one plan for all values; a rare one and other statements are not', async () => {
  await readOften(shelf);
  await readOften(sql`select 1 as rare`, 4);
  expect(await preparedOn(database.readPool)).toEqual([
    { statement: 'select * from shelves where number = $1::integer', once: 8, each_time: 0 },
  ]);
  for (let n = 0; n < 12; n++) await database.web.execute(shelf);
  expect(await preparedOn(database.webPool)).toEqual([]);
});

test('a connection prepares 40 statements at most', async () => {
  for (let n = 0; n < 50; n++) await readOften(sql.raw(`select ${n} as n`), 5);
  expect(await preparedOn(database.readPool)).toHaveLength(40);
  expect(await rowsOf(sql`select 49 as n`)).toEqual([{ n: 49 }]);
});

test('a read goes on when a migration changed its columns, or its statement is gone', async () => {
  await readOften(shelf);
  await owner.query('alter table shelves add column place text');
  expect(await rowsOf(shelf)).toEqual([{ number: 7, place: null }]);
  await readOften(shelf);
  await database.readPool.query('deallocate all');
  expect(await rowsOf(shelf)).toEqual([{ number: 7, place: null }]);
  await readOften(shelf);
  expect(await preparedOn(database.readPool)).toHaveLength(1);
});

test('connections of public reads write nothing', async () => {
  await expect(rowsOf(sql`insert into shelves values (8)`)).rejects.toMatchObject({
    cause: { code: '25006' },
  });
});
