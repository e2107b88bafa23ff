import { eq, sql } from 'drizzle-orm';
import type { Placed } from '#shared/places.ts';
import { AccessLost } from './access-lost.ts';
import type { Queryable } from './client.ts';
import { orderings } from './schema/shop.ts';
import { staffName } from './staff-name.ts';

type OrderingName = typeof orderings.$inferSelect.name;

/** The version of a list's order, and who last changed it. */
export interface Ordering {
  version: number;
  name: string | null;
  at: Date;
}

const ordering = (db: Queryable, name: OrderingName) =>
  db
    .select({
      version: orderings.version,
      name: staffName(orderings.updatedBy),
      at: orderings.updatedAt,
    })
    .from(orderings)
    .where(eq(orderings.name, name));

async function only(rows: Promise<Ordering[]>): Promise<Ordering> {
  const [row] = await rows;
  if (!row) throw new AccessLost();
  return row;
}

/** Reads the version of a list's order. Read it before the list: a list newer than its version is only refused. */
export const findOrdering = (db: Queryable, name: OrderingName): Promise<Ordering> =>
  only(ordering(db, name));

/**
 * Locks the order of a list until the end of the transaction. Take this lock first when adding, deleting, moving or
 * sorting, to prevent deadlocks.
 */
export const lockOrdering = (db: Queryable, name: OrderingName): Promise<Ordering> =>
  only(ordering(db, name).for('update'));

/** Updates the places that differ, in one statement, in the table with the name of the order. */
export async function updatePlaces(
  db: Queryable,
  name: OrderingName,
  order: readonly Placed[],
): Promise<void> {
  const places = order.map(({ id, displayOrder }) => ({ id, display_order: displayOrder }));
  await db.execute(sql`
    UPDATE ${sql.identifier(name)} t SET display_order = o.display_order
    FROM jsonb_to_recordset(${JSON.stringify(places)}::jsonb) AS o (id uuid, display_order integer)
    WHERE t.id = o.id AND t.display_order <> o.display_order`);
}
