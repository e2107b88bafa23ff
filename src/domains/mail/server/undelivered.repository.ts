import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import {
  flag,
  instant,
  integer,
  nullable,
  oneOf,
  selectRow,
  selectRows,
  selectValue,
  text,
} from '#db/rows.ts';

const UNDELIVERED = {
  id: text,
  kind: oneOf(['mail', 'text']),
  state: oneOf(['waiting', 'given_up']),
  to: text,
  about: text,
  since: instant,
  tries: integer,
  nextTry: nullable(instant),
  error: nullable(text),
};

/** Newest first. Empty for any caller but a super admin. */
export const listUndelivered = (db: Queryable, limit: number, offset: number) =>
  selectRows(
    db,
    UNDELIVERED,
    sql`SELECT id, kind, state, coalesce(recipient, '') AS "to", about, since, tries, next_try AS "nextTry", error
      FROM list_undelivered(${limit}, ${offset})`,
  );

export async function countUndelivered(db: Queryable): Promise<{ waiting: number; givenUp: number }> {
  const counted = await selectRow(
    db,
    { waiting: integer, givenUp: integer },
    sql`SELECT waiting, given_up AS "givenUp" FROM count_undelivered()`,
  );
  return counted ?? { waiting: 0, givenUp: 0 };
}

/** False if the email no longer exists. */
export async function sendMailAgain(db: Queryable, id: string): Promise<boolean> {
  return (await selectValue(db, flag, sql`SELECT send_mail_again(${id}) AS value`)) ?? false;
}
