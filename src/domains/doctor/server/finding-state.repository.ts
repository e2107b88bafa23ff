import { inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { flag, selectValue } from '#db/rows.ts';
import { doctorLines } from '#db/schema/shop.ts';

export type FindingState = Omit<typeof doctorLines.$inferSelect, 'since'>;

/** Whether the caller of this transaction is a super admin, as the database knows it. */
export const isSuperAdmin = async (db: Queryable): Promise<boolean> =>
  (await selectValue(db, flag, sql`SELECT is_super_admin(caller()) IS TRUE AS value`)) ?? false;

/** The last known states of these lines. */
export const listFindingStates = (db: Queryable, lines: string[]) =>
  db.select().from(doctorLines).where(inArray(doctorLines.line, lines));

/** Writes states; `since` becomes `now` where the state differs. A process that wrote the same state before wins. */
export async function putFindingStates(db: Queryable, states: FindingState[], now: Date): Promise<void> {
  await db
    .insert(doctorLines)
    .values(states.map((state) => ({ ...state, since: now })))
    .onConflictDoUpdate({
      target: doctorLines.line,
      set: { state: sql`excluded.state`, since: now },
      setWhere: sql`${doctorLines.state} <> excluded.state`,
    });
}
