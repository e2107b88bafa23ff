import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { migrate } from './migrate.ts';
import journal from './migrations/meta/_journal.json' with { type: 'json' };

let base: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  base = await createTestDatabase();
  owner = new pg.Client(base.url);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await base.drop();
});

const noted = async () =>
  (await owner.query('select created_at::text as at from drizzle.__drizzle_migrations order by 1')).rows.map(
    ({ at }) => Number(at),
  );

test('a database that is up to date is left alone, also by several at once', async () => {
  await Promise.all([migrate(base.url), migrate(base.url), migrate(base.url)]);
  expect(await noted()).toEqual(journal.entries.map(({ when }) => when));
});

test('a database that a newer release brought up to date is refused with a sentence, and left as it is', async () => {
  const newer = Math.max(...(await noted())) + 1;
  await owner.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    'x',
    newer,
  ]);
  const before = await noted();
  await expect(migrate(base.url)).rejects.toMatchObject({
    name: 'NewerDatabaseError',
    message: expect.stringContaining('a newer release of the shop'),
  });
  expect(await noted()).toEqual(before);
});
