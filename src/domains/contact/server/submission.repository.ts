import { and, desc, eq, inArray, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#db/client.ts';
import { integer, selectRow } from '#db/rows.ts';
import { contactSubmissions } from '#db/schema/contact.ts';
import type { PlaceOfPage } from '#shared/pages.ts';
import type { Selected } from '#shared/selection.ts';

export { inBatches } from '#db/progress.ts';
export type { Database };
export type SubmissionRow = typeof contactSubmissions.$inferSelect;
export type NewSubmission = Pick<
  typeof contactSubmissions.$inferInsert,
  'id' | 'name' | 'email' | 'phone' | 'subject' | 'message'
>;

/** Stores a message once: a repeated id changes nothing. */
export async function insertSubmission(db: Queryable, submission: NewSubmission): Promise<void> {
  // No conflict target and no RETURNING, because the sender may not read messages.
  await db.insert(contactSubmissions).values(submission).onConflictDoNothing();
}

const unreadIf = (unread: boolean): SQL | undefined =>
  unread ? isNull(contactSubmissions.readAt) : undefined;

/** Newest first. Only admins see any. */
export async function listSubmissions(
  db: Queryable,
  { unread, offset, limit, fromEnd }: PlaceOfPage & { unread: boolean },
): Promise<SubmissionRow[]> {
  const { createdAt, id } = contactSubmissions;
  const rows = await db
    .select()
    .from(contactSubmissions)
    .where(unreadIf(unread))
    .orderBy(...(fromEnd ? [createdAt, id] : [desc(createdAt), desc(id)]))
    .limit(limit)
    .offset(offset);
  return fromEnd ? rows.reverse() : rows;
}

/** The cached totals. */
export async function countSubmissions(db: Queryable): Promise<{ total: number; unread: number }> {
  const totals = await selectRow(
    db,
    { total: integer, unread: integer },
    sql`SELECT
      coalesce(sum(delta) FILTER (WHERE name = 'contact_submissions'), 0)::integer AS total,
      coalesce(sum(delta) FILTER (WHERE name = 'contact_submissions:unread'), 0)::integer AS unread
    FROM counters WHERE name IN ('contact_submissions', 'contact_submissions:unread')`,
  );
  return totals!;
}

export async function findSubmission(db: Queryable, id: string): Promise<SubmissionRow | null> {
  const [row] = await db.select().from(contactSubmissions).where(eq(contactSubmissions.id, id));
  return row ?? null;
}

/** Changes nothing if the state is the same: the time of the first reading stays, and no event is sent. */
export async function updateRead(db: Queryable, id: string, read: boolean): Promise<void> {
  await db
    .update(contactSubmissions)
    .set({ readAt: read ? sql`now()` : null })
    .where(
      and(
        eq(contactSubmissions.id, id),
        read ? isNull(contactSubmissions.readAt) : sql`${contactSubmissions.readAt} IS NOT NULL`,
      ),
    );
}

/** The ids of the selected messages that are otherwise, locked in a fixed order until the transaction ends. */
export async function lockToMark(
  tx: Queryable,
  { unread, selected }: { unread: boolean; selected: Selected },
  read: boolean,
): Promise<string[]> {
  const { id, readAt } = contactSubmissions;
  const rows = await tx
    .select({ id })
    .from(contactSubmissions)
    .where(
      and(
        read ? isNull(readAt) : isNotNull(readAt),
        'ids' in selected ? inArray(id, [...selected.ids]) : notInArray(id, [...selected.except]),
        unreadIf(unread),
      ),
    )
    .orderBy(id)
    .for('update');
  return rows.map((row) => row.id);
}

/** Marks messages as read or unread. */
export async function updateManyRead(tx: Queryable, ids: readonly string[], read: boolean): Promise<number> {
  const { rowCount } = await tx
    .update(contactSubmissions)
    .set({ readAt: read ? sql`now()` : null })
    .where(sql`${contactSubmissions.id} = ANY (${sql.param([...ids])}::uuid[])`);
  return rowCount ?? 0;
}
