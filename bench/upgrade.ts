import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { applyMigrations } from '#db/apply-migrations.ts';
import { migrate } from '#db/migrate.ts';
import { SEED_OPTIONS } from '#db/seed/insert-rows.ts';
import { generateOrders, generateUsers } from './seed/generate-orders.ts';
import { generateProducts } from './seed/generate-products.ts';
import { randomFrom } from './seed/random.ts';
import { type Stage, withClient } from './stage.ts';
import { type Row, row } from './table.ts';

/** The last migration of release 1.0.0. */
const RELEASE_1 = '0010_bound_caller';
const MANY = 100_000;

/** What shoppers and staff read meanwhile. */
const READS = [
  'SELECT id, name, price FROM products ORDER BY created_at DESC, id DESC LIMIT 24',
  'SELECT id, order_number FROM orders ORDER BY created_at DESC, id DESC LIMIT 10',
  'SELECT i.id FROM order_items i JOIN orders o ON o.id = i.order_id ORDER BY o.created_at DESC LIMIT 10',
];

/** Measures the migration of a database of release 1.0.0, and how long it lets a reader wait. */
export async function upgrade(stage: Stage): Promise<Row[]> {
  const { url } = await stage.createDatabase('bench_upgrade');
  await withClient(url, fillAsRelease1, { options: SEED_OPTIONS });
  const reader = new AbortController();
  const waits = withClient(url, (client) => readUntil(client, reader.signal));
  const started = performance.now();
  await migrate(url);
  const seconds = (performance.now() - started) / 1000;
  reader.abort();
  const longest = Math.max(...(await waits));
  const what = `a database of 1.0.0 with ${MANY.toLocaleString('en')} products and orders`;
  return [
    row(`migrates ${what}`, `${seconds.toFixed(1)} s`, '≤ 60 s', seconds <= 60),
    row(`the longest read meanwhile`, `${longest.toFixed(0)} ms`, '≤ 1,000 ms', longest <= 1000),
  ];
}

async function fillAsRelease1(client: pg.Client): Promise<void> {
  await client.query('BEGIN');
  await client.query('SET LOCAL statement_timeout = 0');
  await applyMigrations(client, { last: RELEASE_1 });
  await generateProducts(client, MANY, randomFrom('products'), () => {});
  await generateUsers(client, MANY / 10, randomFrom('users'));
  await generateOrders(client, MANY, randomFrom('orders'));
  await client.query('COMMIT');
  await client.query('VACUUM ANALYZE');
}

/** The milliseconds of each round of reads, until the end of the migration. */
async function readUntil(client: pg.Client, signal: AbortSignal): Promise<number[]> {
  const waits: number[] = [];
  do {
    const started = performance.now();
    for (const read of READS) await client.query(read);
    waits.push(performance.now() - started);
    await setTimeout(10);
  } while (!signal.aborted);
  return waits;
}
