import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { selectRows, text } from '#db/rows.ts';
import type { Selected } from '#shared/selection.ts';
import {
  hits,
  type ListingFilter,
  type ListingWords,
  STAFF_PRODUCTS,
  termsOf,
  uuids,
  where,
} from './listing.repository.ts';

export { inBatches } from '#db/progress.ts';

/** The selected products of a filter of the list. */
export interface SelectedProducts {
  filter: ListingFilter;
  search: ListingWords | undefined;
  selected: Selected;
}

/** A column that many products get the same value in. */
export interface ProductsUpdate {
  column: 'featured' | 'status' | 'sold_out' | 'category_id' | 'promotion_id';
  value: string | boolean | null;
}

export const termsOfSelected = ({ filter, search, selected }: SelectedProducts): SQL[] =>
  'ids' in selected
    ? [sql`id = ANY (${uuids(selected.ids)})`]
    : [
        sql`id IN (SELECT id FROM ${STAFF_PRODUCTS} ${where([...hits(search, filter), ...termsOf(filter)])})`,
        sql`NOT id = ANY (${uuids(selected.except)})`,
        // Again, of the row itself: only these are checked once more after a row was waited for.
        ...termsOf(filter),
      ];

/**
 * The ids of the selected products, of an update those that it changes, locked in a fixed order, so that two changes
 * at once wait for one another.
 */
export async function lockSelected(
  tx: Queryable,
  products: SelectedProducts,
  update?: ProductsUpdate,
): Promise<string[]> {
  const differ = update ? [sql`${sql.identifier(update.column)} IS DISTINCT FROM ${update.value}`] : [];
  const rows = await selectRows(
    tx,
    { id: text },
    sql`SELECT id FROM products ${where([...termsOfSelected(products), ...differ])} ORDER BY id FOR UPDATE`,
  );
  return rows.map(({ id }) => id);
}

const numberOf = async (db: Queryable, statement: SQL): Promise<number> =>
  (await db.execute(statement)).rowCount ?? 0;

export const updateProducts = (
  tx: Queryable,
  ids: readonly string[],
  { column, value }: ProductsUpdate,
): Promise<number> =>
  numberOf(tx, sql`UPDATE products SET ${sql.identifier(column)} = ${value} WHERE id = ANY (${uuids(ids)})`);

export const deleteProducts = (tx: Queryable, ids: readonly string[]): Promise<number> =>
  numberOf(tx, sql`DELETE FROM products WHERE id = ANY (${uuids(ids)})`);
