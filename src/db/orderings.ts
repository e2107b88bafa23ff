import { eq, sql } from 'drizzle-orm';
import type { Queryable } from './client.ts';
import { orderings } from './schema/shop.ts';

type OrderingName = typeof orderings.$inferSelect.name;

/** The version of a list's order, and who made it. */
export interface Ordering {
  version: number;
  who: string | null;
  at: Date;
}

const ordering = (db: Queryable, name: OrderingName) =>
  db
    .select({
      version: orderings.version,
      who: sql<string | null>`colleague_name(${orderings.updatedBy})`,
      at: orderings.updatedAt,
    })
    .from(orderings)
    .where(eq(orderings.name, name));

async function only(rows: Promise<Ordering[]>): Promise<Ordering> {
  const [row] = await rows;
  if (!row) throw new Error('An order is read on behalf of an admin only');
  return row;
}

/** What the order of a list is at. Read it before the list: a list newer than its version is merely refused. */
export const findOrdering = (db: Queryable, name: OrderingName): Promise<Ordering> =>
  only(ordering(db, name));

/**
 * Takes the order of a list to the end of the transaction. Whoever adds, deletes, moves or orders does this
 * before anything else, so that two wait for one another instead of each holding what the other needs.
 */
export const takeOrdering = (db: Queryable, name: OrderingName): Promise<Ordering> =>
  only(ordering(db, name).for('update'));
