import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { profiles, sessions } from '#db/schema/accounts.ts';

/** Who a session belongs to, in one statement: role and ban are read fresh, never from a cookie. */
export async function findSessionOwner(db: Queryable, token: string) {
  const [row] = await db
    .select({
      userId: profiles.id,
      role: profiles.role,
      banned: profiles.banned,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .where(eq(sessions.token, token));
  return row ?? null;
}

export async function findConfirmation(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ confirmed: profiles.emailVerified })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return row?.confirmed ?? false;
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

/** Counts one more hit of the key in the running window and gives how many there are, this one included. */
export async function hitLimit(db: Queryable, key: string, seconds: number): Promise<number> {
  const { rows } = await db.execute<{ hits: number }>(sql`select hit_limit(${key}, ${seconds}) as hits`);
  return rows[0]?.hits ?? 0;
}

/** Takes one hit back: what succeeded does not count. */
export async function forgiveLimit(db: Queryable, key: string, seconds: number): Promise<void> {
  await db.execute(sql`select forgive_limit(${key}, ${seconds})`);
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
