import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { type Database, openDatabase } from './client.ts';
import {
  instant,
  integer,
  json,
  largeInteger,
  money,
  nullable,
  oneOf,
  selectRow,
  selectValue,
  text,
} from './rows.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase);
});
afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

test('each column has the type in code that it declares', async () => {
  const row = await selectRow(
    database.web,
    {
      at: instant,
      never: nullable(instant),
      price: money,
      total: largeInteger,
      kind: oneOf(['fixed', 'percentage']),
      terms: json(({ value }: { value: string }) => Number(value)),
    },
    sql`SELECT '2026-11-23 10:00+01'::timestamptz AS at, NULL::timestamptz AS never, 12500.5::numeric(12,2) AS price,
      9007199254740::bigint AS total, 'fixed' AS kind, json_build_object('value', '15') AS terms`,
  );
  expect(row).toEqual({
    at: new Date('2026-11-23T09:00:00Z'),
    never: null,
    price: 1_250_050,
    total: 9_007_199_254_740,
    kind: 'fixed',
    terms: 15,
  });
  expect(await selectRow(database.web, { id: text }, sql`SELECT '1' AS id WHERE false`)).toBeNull();
});

test.each([
  ['another type', sql`SELECT '1' AS value`],
  ['no number', sql`SELECT NULL::integer AS value`],
  ['another name', sql`SELECT 1 AS valeu`],
  ['a second column', sql`SELECT 1 AS value, 2 AS more`],
])('a statement with %s fails in tests', async (_, statement) => {
  expect(await selectValue(database.web, integer, sql`SELECT 1 AS value`)).toBe(1);
  await expect(selectValue(database.web, integer, statement)).rejects.toThrow(
    'Columns that are not of their declared type',
  );
});
