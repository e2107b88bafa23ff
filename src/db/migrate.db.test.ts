import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { applyMigrations } from './apply-migrations.ts';
import { MigrationBlockedError, migrate } from './migrate.ts';
import auditLog from './migrations/meta/_journal.json' with { type: 'json' };

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

test('an up-to-date database is not changed, also by concurrent processes', async () => {
  await Promise.all([migrate(base.url), migrate(base.url), migrate(base.url)]);
  expect(await noted()).toEqual(auditLog.entries.map(({ when }) => when));
});

test('a migration blocked by another connection ends with a message and changes nothing', async () => {
  // A database without the last migration.
  const older = await createTestDatabase();
  const [client, reader] = [new pg.Client(older.url), new pg.Client(older.url)];
  await Promise.all([client.connect(), reader.connect()]);
  try {
    await client.query('drop schema public, history, drizzle cascade; create schema public');
    await applyMigrations(client, auditLog.entries.at(-2)!.tag);
    // A backup reads all tables in one transaction, a request writes; both hold their locks to its end.
    await reader.query('begin');
    await reader.query('lock table order_items in row exclusive mode');
    const started = performance.now();
    const refusal = await migrate(older.url).then(
      () => expect.fail('It was migrated'),
      (error: unknown) => error as Error,
    );
    expect(performance.now() - started).toBeLessThan(40_000);
    expect(refusal).toBeInstanceOf(MigrationBlockedError);
    expect(refusal.message).toMatch(/tables were in use .* nothing was changed\. End .* then start again\.$/);
    const made = `select to_regclass('change_sets') is not null as yes`;
    expect((await client.query(made)).rows).toEqual([{ yes: false }]);
    await reader.query('commit');
    await migrate(older.url);
    expect((await client.query(made)).rows).toEqual([{ yes: true }]);
  } finally {
    await Promise.all([client.end(), reader.end()]);
    await older.drop();
  }
}, 60_000);

test('a database migrated by a newer release is refused with a message and not changed', async () => {
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
