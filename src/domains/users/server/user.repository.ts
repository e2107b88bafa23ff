import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { allOf, countUpTo, idsOfPage } from '#db/newest-first.ts';
import { flag, instant, integer, nullable, oneOf, selectRow, selectRows, text } from '#db/rows.ts';
import { ROLES, type Role } from '#shared/caller.ts';
import type { PlaceOfPage } from '#shared/pages.ts';
import { containing, namesApart } from '#shared/search-words.ts';

const USER = {
  id: text,
  email: text,
  firstName: text,
  lastName: text,
  role: oneOf(ROLES),
  banned: flag,
  createdAt: instant,
};

export interface UserFilter {
  /** Folded; each has to be in the name or the email. */
  words: readonly string[];
  role?: Role;
}

const COLUMNS = sql.raw(
  'id, email, first_name AS "firstName", last_name AS "lastName", role, banned, created_at AS "createdAt"',
);

/** The word anywhere, or as a name in two words. */
const patternsOf = (word: string): string[] => [
  containing(word),
  ...namesApart(word).flatMap((name) => [`${name}%`, `% ${name}%`]),
];

function fits({ words, role }: UserFilter): SQL {
  const terms = words.map((word) => sql`search LIKE ANY (${sql.param(patternsOf(word))}::text[])`);
  if (role) terms.push(sql`role = ${role}`);
  return allOf(terms);
}

/**
 * Newest first. Nothing for any caller but a super admin. All of `few` hits are read before they are ordered: PostgreSQL
 * expects more of many patterns, and would walk along all users until a page is full.
 */
export function listUserRows(db: Queryable, filter: UserFilter, place: PlaceOfPage, few: boolean) {
  const ids = few
    ? idsOfPage(
        sql`(SELECT id, created_at FROM users WHERE ${fits(filter)} OFFSET 0) AS found`,
        allOf([]),
        place,
      )
    : idsOfPage(sql`users`, fits(filter), place);
  return selectRows(
    db,
    USER,
    sql`SELECT ${COLUMNS} FROM users WHERE id = ANY (${ids}) ORDER BY created_at DESC, id DESC`,
  );
}

/** Exact up to `limit`, where counting ends. */
export const countUserRows = (db: Queryable, filter: UserFilter, limit: number): Promise<number> =>
  countUpTo(db, sql`users WHERE ${fits(filter)}`, limit);

/** The maintained totals: 'profiles' and 'profiles:<role>'. */
export async function findTotals(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await selectRows(
    db,
    { name: text, total: integer },
    sql`SELECT name, sum(delta)::int AS total FROM counters
      WHERE name IN ('profiles', 'profiles:user', 'profiles:admin', 'profiles:super_admin') GROUP BY name`,
  );
  return new Map(rows.map(({ name, total }) => [name, total]));
}

const USER_TO_CHANGE = {
  ...USER,
  switchedAt: nullable(instant),
  /** Null when the role was set on the server, without an account. */
  switchedBy: nullable(text),
};

/** Locked until the transaction ends, so that the reported role or ban is the one before the change. */
export const findForChange = (db: Queryable, id: string) =>
  selectRow(
    db,
    USER_TO_CHANGE,
    // Not FOR UPDATE: that would also block writes of rows that only refer to this user.
    sql`SELECT ${COLUMNS}, switched_at AS "switchedAt", staff_name(switched_by) AS "switchedBy"
      FROM profiles WHERE id = ${id} FOR NO KEY UPDATE`,
  );

/** Who last banned or unbanned the user, and when; null when the audit log does not know. */
export const findBanChange = (db: Queryable, id: string) =>
  selectRow(
    db,
    { name: nullable(text), at: instant },
    sql`SELECT staff_name(actor_id) AS name, created_at AS at FROM account_events
      WHERE user_id = ${id} AND kind IN ('banned', 'unbanned') ORDER BY created_at DESC, id DESC LIMIT 1`,
  );

/** Why the database refuses a role or a ban. */
export type RightsRefusal = 'last super admin' | 'not allowed';

/** Undefined on success. A refusal aborts the transaction. */
export const updateRole = (db: Queryable, id: string, role: Role) =>
  update(db, sql`UPDATE profiles SET role = ${role} WHERE id = ${id}`);

/** The same for a ban; the database records it with the reason, and ends the user's sessions. */
export async function updateBanned(db: Queryable, id: string, banned: boolean, reason: string) {
  await db.execute(sql`SELECT set_config('app.reason', ${reason}, true)`);
  return update(db, sql`UPDATE profiles SET banned = ${banned} WHERE id = ${id}`);
}

async function update(db: Queryable, statement: SQL): Promise<RightsRefusal | undefined> {
  try {
    const { rowCount } = await db.execute(statement);
    // The row existed a moment ago: the caller lost the right to change it.
    if (rowCount === 0) return 'not allowed';
  } catch (error) {
    const { code, constraint } = (error as { cause?: { code?: string; constraint?: string } }).cause ?? {};
    if (constraint === 'last_super_admin') return 'last super admin';
    if (code === '42501') return 'not allowed';
    throw error;
  }
}
