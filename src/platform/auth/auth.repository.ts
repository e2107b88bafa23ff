import { and, eq, not, sql } from 'drizzle-orm';
import type { Orm, Queryable } from '#db/client.ts';
import { accounts, profiles, sessions } from '#db/schema/accounts.ts';
import { owesSecondFactor } from './two-factor/two-factor.repository.ts';

/**
 * Who a session belongs to, in one statement: role and ban are read fresh, never from a cookie. A session that owes
 * its second step is nobody's, whatever let it come about.
 */
export async function findSessionOwner(db: Queryable, token: string) {
  const [row] = await db
    .select({
      sessionId: sessions.id,
      userId: profiles.id,
      role: profiles.role,
      banned: profiles.banned,
      lastSeenAt: sessions.lastSeenAt,
      way: sessions.way,
      secondFactor: sessions.secondFactor,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .where(and(eq(sessions.token, token), not(owesSecondFactor)));
  return row ?? null;
}

export async function findConfirmation(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ confirmed: profiles.emailVerified })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return row?.confirmed ?? false;
}

/** Who registered with an address in lower case, and since when; null when nobody did. */
export async function findRegistration(db: Queryable, email: string) {
  const [row] = await db
    .select({ id: profiles.id, isConfirmed: profiles.emailVerified, since: profiles.createdAt })
    .from(profiles)
    .where(sql`lower(${profiles.email}) = ${email}`);
  return row ?? null;
}

/** Confirms the account's address. False when it was confirmed before. */
export async function confirmRegistration(db: Queryable, userId: string): Promise<boolean> {
  const confirmed = await db
    .update(profiles)
    .set({ emailVerified: true, updatedAt: new Date() })
    .where(and(eq(profiles.id, userId), eq(profiles.emailVerified, false)))
    .returning({ id: profiles.id });
  return confirmed.length > 0;
}

export async function findBan(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db.select({ banned: profiles.banned }).from(profiles).where(eq(profiles.id, userId));
  return row?.banned ?? false;
}

/** Who set a password by a letter has the mailbox: that confirms the address. */
export async function updateConfirmed(db: Queryable, userId: string): Promise<void> {
  await db
    .update(profiles)
    .set({ emailVerified: true, updatedAt: new Date() })
    .where(eq(profiles.id, userId));
}

/**
 * Whoever has the mailbox confirms the account. What opened it before anybody had proven that, a password above all,
 * may be a stranger's and ends, with every session.
 */
export async function takeOver(db: Orm, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const confirmed = await tx
      .update(profiles)
      .set({ emailVerified: true, updatedAt: new Date() })
      .where(and(eq(profiles.id, userId), eq(profiles.emailVerified, false)))
      .returning({ id: profiles.id });
    if (confirmed.length === 0) return;
    await tx.delete(accounts).where(eq(accounts.userId, userId));
    await tx.delete(sessions).where(eq(sessions.userId, userId));
  });
}

/** Counts one more hit of the key in the running window and gives how many there are, this one included. */
export async function hitLimit(db: Queryable, key: string, seconds: number): Promise<number> {
  const { rows } = await db.execute<{ hits: number }>(sql`select hit_limit(${key}, ${seconds}) as hits`);
  return rows[0]?.hits ?? 0;
}

/**
 * Counts one more of the key if fewer than `max` were counted in the `seconds` before now; else nothing is counted and
 * `wait` is the number of seconds until there is room. `hits`: in the window, this one included.
 */
export async function takeLimit(
  db: Queryable,
  key: string,
  max: number,
  seconds: number,
): Promise<{ hits: number; wait: number }> {
  const { rows } = await db.execute<{ hits: number; wait: number }>(
    sql`select hits, wait from take_limit(${key}, ${max}, ${seconds})`,
  );
  return rows[0]!;
}

/** How many were counted of the key in the `seconds` before now. */
export async function findHits(db: Queryable, key: string, seconds: number): Promise<number> {
  const { rows } = await db.execute<{ hits: number }>(sql`select limit_hits(${key}, ${seconds}) as hits`);
  return rows[0]!.hits;
}

/** Takes one hit back: what succeeded does not count. */
export async function forgiveLimit(db: Queryable, key: string, seconds: number): Promise<void> {
  await db.execute(sql`select forgive_limit(${key}, ${seconds})`);
}

/** Begins a wait and gives 0; while one runs, the seconds that are left of it. */
export async function beginWait(db: Queryable, key: string, seconds: number): Promise<number> {
  const { rows } = await db.execute<{ left: number }>(sql`select take_wait(${key}, ${seconds}) as left`);
  return rows[0]?.left ?? 0;
}

/** Forgets a shopper's registration that was never confirmed: nobody has proven to own the address. */
export async function deleteUnconfirmed(db: Queryable, email: string): Promise<void> {
  await db
    .delete(profiles)
    .where(
      and(
        sql`lower(${profiles.email}) = ${email}`,
        eq(profiles.emailVerified, false),
        eq(profiles.role, 'user'),
        eq(profiles.isDemo, false),
      ),
    );
}
