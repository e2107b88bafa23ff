import type { Database, Queryable } from '#db/client.ts';
import { contactSubmissions } from '#db/schema/contact.ts';

export type { Database };
export type NewSubmission = Pick<
  typeof contactSubmissions.$inferInsert,
  'id' | 'name' | 'email' | 'phone' | 'subject' | 'message'
>;

/** Stores a message once: the same id again changes nothing. */
export async function insertSubmission(db: Queryable, submission: NewSubmission): Promise<void> {
  // Neither a target nor RETURNING: who writes may not read.
  await db.insert(contactSubmissions).values(submission).onConflictDoNothing();
}
