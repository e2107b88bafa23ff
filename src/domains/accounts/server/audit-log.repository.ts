import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '#db/client.ts';
import { instant, integer, json, nullable, oneOf, selectRows, selectValue, text } from '#db/rows.ts';
import { accountEvents } from '#db/schema/accounts.ts';
import { MATTERS, type Matter } from '#shared/account-matters.ts';
import type { PlaceOfPage } from '#shared/pages.ts';
import { literally } from '#shared/words.ts';

const activity = {
  id: text,
  kind: text,
  ipAddress: nullable(text),
  userAgent: nullable(text),
  detail: json<Record<string, string>>(),
  at: instant,
};
const account = nullable(json<{ id: string; name: string; email: string }>());
const event = { ...activity, matter: oneOf(MATTERS), user: account, subject: text, actor: account };

export interface EventFilter {
  matter?: Matter;
  /** Folded; each has to be in the user's name or email, or all of them in the typed email or number. */
  words: readonly string[];
}

/** Users that a search may match; more matches mean that the words are too common to search for. */
const MAX_MATCHED_USERS = 200;

const like = (word: string) => sql`search LIKE ${`%${literally(word)}%`}`;

function fits({ matter, words }: EventFilter): SQL {
  const terms: SQL[] = [];
  if (matter) terms.push(sql`matter = ${matter}`);
  if (words.length > 0) {
    const all = sql.join(words.map(like), sql` AND `);
    terms.push(
      sql`(user_id = ANY (ARRAY(SELECT id FROM users WHERE ${all} LIMIT ${MAX_MATCHED_USERS})) OR (${all}))`,
    );
  }
  return terms.length > 0 ? sql.join(terms, sql` AND `) : sql`true`;
}

/** The id, name and email of a row of `users`; null without one. */
const accountIn = (user: SQL) => sql`CASE WHEN ${user}.id IS NOT NULL THEN json_build_object(
  'id', ${user}.id, 'name', btrim(${user}.first_name || ' ' || ${user}.last_name), 'email', ${user}.email) END`;

/** Newest first. Nothing for any caller but a super admin. */
export function listEvents(db: Queryable, filter: EventFilter, { limit, offset, fromEnd }: PlaceOfPage) {
  const order = fromEnd ? sql`created_at, id` : sql`created_at DESC, id DESC`;
  return selectRows(
    db,
    event,
    sql`
    SELECT j.id, j.kind, j.matter, ${accountIn(sql`p`)} AS user, j.subject, ${accountIn(sql`a`)} AS actor,
      j.ip_address AS "ipAddress", j.user_agent AS "userAgent", j.detail, j.created_at AS at
    FROM audit_events j LEFT JOIN users p ON p.id = j.user_id LEFT JOIN users a ON a.id = j.actor_id
    WHERE j.id = ANY (ARRAY(
      SELECT id FROM audit_events WHERE ${fits(filter)} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}))
    ORDER BY j.created_at DESC, j.id DESC`,
  );
}

/** Exact up to `limit`, where counting ends. */
export async function countEvents(db: Queryable, filter: EventFilter, limit: number): Promise<number> {
  // In the order of an index; otherwise it would scan the table from its beginning.
  const found = await selectValue(
    db,
    integer,
    sql`
    SELECT count(*)::int AS value FROM (
      SELECT FROM audit_events WHERE ${fits(filter)} ORDER BY created_at DESC, id DESC LIMIT ${limit}) AS found`,
  );
  return found!;
}

/** The recent events of the caller's own account. */
export const listOwnEvents = (db: Queryable, userId: string, limit: number) =>
  selectRows(
    db,
    activity,
    sql`
    SELECT id, kind, ip_address AS "ipAddress", user_agent AS "userAgent", detail, created_at AS at FROM account_events
    WHERE user_id = ${userId} AND matter <> 'rights' ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
  );

/** The origin of an event, unless another user caused it: then it is that user's data. */
const own = (column: PgColumn) =>
  sql<
    string | null
  >`case when ${accountEvents.actorId} is null or ${accountEvents.actorId} = ${accountEvents.userId} then ${column} end`;

/** Events of a user's account, newest first. */
export function listEventsOf(db: Queryable, userId: string, most: number) {
  return db
    .select({
      at: accountEvents.createdAt,
      what: accountEvents.kind,
      ipAddress: own(accountEvents.ipAddress),
      userAgent: own(accountEvents.userAgent),
      detail: accountEvents.detail,
    })
    .from(accountEvents)
    .where(eq(accountEvents.userId, userId))
    .orderBy(desc(accountEvents.createdAt), desc(accountEvents.id))
    .limit(most);
}
