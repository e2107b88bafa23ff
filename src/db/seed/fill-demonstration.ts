import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { demoCategories } from './demo/categories.ts';
import { demoUsers } from './demo/people.ts';
import { demoProducts } from './demo/products.ts';
import { demoPromotions } from './demo/promotions.ts';
import { demoSlides } from './demo/slides.ts';
import { type ImageStore, storeDemonstrationImages } from './demonstration-images.ts';
import { type OrderRules, orderRows } from './demonstration-orders.ts';
import {
  accountRows,
  categoryRows,
  idsFor,
  imageRows,
  messageRows,
  productRows,
  profileRows,
  promotionRows,
  slideImageRows,
  slideRows,
} from './demonstration-rows.ts';
import { insertRows, type Row } from './insert-rows.ts';
import { SEED_OPTIONS } from './seed-options.ts';

/** The password of all three accounts, printed at the start. */
export const DEMO_PASSWORD = 'demo-password';

/** Functions of other layers that seeding needs. */
export interface DemonstrationDeps extends ImageStore, OrderRules {
  hashPassword(password: string): Promise<string>;
}

export interface FillOptions {
  /** Owner URL of a migrated database. */
  databaseUrl: string;
  deps: DemonstrationDeps;
  log(text: string): void;
  now?: Date;
}

/**
 * Seeds an empty database with the demo store and returns whether it did. A database that was seeded before, or has a
 * product or a user, is not changed. All rows are inserted in one transaction, after their images; an interrupted
 * start leaves unused images, and the next one seeds.
 */
export async function fillDemonstration(options: FillOptions): Promise<boolean> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: 'aso-house demonstration',
    options: SEED_OPTIONS,
  });
  await client.connect();
  try {
    if (!(await isEmpty(client))) return false;
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.demonstration]);
    if (!(await isEmpty(client))) return false;
    const started = performance.now();
    options.log('Drawing the demonstration shop …');
    const rows = await demonstrationRows(options.deps, options.now ?? new Date());
    await client.query('BEGIN');
    for (const [table, tableRows] of rows) await insertRows(client, table, tableRows);
    await client.query(
      `INSERT INTO product_likes (product_id, browser_id, created_at, counted)
       SELECT id, gen_random_uuid(), created_at, true FROM products, generate_series(1, likes)`,
    );
    await client.query(`INSERT INTO installation (key, value) VALUES ('filled', 'demo')`);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    options.log(`The demonstration shop is filled (${((performance.now() - started) / 1000).toFixed(1)} s).`);
    return true;
  } finally {
    // Releases the lock, and rolls back an unfinished transaction.
    await client.end();
  }
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM installation WHERE key = 'filled')
        AND NOT EXISTS (SELECT FROM products) AND NOT EXISTS (SELECT FROM profiles) AS empty`,
  );
  return rows[0]?.empty === true;
}

/** Every row, by table, in the order of their references. */
async function demonstrationRows(deps: DemonstrationDeps, now: Date): Promise<[string, Row[]][]> {
  const products = idsFor(demoProducts);
  const categories = idsFor(demoCategories);
  const promotions = idsFor(demoPromotions);
  const people = idsFor(demoUsers);
  const slides = demoSlides.map(() => uuidv7());
  const [images, password] = await Promise.all([
    storeDemonstrationImages(deps, { products, categories, slides }, now),
    deps.hashPassword(DEMO_PASSWORD),
  ]);
  const orders = orderRows(deps, { now, people, products, images });
  return [
    ['profiles', profileRows(people, now)],
    ['accounts', accountRows(people, password)],
    ['promotions', promotionRows(promotions, deps.dayOf(now), now)],
    ['categories', categoryRows(categories, images)],
    ['products', productRows(products, categories, promotions, now)],
    ['product_images', imageRows(products, images)],
    ['hero_slides', slideRows(slides)],
    ['hero_slide_images', slideImageRows(slides, images)],
    ['orders', orders.orders],
    ['order_items', orders.items],
    ['order_events', orders.events],
    ['contact_submissions', messageRows(now)],
  ];
}
