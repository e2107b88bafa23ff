import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import type { Matter } from '#shared/account-matters.ts';
import type { PlaceOfPage } from '#shared/pages.ts';
import { literally } from '#shared/words.ts';

export interface EventRow extends Record<string, unknown> {
  id: string;
  kind: string;
  matter: Matter;
  user_id: string | null;
  name: string | null;
  email: string | null;
  subject: string;
  actor_id: string | null;
  actor_name: string | null;
  actor_email: string | null;
  ip_address: string | null;
  user_agent: string | null;
  detail: Record<string, string>;
  created_at: string | Date;
}

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

/** Newest first. Nothing for any caller but a super admin. */
export async function listEvents(
  db: Queryable,
  filter: EventFilter,
  { limit, offset, fromEnd }: PlaceOfPage,
): Promise<EventRow[]> {
  const order = fromEnd ? sql`created_at, id` : sql`created_at DESC, id DESC`;
  const { rows } = await db.execute<EventRow>(sql`
    SELECT j.id, j.kind, j.matter, j.user_id, btrim(p.first_name || ' ' || p.last_name) AS name, p.email, j.subject,
      j.actor_id, btrim(a.first_name || ' ' || a.last_name) AS actor_name, a.email AS actor_email,
      j.ip_address, j.user_agent, j.detail, j.created_at
    FROM audit_events j LEFT JOIN users p ON p.id = j.user_id LEFT JOIN users a ON a.id = j.actor_id
    WHERE j.id = ANY (ARRAY(
      SELECT id FROM audit_events WHERE ${fits(filter)} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}))
    ORDER BY j.created_at DESC, j.id DESC`);
  return rows;
}

/** Exact up to `limit`, where counting ends. */
export async function countEvents(db: Queryable, filter: EventFilter, limit: number): Promise<number> {
  // In the order of an index; otherwise it would scan the table from its beginning.
  const { rows } = await db.execute<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM (
      SELECT FROM audit_events WHERE ${fits(filter)} ORDER BY created_at DESC, id DESC LIMIT ${limit}) AS found`);
  return rows[0]?.n ?? 0;
}

/** The recent events of the caller's own account. */
export async function listOwnEvents(db: Queryable, userId: string, limit: number): Promise<EventRow[]> {
  const { rows } = await db.execute<EventRow>(sql`
    SELECT id, kind, ip_address, user_agent, detail, created_at FROM account_events
    WHERE user_id = ${userId} AND matter <> 'rights' ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
  return rows;
}
