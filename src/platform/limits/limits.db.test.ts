import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { createLimits, type Limits, RateLimited } from './limits.ts';

let testDatabase: TestDatabase;
let database: Database;
let limits: Limits;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase);
  limits = createLimits(database.web);
});
afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

/** A window so long that it does not end during a test. */
const YEARS = 1_000_000_000;

test('the allowed number passes, the next is refused with the seconds to wait', async () => {
  for (let n = 0; n < 3; n++) await limits.take('contact:1.2.3.4', 3, YEARS);
  const refusal = await limits.take('contact:1.2.3.4', 3, YEARS).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(RateLimited);
  expect(refusal).toMatchObject({ message: expect.stringMatching(/^Too many requests/) });
  expect((refusal as RateLimited).seconds).toBeGreaterThan(0);
  expect((refusal as RateLimited).seconds).toBeLessThanOrEqual(YEARS);
  await limits.take('contact:1.2.3.5', 3, YEARS);
  expect(await limits.allows('contact:1.2.3.4', 3, YEARS)).toBe(false);
  expect(await limits.allows('contact:1.2.3.6', 1, YEARS)).toBe(true);
});

test('of concurrent calls exactly the allowed number passes', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => limits.take('parallel', 20, YEARS)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
});

test('a new window starts at zero', async () => {
  await expect(
    (async () => {
      for (let n = 0; n < 50; n++) await limits.take('short', 2, 1);
    })(),
  ).rejects.toMatchObject({ seconds: 1 });
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  await limits.take('short', 2, 1);
});

test('long keys with the same beginning are counted separately, and quotes are not special', async () => {
  const long = "'); drop table limits; --".repeat(20);
  await limits.take(`${long}a`, 1, YEARS);
  await limits.take(`${long}b`, 1, YEARS);
  await expect(limits.take(`${long}a`, 1, YEARS)).rejects.toThrow('Too many requests');
});

test('the other roles of the shop count in the same table', async () => {
  await limits.take('shared', 1, YEARS);
  await expect(createLimits(database.auth).take('shared', 1, YEARS)).rejects.toThrow('Too many requests');
});
