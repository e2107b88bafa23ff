import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { mostShared, pipelineOn } from './pipeline.ts';

let base: TestDatabase;
let pool: pg.Pool;
let send: ReturnType<typeof pipelineOn>;
beforeAll(async () => {
  base = await createTestDatabase();
});
beforeEach(() => {
  pool = new pg.Pool({ connectionString: base.webUrl, max: 4, pipeline: true });
  // A connection that is cut.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  send = pipelineOn(pool, { most: 2 });
});
afterEach(() => pool.end());
afterAll(() => base.drop());

const NUMBER = { name: 'number', text: 'select $1::int as number, pg_backend_pid() as process' };
const SLEEP = { name: 'sleep', text: 'select pg_sleep($1) as slept, pg_backend_pid() as process' };
const numberOf = async (n: number) =>
  (await send(NUMBER, [n])).rows[0] as { number: number; process: number };
const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

test('statements at the same time share a few connections, each with its own answer', async () => {
  // On a busy machine the first may take long enough to be slow.
  send = pipelineOn(pool, { most: 2, slowMs: Number.POSITIVE_INFINITY });
  const rows = await Promise.all(Array.from({ length: 200 }, (_, n) => numberOf(n)));
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, n) => n));
  expect(new Set(rows.map(({ process }) => process)).size).toBe(2);
  expect(pool.totalCount).toBe(2);
  expect(pool.idleCount).toBe(2);
});

test('one connection for each processor is shared, and half of the pool is left to slow statements', () => {
  expect(mostShared(pool, 1)).toBe(1);
  expect(mostShared(pool, 2)).toBe(2);
  expect(mostShared(pool, 8)).toBe(2);
  expect(mostShared({ options: { ...pool.options, max: 3 } }, 8)).toBe(1);
  expect(mostShared({ options: { ...pool.options, max: 1 } }, 8)).toBe(1);
});

test('one that fails takes none of the others with it', async () => {
  const divide = (by: number) => send({ name: 'divide', text: 'select 6 / $1::int as part' }, [by]);
  const results = await Promise.allSettled([3, 0, 2, 0, 1].map(divide));
  expect(
    results.map((one) => (one.status === 'fulfilled' ? one.value.rows[0].part : one.reason.code)),
  ).toEqual([2, '22012', 3, '22012', 6]);
});

test('nothing waits for a slow statement, once it takes long; at its next use it has a connection to itself', async () => {
  // On a busy machine to open a connection may take longer than the time after which a statement is slow.
  await Promise.all([pool.query('select'), pool.query('select')]);
  const slow = [send(SLEEP, [2]), send(SLEEP, [2])];
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await timeOf(() => numberOf(1))).toBeLessThan(1_000);
  await Promise.all(slow);

  const again = send(SLEEP, [2]);
  expect(await timeOf(() => Promise.all(Array.from({ length: 20 }, (_, n) => numberOf(n))))).toBeLessThan(
    1_000,
  );
  await again;
});

test('a connection that is lost fails its statements, and the next ones have another', async () => {
  const { process } = await numberOf(1);
  const pending = Promise.allSettled([send(SLEEP, [5]), ...Array.from({ length: 9 }, (_, n) => numberOf(n))]);
  const owner = new pg.Client(base.url);
  await owner.connect();
  await owner.query('select pg_terminate_backend($1)', [process]);
  await owner.end();
  const results = await pending;
  expect(results.filter(({ status }) => status === 'rejected')).not.toEqual([]);
  expect(await numberOf(4)).toMatchObject({ number: 4 });
});
