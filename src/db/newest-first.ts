import { type SQL, sql } from 'drizzle-orm';
import type { PlaceOfPage } from '#shared/pages.ts';
import type { Queryable } from './client.ts';
import { integer, selectValue } from './rows.ts';

/** All of the conditions; none of them is true for every row. */
export const allOf = (conditions: readonly SQL[]): SQL =>
  conditions.length > 0 ? sql.join([...conditions], sql` AND `) : sql`true`;

/**
 * The ids of one page of a view with the columns `id` and `created_at`, newest first, as an array: an index finds them,
 * and the other columns of the view are read for these rows only.
 */
export function idsOfPage(view: SQL, condition: SQL, { limit, offset, fromEnd }: PlaceOfPage): SQL {
  const order = fromEnd ? sql`created_at, id` : sql`created_at DESC, id DESC`;
  return sql`ARRAY(SELECT id FROM ${view} WHERE ${condition} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})`;
}

/** Exact up to `limit`, where counting ends. */
export async function countUpTo(db: Queryable, rows: SQL, limit: number): Promise<number> {
  const counted = sql`SELECT count(*)::int AS value FROM (SELECT FROM ${rows} LIMIT ${limit}) AS found`;
  return (await selectValue(db, integer, counted))!;
}
