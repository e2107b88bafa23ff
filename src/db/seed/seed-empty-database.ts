import pg from 'pg';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { insertRows, type Row, SEED_OPTIONS } from './insert-rows.ts';

/**
 * Seeds a migrated database with the rows of the demo store and returns whether it did. A database that was seeded
 * before, or has a product or a user, is not changed, and `makeRows` is not called. `makeRows` stores the images and
 * returns the rows by table, in the order of their references. All rows are inserted in one transaction; an
 * interrupted start leaves unused images, and the next one seeds. `databaseUrl` connects as the owner.
 */
export async function seedEmptyDatabase(
  databaseUrl: string,
  makeRows: () => Promise<[table: string, rows: Row[]][]>,
): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'aso-house demo store',
    options: SEED_OPTIONS,
  });
  await client.connect();
  try {
    if (!(await isEmpty(client))) return false;
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.demonstration]);
    if (!(await isEmpty(client))) return false;
    const rows = await makeRows();
    await client.query('BEGIN');
    for (const [table, tableRows] of rows) await insertRows(client, table, tableRows);
    await client.query(
      `INSERT INTO product_likes (product_id, browser_id, created_at, counted)
       SELECT id, gen_random_uuid(), created_at, true FROM products, generate_series(1, likes)`,
    );
    await client.query(`INSERT INTO installation (key, value) VALUES ('filled', 'demo')`);
    await client.query('COMMIT');
    await client.query('ANALYZE');
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
