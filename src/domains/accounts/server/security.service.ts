import {
  deleteOtherSessions,
  deleteSession,
  listSessions,
} from '#platform/auth/session/session.repository.ts';
import { deleteFirstSteps } from '#platform/auth/two-factor/two-factor.repository.ts';
import { DomainError } from '#shared/errors.ts';
import type { OpenSession, SignInMethods } from '../security.contract.ts';
import { findSignInMethods } from './own-account.repository.ts';
import { note, type OwnAccountDeps, type SessionContext } from './own-account-deps.ts';

type Deps = Pick<OwnAccountDeps, 'database'>;

/** Throws PROFILE_NOT_FOUND. */
export async function readSignInMethods({ database }: Deps, userId: string): Promise<SignInMethods> {
  const row = await findSignInMethods(database.auth, userId);
  if (!row) throw new DomainError('PROFILE_NOT_FOUND');
  return { ...row, count: Number(row.hasPassword) + row.passkeys + row.linked };
}

/** The user's sessions, the last used first. */
export async function readSessions({ database }: Deps, session: SessionContext): Promise<OpenSession[]> {
  const rows = await listSessions(database.auth, session.userId);
  return rows.map(({ createdAt, lastSeenAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: row.id === session.sessionId,
  }));
}

/** Ends one of the user's sessions; another user's session, or one that has ended, changes nothing. */
export const endSession = ({ database }: Deps, session: SessionContext, sessionId: string): Promise<void> =>
  database.auth.transaction(async (tx) => {
    if (await deleteSession(tx, session.userId, sessionId)) await note(tx, session, 'session_ended');
  });

/** Ends all sessions except this one and forgets remembered devices; returns the number of ended sessions. */
export const endOtherSessions = ({ database }: Deps, session: SessionContext): Promise<number> =>
  database.auth.transaction(async (tx) => {
    const ended = await deleteOtherSessions(tx, session.userId, session.sessionId);
    await deleteFirstSteps(tx, session.userId);
    if (ended > 0) await note(tx, session, 'other_sessions_ended');
    return ended;
  });
