import { sql } from 'drizzle-orm';
import type { Queryable } from './client.ts';
import { flag, selectValue } from './rows.ts';

/**
 * Whether a row uses the image of this URL: a product, an order item, a slide, a category. Waits for orders being
 * submitted. Call it after the transaction that deletes the row, not inside.
 */
export async function isImageNamed(db: Pick<Queryable, 'execute'>, address: string): Promise<boolean> {
  return (await selectValue(db, flag, sql`select image_is_named(${address}) as value`))!;
}

/**
 * Prevents the deletion of image files read from now on until the end of the transaction, so that an order can use
 * them. Orders share this lock.
 */
export async function lockImages(db: Pick<Queryable, 'execute'>): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(hashtext('aso.ordered_images'))`);
}
