import { sql } from 'drizzle-orm';
import type { Queryable } from './client.ts';

/**
 * Whether any row shows the image of this address: a product, an order's item, a slide, a category. Waits for
 * the orders that are being sent. Not inside the transaction that takes the row away: after it.
 */
export async function isImageNamed(db: Pick<Queryable, 'execute'>, address: string): Promise<boolean> {
  const { rows } = await db.execute<{ named: boolean }>(sql`select picture_is_named(${address}) as named`);
  return rows[0]?.named === true;
}

/**
 * Keeps the files of images that are read from now on to the end of the transaction, so that an order can name
 * them. Any number of orders hold it together.
 */
export async function lockImages(db: Pick<Queryable, 'execute'>): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(hashtext('aso.ordered_pictures'))`);
}
