import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { staffNotes } from '#db/schema/orders.ts';

/**
 * Writes a note once, however often it is called with this id. The database writes author and time. False if the id is
 * that of another note.
 */
export async function insertStaffNote(
  db: Queryable,
  note: Pick<typeof staffNotes.$inferInsert, 'id' | 'orderId' | 'text'>,
): Promise<boolean> {
  const { id, orderId, text } = staffNotes;
  await db.insert(staffNotes).values(note).onConflictDoNothing();
  const stored = await db
    .select({ id })
    .from(staffNotes)
    .where(and(eq(id, note.id), eq(orderId, note.orderId), eq(text, note.text)));
  return stored.length > 0;
}

/** Whether there was one that the caller may delete. */
export async function deleteStaffNote(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.delete(staffNotes).where(eq(staffNotes.id, id)).returning({ id: staffNotes.id });
  return rows.length > 0;
}
