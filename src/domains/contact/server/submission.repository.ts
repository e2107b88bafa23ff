import { sql } from 'drizzle-orm';
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

/** Counts a hit of the key in the current window and gives how many it has had, with the seconds until its end. */
export async function hitLimit(
  db: Queryable,
  key: string,
  seconds: number,
): Promise<{ hits: number; secondsLeft: number }> {
  const { rows } = await db.execute(sql`SELECT hit_limit(${key}, ${seconds}::integer) AS hits,
    ceil(${seconds}::integer - extract(epoch FROM now())::numeric % ${seconds}::integer)::integer AS "secondsLeft"`);
  return rows[0] as { hits: number; secondsLeft: number };
}
