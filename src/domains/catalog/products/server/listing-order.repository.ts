import { type SQL, sql } from 'drizzle-orm';
import type { ApiSort } from '../listing.ts';

/** The order of each sort. Each is an index's order, or exactly its reverse. */
const ORDERS: Record<ApiSort, string> = {
  featured: 'featured DESC, created_at DESC, id DESC',
  'most-liked': 'likes DESC, created_at DESC, id DESC',
  newest: 'created_at DESC, id DESC',
  'price-low': 'price ASC, id ASC',
  'price-high': 'price DESC, id DESC',
  'name-asc': 'name_key ASC, id ASC',
  'name-desc': 'name_key DESC, id DESC',
  category: 'category_id ASC, created_at DESC, id DESC',
};

export const columnsOf = (sort: ApiSort): SQL => sql.raw(ORDERS[sort].replace(/ (ASC|DESC)/g, ''));

export const orderOf = (sort: ApiSort, { reversed = false, table = '' } = {}): SQL =>
  sql.raw(
    ORDERS[sort].replace(
      /(\w+) (ASC|DESC)/g,
      (_, column, direction) => `${table}${column} ${(direction === 'ASC') === reversed ? 'DESC' : 'ASC'}`,
    ),
  );

/**
 * The same order, written so that a category's index serves a NULL category: the planner does not infer that
 * all of them are equal.
 */
export function uncategorisedOrderOf(sort: ApiSort, reversed = false): SQL {
  const backward = sort === 'price-high' || sort === 'name-desc';
  return sql`category_id ${sql.raw(backward === reversed ? 'ASC' : 'DESC')}, ${orderOf(sort, { reversed })}`;
}
