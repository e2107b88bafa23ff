import pg from 'pg';
import { SEED_OPTIONS } from '#db/seed/insert-rows.ts';
import { generateOrders, generateUsers } from './generate-orders.ts';
import { generateProducts } from './generate-products.ts';
import { randomFrom } from './random.ts';
import { withoutIndexes } from './without-indexes.ts';

/** From this number of rows the indexes of their tables are dropped and rebuilt: much faster, but it blocks readers. */
const MANY = 5_000;

export interface GenerateOptions {
  /** Owner URL of a migrated database. */
  databaseUrl: string;
  products?: number;
  orders?: number;
  users?: number;
  /** Equal seeds give equal names, texts, prices and categories; ids and creation times are always new. */
  seed?: string;
  log?(text: string): void;
}

/**
 * Adds products, customers and orders for benchmarks, in one transaction, and updates the database statistics. All
 * rows are marked as demo, so go-live removes them. Throws if orders find no product.
 */
export async function generate(options: GenerateOptions): Promise<void> {
  const { databaseUrl, products = 0, orders = 0, users = 0, seed = 'aso', log = () => {} } = options;
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'aso-house seed',
    options: SEED_OPTIONS,
  });
  await client.connect();
  const started = performance.now();
  const logTime = (text: string) => log(`${text} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0');
    const write = (count: number, tables: string[], work: () => Promise<void>) =>
      count < MANY ? work() : withoutIndexes(client, tables, work);
    if (products > 0)
      await write(products, ['products'], () =>
        generateProducts(client, products, randomFrom(`products ${seed}`), logTime),
      );
    if (users > 0)
      await write(users, ['profiles'], () => generateUsers(client, users, randomFrom(`users ${seed}`)));
    if (orders > 0)
      await write(orders, ['orders', 'order_items', 'order_events'], () =>
        generateOrders(client, orders, randomFrom(`orders ${seed}`)),
      );
    await client.query('COMMIT');
    logTime('Written');
    // As its job does each minute: otherwise a word has a row for each statement above.
    await client.query('SELECT fold_counters()');
    await client.query('SELECT fold_search_words()');
    // For correct plans and index-only scans of totals.
    await client.query('VACUUM ANALYZE');
    logTime(`${products} products, ${users} users, ${orders} orders`);
  } finally {
    await client.end();
  }
}
