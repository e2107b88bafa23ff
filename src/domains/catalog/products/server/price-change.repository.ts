import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { instant, money, nullable, selectRows, text } from '#db/rows.ts';
import { type Kobo, textOfKobo } from '#shared/money.ts';
import { type SelectedProducts, termsOfSelected } from './change-products.repository.ts';
import { uuids, where } from './listing.repository.ts';

export { inBatches } from '#db/progress.ts';

/** A product's price before and after a change. */
export interface PriceChange {
  id: string;
  before: Kobo;
  after: Kobo;
}

const numerics = (amounts: readonly Kobo[]) => sql`${sql.param(amounts.map(textOfKobo))}::numeric[]`;

/** The prices of the selected products, by name. */
export const listPrices = (db: Queryable, products: SelectedProducts, limit: number) =>
  selectRows(
    db,
    { id: text, name: text, price: money },
    sql`SELECT id, name, price FROM products ${where(termsOfSelected(products))} ORDER BY name_key, id LIMIT ${limit}`,
  );

/**
 * Locks the products in a fixed order until the transaction ends, and lists those whose price is no longer `before`;
 * null for one that was deleted.
 */
export const lockPrices = (tx: Queryable, changes: readonly PriceChange[]) =>
  selectRows(
    tx,
    {
      id: text,
      price: nullable(money),
      updatedBy: nullable(text),
      updatedAt: nullable(instant),
    },
    sql`WITH locked AS MATERIALIZED (
        SELECT id, price, updated_by, updated_at FROM products
        WHERE id = ANY (${uuids(changes.map(({ id }) => id))}) ORDER BY id FOR NO KEY UPDATE
      )
      SELECT w.id, l.price, staff_name(l.updated_by) AS "updatedBy", l.updated_at AS "updatedAt"
      FROM unnest(${uuids(changes.map(({ id }) => id))}, ${numerics(changes.map(({ before }) => before))}) AS w(id, before)
      LEFT JOIN locked l ON l.id = w.id
      WHERE l.price IS DISTINCT FROM w.before ORDER BY w.id`,
  );

/** Returns how many products there are of these. */
export async function updatePrices(tx: Queryable, changes: readonly PriceChange[]): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`UPDATE products p SET price = w.after
      FROM unnest(${uuids(changes.map(({ id }) => id))}, ${numerics(changes.map(({ after }) => after))}) AS w(id, after)
      WHERE p.id = w.id`,
  );
  return rowCount ?? 0;
}
