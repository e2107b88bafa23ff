import { createHash } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { accounts, sessions, verifications } from '#db/schema/accounts.ts';
import { CODE_SECONDS } from '#shared/account-limits.ts';
import { newCode } from '../email-code/one-time-code.repository.ts';
import { replaceVerification } from '../verification.repository.ts';

const FIVE_MINUTES = sql`interval '5 minutes'`;
const nameOf = (sessionId: string) => `identity-proof-${sessionId}`;
const hashOf = (sessionId: string, code: string) =>
  createHash('sha256').update(`${sessionId}\n${code}`).digest('base64url');

/** The hash of the user's password; null without one. */
export async function findPasswordHash(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  return row?.password ?? null;
}

export async function saveReauthentication(db: Queryable, sessionId: string): Promise<void> {
  await db.update(sessions).set({ reauthenticatedAt: sql`now()` }).where(eq(sessions.id, sessionId));
}

/** Consumes the session's reauthentication. False when there is none, or one too old. */
export async function consumeReauthentication(db: Queryable, sessionId: string): Promise<boolean> {
  const taken = await db
    .update(sessions)
    .set({ reauthenticatedAt: null })
    .where(and(eq(sessions.id, sessionId), gt(sessions.reauthenticatedAt, sql`now() - ${FIVE_MINUTES}`)))
    .returning({ id: sessions.id });
  return taken.length > 0;
}

/** Stores the hash of a new emailed code; the one before becomes invalid. */
export async function saveReauthenticationCode(db: Queryable, sessionId: string): Promise<string> {
  const code = newCode();
  const value = hashOf(sessionId, code);
  await replaceVerification(db, { identifier: nameOf(sessionId), value, seconds: CODE_SECONDS });
  return code;
}

/** Consumes the code. False when it is not the one in the newest email, or has expired. */
export async function consumeReauthenticationCode(
  db: Queryable,
  sessionId: string,
  code: string,
): Promise<boolean> {
  const found = await db
    .delete(verifications)
    .where(
      and(
        eq(verifications.identifier, nameOf(sessionId)),
        eq(verifications.value, hashOf(sessionId, code)),
        gt(verifications.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: verifications.id });
  return found.length > 0;
}
