import pg from 'pg';
import { generateOrders, generateUsers } from './generate-orders.ts';
import { generateProducts } from './generate-products.ts';
import { randomFrom } from './pictures/random.ts';
import { SEED_OPTIONS } from './seed-options.ts';
import { withoutIndexes } from './without-indexes.ts';

/** From here on the products' indexes are built anew, which readers wait for and which saves most of the time. */
const MANY = 5_000;

export interface GenerateOptions {
  /** As the owner of a migrated database. */
  databaseUrl: string;
  products?: number;
  orders?: number;
  users?: number;
  /** Equal seeds give equal names, texts, prices, shelves; ids and the moment of creation are new each time. */
  seed?: string;
  log?(text: string): void;
}

/**
 * Adds products, shoppers and orders for measurements, in one transaction, and leaves the database with fresh
 * statistics. All are rows of the demonstration, so go-live removes them. Throws when orders find no product.
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
  const said = (text: string) => log(`${text} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0');
    if (products > 0) {
      const write = () => generateProducts(client, products, randomFrom(`products ${seed}`), said);
      if (products < MANY) await write();
      else await withoutIndexes(client, 'products', write);
    }
    if (users > 0) await generateUsers(client, users, randomFrom(`users ${seed}`));
    if (orders > 0) await generateOrders(client, orders, randomFrom(`orders ${seed}`));
    await client.query('COMMIT');
    said('Written');
    await client.query('SELECT fold_counters()');
    // So that plans are right and totals come from indexes alone.
    await client.query('VACUUM ANALYZE');
    said(`${products} products, ${users} users, ${orders} orders`);
  } finally {
    await client.end();
  }
}
