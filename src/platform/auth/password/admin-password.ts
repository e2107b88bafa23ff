import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { profiles, verifications } from '#db/schema/accounts.ts';
import { ADMIN_PASSWORD_LENGTH } from '#shared/password-rules.ts';

/** Whether this password is too short for the user's role. */
export async function isTooShortFor(db: Queryable, userId: string, password: string): Promise<boolean> {
  if (password.length >= ADMIN_PASSWORD_LENGTH) return false;
  const [row] = await db.select({ role: profiles.role }).from(profiles).where(eq(profiles.id, userId));
  return row !== undefined && row.role !== 'user';
}

const isGood = sql`${verifications.expiresAt} > now()`;

/** The user of a reset link; null when the token is invalid. */
export async function findResetByToken(db: Queryable, token: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: verifications.value })
    .from(verifications)
    .where(and(eq(verifications.identifier, `reset-password:${token}`), isGood));
  return row?.userId ?? null;
}

/** The email of the account of a reset link; null when the token is invalid. */
export async function findResetEmail(db: Queryable, token: string): Promise<string | null> {
  const userId = await findResetByToken(db, token);
  if (!userId) return null;
  const [row] = await db.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, userId));
  return row?.email ?? null;
}

/**
 * The user of the reset code with this hash; null when it is invalid. The check is not counted as an attempt.
 */
export async function findResetByCode(db: Queryable, email: string, hash: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: profiles.id })
    .from(verifications)
    .innerJoin(profiles, eq(profiles.email, email))
    .where(
      and(
        eq(verifications.identifier, `forget-password-otp-${email}`),
        sql`starts_with(${verifications.value}, ${`${hash}:`})`,
        isGood,
      ),
    );
  return row?.userId ?? null;
}
