import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import type { Selected } from '#shared/selection.ts';
import type { ProductStatus } from '../product-list.ts';
import {
  hits,
  type ListingFilter,
  type ListingWords,
  STAFF_PRODUCTS,
  termsOf,
  uuids,
  where,
} from './listing.repository.ts';

/** The selected products of a filter of the list. */
export interface SelectedProducts {
  filter: ListingFilter;
  search: ListingWords | undefined;
  selected: Selected;
}

/** The ids of the selected products, locked in a fixed order, so that two changes at once wait for one another. */
function chosen({ filter, search, selected }: SelectedProducts, more?: SQL): SQL {
  const terms =
    'ids' in selected
      ? [sql`id = ANY (${uuids(selected.ids)})`]
      : [
          sql`id IN (SELECT id FROM ${STAFF_PRODUCTS} ${where([...(search ? [hits(search, filter)] : []), ...termsOf(filter)])})`,
          sql`NOT id = ANY (${uuids(selected.except)})`,
        ];
  return sql`SELECT id FROM products ${where(more ? [...terms, more] : terms)} ORDER BY id FOR UPDATE`;
}

const numberOf = async (db: Queryable, statement: SQL): Promise<number> =>
  (await db.execute(statement)).rowCount ?? 0;

/** Sets one switch of the selected products. */
export const updateSwitchOf = (
  db: Queryable,
  products: SelectedProducts,
  name: 'featured' | 'status' | 'sold_out',
  value: boolean | ProductStatus,
): Promise<number> => {
  const column = sql.identifier(name);
  return numberOf(
    db,
    sql`WITH chosen AS MATERIALIZED (${chosen(products, sql`${column} <> ${value}`)})
      UPDATE products p SET ${column} = ${value} FROM chosen WHERE p.id = chosen.id`,
  );
};

export const updateCategoryOf = (db: Queryable, products: SelectedProducts, id: string): Promise<number> =>
  numberOf(
    db,
    sql`WITH chosen AS MATERIALIZED (${chosen(products, sql`category_id IS DISTINCT FROM ${id}::uuid`)})
      UPDATE products p SET category_id = ${id}::uuid FROM chosen WHERE p.id = chosen.id`,
  );

/** `id` null takes them out of their promotions. */
export const updatePromotionOfSelected = (
  db: Queryable,
  products: SelectedProducts,
  id: string | null,
): Promise<number> =>
  numberOf(
    db,
    sql`WITH chosen AS MATERIALIZED (${chosen(products, sql`promotion_id IS DISTINCT FROM ${id}::uuid`)})
      UPDATE products p SET promotion_id = ${id}::uuid FROM chosen WHERE p.id = chosen.id`,
  );

export const deleteSelected = (db: Queryable, products: SelectedProducts): Promise<number> =>
  numberOf(
    db,
    sql`WITH chosen AS MATERIALIZED (${chosen(products)}) DELETE FROM products p USING chosen WHERE p.id = chosen.id`,
  );
