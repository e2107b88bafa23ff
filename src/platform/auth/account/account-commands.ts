import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '#db/client.ts';
import type { Role } from '#shared/caller.ts';
import { recordEvent } from '../audit/audit-log.repository.ts';
import { deleteTwoFactor } from '../two-factor/two-factor.repository.ts';

/** The reason in the audit log. */
const BY_COMMAND = { reason: 'On the server, with npm run user' };
/**
 * Hours for which the link of a new account is valid. An admin passes it on by hand, so it lasts longer than
 * one in an email.
 */
export const LINK_HOURS = 24;

export interface NewAccount {
  email: string;
  name: string;
  role: Role;
}

/**
 * Creates an account without a password and returns the token of a link to /auth?reset=… that sets one and
 * confirms the email. Null when the email has an account. Runs as the database owner.
 */
export function createAccount(
  databaseUrl: string,
  { email, name, role }: NewAccount,
): Promise<string | null> {
  const [first = '', ...rest] = name.split(/\s+/);
  return inTransaction(databaseUrl, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into profiles (id, email, name, first_name, last_name, role)
      values (${uuidv7()}, lower(${email}), ${name}, ${first}, ${rest.join(' ')}, ${role})
      on conflict ((lower(email))) do nothing returning id`);
    const userId = rows[0]?.id;
    if (!userId) return null;
    await recordEvent(tx, { kind: 'registered', userId, subject: email, detail: BY_COMMAND });
    const token = randomBytes(24).toString('base64url');
    await tx.execute(sql`
      insert into verifications (id, identifier, value, expires_at)
      values (${uuidv7()}, ${`reset-password:${token}`}, ${userId}, now() + make_interval(hours => ${LINK_HOURS}))`);
    return token;
  });
}

/**
 * Turns two-factor sign-in off. False when it was not on; null when no account has this email. Runs as the
 * database owner.
 */
export const turnSecondFactorOff = (databaseUrl: string, email: string): Promise<boolean | null> =>
  withAccount(databaseUrl, email, async (tx, userId) => {
    const wasOn = await deleteTwoFactor(tx, userId);
    if (wasOn) await recordEvent(tx, { kind: 'two_step_off', userId, subject: email, detail: BY_COMMAND });
    return wasOn;
  });

/**
 * Ends all sessions and returns their number; null when no account has this email. Runs as the database
 * owner.
 */
export const endSessions = (databaseUrl: string, email: string): Promise<number | null> =>
  withAccount(databaseUrl, email, async (tx, userId) => {
    const { rows } = await tx.execute<{ holds: boolean }>(
      sql`delete from sessions where user_id = ${userId} returning expires_at > now() as holds`,
    );
    const ended = rows.filter(({ holds }) => holds).length;
    if (ended > 0) {
      await recordEvent(tx, { kind: 'sessions_ended', userId, subject: email, detail: BY_COMMAND });
    }
    return ended;
  });

function withAccount<T>(
  databaseUrl: string,
  email: string,
  work: (tx: Queryable, userId: string) => Promise<T>,
): Promise<T | null> {
  return inTransaction(databaseUrl, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from profiles where lower(email) = lower(${email}) for no key update`,
    );
    return rows[0] ? work(tx, rows[0].id) : null;
  });
}

async function inTransaction<T>(databaseUrl: string, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'aso-house user' });
  await client.connect();
  try {
    return await drizzle(client, { casing: 'snake_case' }).transaction(work);
  } finally {
    await client.end();
  }
}
