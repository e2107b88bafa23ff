import { and, eq, not, sql } from 'drizzle-orm';
import type { Orm, Queryable } from '#db/client.ts';
import { integer, selectRow, selectValue } from '#db/rows.ts';
import { accounts, profiles, sessions } from '#db/schema/accounts.ts';
import { owesSecondFactor } from './two-factor/two-factor.repository.ts';

/**
 * The owner of a session, in one statement: role and ban are read fresh, never from a cookie. A session that
 * still needs its second factor has no owner, whatever its sign-in method.
 */
export async function findSessionOwner(db: Queryable, token: string) {
  const [row] = await db
    .select({
      sessionId: sessions.id,
      userId: profiles.id,
      role: profiles.role,
      banned: profiles.banned,
      lastSeenAt: sessions.lastSeenAt,
      signInMethod: sessions.signInMethod,
      secondFactor: sessions.secondFactor,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .where(and(eq(sessions.token, token), not(owesSecondFactor)));
  return row ?? null;
}

/** The user, locked until the transaction ends. Null when the account is deleted. */
export async function lockUserForUpdate(db: Queryable, userId: string) {
  const [row] = await db
    .select({
      id: profiles.id,
      email: profiles.email,
      firstName: profiles.firstName,
      phone: profiles.phone,
      role: profiles.role,
      isDemo: profiles.isDemo,
    })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for('update');
  return row ?? null;
}

/** The registration of an email in lower case, and its date; null without one. */
export async function findRegistration(db: Queryable, email: string) {
  const [row] = await db
    .select({ id: profiles.id, isConfirmed: profiles.emailVerified, since: profiles.createdAt })
    .from(profiles)
    .where(sql`lower(${profiles.email}) = ${email}`);
  return row ?? null;
}

/** Confirms the account's email. False when it was confirmed before. */
export async function confirmEmail(db: Queryable, userId: string): Promise<boolean> {
  const confirmed = await db
    .update(profiles)
    .set({ emailVerified: true, updatedAt: new Date() })
    .where(and(eq(profiles.id, userId), eq(profiles.emailVerified, false)))
    .returning({ id: profiles.id });
  return confirmed.length > 0;
}

/** Whether the user's email is confirmed, and whether they are banned; null without an account. */
export async function findUserState(db: Queryable, userId: string) {
  const [row] = await db
    .select({ isConfirmed: profiles.emailVerified, isBanned: profiles.banned })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return row ?? null;
}

/**
 * Confirms an account for the owner of its mailbox. Deletes the sign-in methods from before, a password above
 * all, and every session: they may belong to a stranger.
 */
export async function takeOver(db: Orm, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await confirmEmail(tx, userId))) return;
    await tx.delete(accounts).where(eq(accounts.userId, userId));
    await tx.delete(sessions).where(eq(sessions.userId, userId));
  });
}

/**
 * Counts one more hit of the key if fewer than `max` were counted in the last `seconds`; else counts nothing,
 * and `wait` is the number of seconds until there is room. `hits`: in the window, including this one.
 */
export async function takeLimit(db: Queryable, key: string, max: number, seconds: number) {
  const columns = { hits: integer, wait: integer };
  return (await selectRow(db, columns, sql`select hits, wait from take_limit(${key}, ${max}, ${seconds})`))!;
}

/** Number of hits of the key in the last `seconds`. */
export const findHits = async (db: Queryable, key: string, seconds: number): Promise<number> =>
  (await selectValue(db, integer, sql`select limit_hits(${key}, ${seconds}) as value`))!;

/** Takes one hit back: a success does not count. */
export async function forgiveLimit(db: Queryable, key: string, seconds: number): Promise<void> {
  await db.execute(sql`select forgive_limit(${key}, ${seconds})`);
}

/** Starts a wait and returns 0; while one is running, returns the seconds left. */
export const beginWait = async (db: Queryable, key: string, seconds: number): Promise<number> =>
  (await selectValue(db, integer, sql`select take_wait(${key}, ${seconds}) as value`))!;

/**
 * Deletes a customer's unconfirmed registration: nobody has confirmed that they own the email. One that is banned stays,
 * or registering again would end the ban.
 */
export async function deleteUnconfirmed(db: Queryable, email: string): Promise<void> {
  await db
    .delete(profiles)
    .where(
      and(
        sql`lower(${profiles.email}) = ${email}`,
        eq(profiles.emailVerified, false),
        eq(profiles.role, 'user'),
        eq(profiles.isDemo, false),
        eq(profiles.banned, false),
      ),
    );
}
