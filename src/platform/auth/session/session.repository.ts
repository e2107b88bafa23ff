import { and, desc, eq, ne, not, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { profiles, sessions } from '#db/schema/accounts.ts';
import { owesSecondFactor } from '../two-factor/two-factor.repository.ts';

/** The user's sessions, the last used first. */
export function listSessions(db: Queryable, userId: string) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ipAddress: sessions.ipAddress,
      signInMethod: sessions.signInMethod,
      secondFactor: sessions.secondFactor,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .where(and(eq(sessions.userId, userId), sql`${sessions.expiresAt} > now()`, not(owesSecondFactor)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(200);
}

/** Records that a session is used, at most once in five minutes. */
export async function updateLastSeen(db: Queryable, sessionId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), sql`${sessions.lastSeenAt} < now() - interval '5 minutes'`));
}

/** Deletes a session of this user; false when they have no such session. */
export async function deleteSession(db: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return deleted.length > 0;
}

/** Deletes all sessions of the user. */
export async function deleteSessions(db: Queryable, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

/** Deletes all sessions of the user except this one; returns their number. */
export async function deleteOtherSessions(db: Queryable, userId: string, sessionId: string): Promise<number> {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  return deleted.length;
}
