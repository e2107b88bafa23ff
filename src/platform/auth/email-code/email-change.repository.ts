import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { verifications } from '#db/schema/accounts.ts';
import { replaceVerification } from '../verification.repository.ts';
import { signInCodeName } from './one-time-code.repository.ts';

const emailChangeKey = (userId: string) => `address-change-${userId}`;

/** The requested email, with hashes of the link and code sent to it. */
export interface EmailChange {
  email: string;
  code: string;
  token: string;
  /** The link has confirmed the change; stored until the link expires. */
  done?: boolean;
}

/** The newest request counts: links and codes of earlier emails expire. */
export async function saveEmailChange(
  db: Queryable,
  userId: string,
  change: EmailChange,
  seconds: number,
): Promise<void> {
  const value = JSON.stringify(change);
  await replaceVerification(db, { identifier: emailChangeKey(userId), value, seconds });
}

export async function findEmailChange(db: Queryable, userId: string): Promise<EmailChange | null> {
  const [row] = await db
    .select({ value: verifications.value })
    .from(verifications)
    .where(
      and(eq(verifications.identifier, emailChangeKey(userId)), sql`${verifications.expiresAt} > now()`),
    );
  return row ? (JSON.parse(row.value) as EmailChange) : null;
}

/**
 * Deletes everything that could still open the user's account, or transfer it: links and codes for a new password,
 * codes for a sign-in, remembered devices, waiting sign-ins, and a pending change of the email.
 */
export async function deleteOpenings(db: Queryable, user: { id: string; email: string }): Promise<void> {
  const names = ['email-verification', 'forget-password'].map((kind) => `${kind}-otp-${user.email}`);
  await db
    .delete(verifications)
    .where(
      or(
        eq(verifications.value, user.id),
        inArray(verifications.identifier, [...names, emailChangeKey(user.id)]),
        sql`starts_with(${verifications.identifier}, ${signInCodeName(user.email, '')})`,
      ),
    );
}
