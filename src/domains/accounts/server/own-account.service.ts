import { recordEvent } from '#platform/auth/audit/audit-log.repository.ts';
import { deleteOpenings } from '#platform/auth/email-code/email-change.repository.ts';
import { savePasswordHash } from '#platform/auth/password/password-reset.repository.ts';
import {
  deleteOtherSessions,
  deleteSession,
  listSessions,
} from '#platform/auth/session/session.repository.ts';
import { deleteFirstSteps } from '#platform/auth/two-factor/two-factor.repository.ts';
import type { Raises } from '#shared/errors.ts';
import type { OpenSession, SignInMethods } from '../security.contract.ts';
import { passwordRefusal } from './account-rules.ts';
import { deleteUser, findSignInMethods } from './own-account.repository.ts';
import {
  lockOwnAccountForUpdate,
  note,
  type OwnAccountDeps,
  requireReauthentication,
  type SessionContext,
} from './own-account-deps.ts';

type Deps = Pick<OwnAccountDeps, 'database'>;

export async function readSignInMethods(
  { database, errors }: Deps & Raises<'PROFILE_NOT_FOUND'>,
  userId: string,
): Promise<SignInMethods> {
  const row = await findSignInMethods(database.auth, userId);
  if (!row) throw errors.PROFILE_NOT_FOUND();
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

/**
 * Changes the user's password, or sets a first one. All other sessions, remembered devices and password reset links
 * end, and an email confirms the change.
 */
export async function changePassword(
  deps: OwnAccountDeps & Raises<'REAUTHENTICATION_REQUIRED' | 'ADMIN_PASSWORD' | 'PROFILE_NOT_FOUND'>,
  session: SessionContext,
  password: string,
): Promise<void> {
  const { auth, database, errors, writeEmail, sendMail } = deps;
  const { userId, sessionId } = session;
  const refusal = await passwordRefusal(database.auth, userId, password);
  if (refusal) throw errors[refusal]();
  // Before hashing: nobody may cause that work without reauthentication.
  await requireReauthentication(deps, database.auth, session);
  const hash = await auth.hashPassword(password);
  await database.auth.transaction(async (tx) => {
    const user = await lockOwnAccountForUpdate(deps, tx, session);
    const isFirst = await savePasswordHash(tx, userId, hash);
    await deleteOtherSessions(tx, userId, sessionId);
    await deleteOpenings(tx, user);
    await note(tx, session, isFirst ? 'password_set' : 'password_changed');
    await sendMail(tx, writeEmail('passwordChanged', user, {}));
  });
}

/**
 * Deletes the user's account in one transaction: the sessions end, the orders stay without a user, and an email
 * confirms it. After an error nothing is changed, and the reauthentication stays valid.
 */
export async function deleteAccount(
  deps: OwnAccountDeps &
    Raises<'REAUTHENTICATION_REQUIRED' | 'DEMO_ACCOUNT' | 'LAST_SUPER_ADMIN' | 'PROFILE_NOT_FOUND'>,
  session: SessionContext,
): Promise<void> {
  const { database, errors, writeEmail, sendMail } = deps;
  const { userId, ipAddress, userAgent } = session;
  await database.auth.transaction(async (tx) => {
    const user = await lockOwnAccountForUpdate(deps, tx, session);
    if (user.isDemo) throw errors.DEMO_ACCOUNT();
    await requireReauthentication(deps, tx, session);
    await deleteOpenings(tx, user);
    if (!(await deleteUser(tx, userId))) throw errors.LAST_SUPER_ADMIN();
    await recordEvent(tx, { kind: 'account_deleted', userId: null, ipAddress, userAgent });
    await sendMail(tx, writeEmail('accountDeleted', user, {}));
  });
}
