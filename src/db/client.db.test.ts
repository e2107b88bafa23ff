import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, urlsAt } from '#platform/postgres/test-database.ts';
import { openTcpProxy } from '#platform/test-tcp-proxy.ts';
import { eventually } from '#shared/test-eventually.ts';
import { isBusy } from './busy.ts';
import { allowSeconds, type Database, openDatabase, type Queryable } from './client.ts';

let base: TestDatabase;
let database: Database;
let owner: pg.Client;
beforeAll(async () => {
  base = await createTestDatabase();
  database = await openDatabase(base);
  owner = new pg.Client({ connectionString: base.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await base.drop();
});

test('a connection lost between two statements fails only its transaction', async () => {
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

test('an unresponsive database is given up after the timeout, with every connection that waits for it', async () => {
  const proxy = await openTcpProxy(base.url);
  const errors: Error[] = [];
  const shop = await openDatabase(urlsAt(proxy.url), {
    patience: 300,
    onError: (error) => errors.push(error),
  });
  const ask = (tx: Queryable) => tx.execute<{ one: number }>(sql`select 1 as one`);
  let letGo = () => {};
  const silent = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const inTransaction = shop.asCaller(null, async (tx) => {
    await ask(tx);
    await silent;
    return ask(tx);
  });
  // Two idle connections: one for a single statement, one for the start of a transaction.
  await Promise.all([ask(shop.web), ask(shop.web)]);
  await eventually(() => expect(shop.webPool.idleCount).toBe(2));
  proxy.silence();
  letGo();
  const began = performance.now();
  const outcomes = await Promise.all(
    [inTransaction, ask(shop.web), shop.asCaller(null, ask)].map((asked) =>
      asked.catch((error: unknown) => error),
    ),
  );
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(outcomes.map(isBusy)).toEqual([true, true, true]);
  expect(errors.map(({ message }) => message)).toEqual(
    Array(3).fill('The database did not answer within 0.3 s.'),
  );
  expect(shop.webPool.totalCount).toBe(0);

  proxy.open();
  expect((await shop.asCaller(null, ask)).rows).toEqual([{ one: 1 }]);
  expect(shop.webPool.totalCount).toBe(1);
  await shop.close();
  proxy.close();
});

test('a transaction with a declared duration is waited for, and the next one on its connection is not', async () => {
  const shop = await openDatabase(base, { patience: 200, size: 1 });
  const rest = (tx: Queryable) => tx.execute(sql`select pg_sleep(0.5)`);
  await shop.asCaller(null, async (tx) => {
    await allowSeconds(tx, 120);
    const { rows } = await tx.execute(sql`show statement_timeout`);
    expect(rows).toEqual([{ statement_timeout: '2min' }]);
    await rest(tx);
  });
  expect(isBusy(await shop.asCaller(null, rest).catch((error: unknown) => error))).toBe(true);
  await shop.close();
});
