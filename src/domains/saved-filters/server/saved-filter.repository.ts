import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { savedFilters } from '#db/schema/saved-filters.ts';
import { violatedConstraint } from '#db/violation.ts';

export type SavedFilterRow = Pick<
  typeof savedFilters.$inferSelect,
  'id' | 'list' | 'name' | 'search' | 'ownerId'
>;

/** The caller's own and those of all staff, by name. */
export const listFilters = (db: Queryable): Promise<SavedFilterRow[]> => {
  const { id, list, name, search, ownerId } = savedFilters;
  return db
    .select({ id, list, name, search, ownerId })
    .from(savedFilters)
    .orderBy(asc(sql`lower(${name})`), asc(id));
};

/** False if this id exists already. */
export async function insertFilter(db: Queryable, row: SavedFilterRow): Promise<boolean> {
  const { rowCount } = await db
    .insert(savedFilters)
    .values(row)
    .onConflictDoNothing({ target: savedFilters.id });
  return rowCount === 1;
}

/** False if the caller sees no such filter. */
export async function deleteFilter(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.delete(savedFilters).where(eq(savedFilters.id, id));
  return rowCount === 1;
}

/** What a failed insert means; undefined for any other error. */
export const refusedFilter = (error: unknown): 'CONFLICT' | 'LIST_FULL' | undefined =>
  (({ saved_filters_name_key: 'CONFLICT', saved_filters_most: 'LIST_FULL' }) as const)[
    violatedConstraint(error) as 'saved_filters_most'
  ];
