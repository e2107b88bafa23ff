import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { accounts, profiles } from '#db/schema/accounts.ts';
import { violatedConstraint } from '#db/violation.ts';

/** The user's current number, and whether it is a sign-in method. */
export async function findNumber(db: Queryable, userId: string) {
  const [row] = await db
    .select({ number: profiles.phone, isConfirmed: profiles.phoneVerified })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return row ?? null;
}

/**
 * Makes the number a sign-in method. 'taken' when it is one for another user, 'changed' when it is no longer
 * the user's number.
 */
export async function confirmNumber(
  db: Queryable,
  userId: string,
  number: string,
): Promise<'confirmed' | 'taken' | 'changed'> {
  try {
    const confirmed = await db
      .update(profiles)
      .set({ phoneVerified: true, updatedAt: new Date() })
      .where(and(eq(profiles.id, userId), eq(profiles.phone, number)))
      .returning({ id: profiles.id });
    return confirmed.length > 0 ? 'confirmed' : 'changed';
  } catch (error) {
    if (violatedConstraint(error) === 'profiles_phone_key') return 'taken';
    throw error;
  }
}

/** The user who may sign in with this number, with the hash of their password; null without one of both. */
export async function findByNumber(db: Queryable, number: string) {
  const [row] = await db
    .select({ userId: profiles.id, hash: accounts.password })
    .from(profiles)
    .innerJoin(accounts, and(eq(accounts.userId, profiles.id), eq(accounts.providerId, 'credential')))
    .where(
      and(eq(profiles.phone, number), eq(profiles.phoneVerified, true), eq(profiles.emailVerified, true)),
    );
  return row?.hash ? { userId: row.userId, hash: row.hash } : null;
}
