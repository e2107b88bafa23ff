import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { specialDays } from '#db/schema/calendar.ts';
import { staffName } from '#db/staff-name.ts';
import { violatedConstraint } from '#db/violation.ts';

type Fields = Pick<typeof specialDays.$inferInsert, 'name' | 'firstDay' | 'lastDay' | 'everyYear'>;

/** With the name of the staff member who saved it last. */
const COLUMNS = { ...getTableColumns(specialDays), updatedBy: staffName(specialDays.updatedBy) };

/** All of them, by their first day. */
export const listSpecialDays = (db: Queryable) =>
  db.select(COLUMNS).from(specialDays).orderBy(asc(specialDays.firstDay), asc(specialDays.id));

export async function findSpecialDay(db: Queryable, id: string) {
  const [row] = await db.select(COLUMNS).from(specialDays).where(eq(specialDays.id, id));
  return row;
}

/** False if this id exists already. */
export async function insertSpecialDay(db: Queryable, day: Fields & { id: string }): Promise<boolean> {
  const { rowCount } = await db
    .insert(specialDays)
    .values(day)
    .onConflictDoNothing({ target: specialDays.id });
  return rowCount === 1;
}

/** Whether an insert failed because there are as many as there may be. */
export const isListFull = (error: unknown): boolean => violatedConstraint(error) === 'special_days_most';

/** False if there is no row of that version. */
export async function updateSpecialDay(
  db: Queryable,
  { id, version }: { id: string; version: number },
  fields: Fields,
): Promise<boolean> {
  const { rowCount } = await db
    .update(specialDays)
    .set(fields)
    .where(and(eq(specialDays.id, id), eq(specialDays.version, version)));
  return rowCount === 1;
}

/** False if it did not exist. */
export async function deleteSpecialDay(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.delete(specialDays).where(eq(specialDays.id, id));
  return rowCount === 1;
}
