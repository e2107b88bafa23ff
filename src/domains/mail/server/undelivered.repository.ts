import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import type { Undelivered } from '../contract.ts';

export interface UndeliveredRow extends Record<string, unknown> {
  id: string;
  kind: Undelivered['kind'];
  state: Undelivered['state'];
  recipient: string | null;
  about: string;
  since: string | Date;
  tries: number;
  next_try: string | Date | null;
  error: string | null;
}

/** Newest first. Empty for any caller but a super admin. */
export async function listUndelivered(
  db: Queryable,
  limit: number,
  offset: number,
): Promise<UndeliveredRow[]> {
  const { rows } = await db.execute<UndeliveredRow>(sql`SELECT * FROM list_undelivered(${limit}, ${offset})`);
  return rows;
}

export async function countUndelivered(db: Queryable): Promise<{ waiting: number; givenUp: number }> {
  const { rows } = await db.execute<{ waiting: number; givenUp: number }>(
    sql`SELECT waiting, given_up AS "givenUp" FROM count_undelivered()`,
  );
  return rows[0] ?? { waiting: 0, givenUp: 0 };
}

/** False if the email no longer exists. */
export async function sendMailAgain(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.execute<{ sent: boolean }>(sql`SELECT send_mail_again(${id}) AS sent`);
  return rows[0]?.sent ?? false;
}
