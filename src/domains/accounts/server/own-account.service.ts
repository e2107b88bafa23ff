import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { recordEvent } from '#platform/auth/audit/audit-log.repository.ts';
import { deleteUnconfirmed } from '#platform/auth/auth.repository.ts';
import {
  deleteOpenings,
  findEmailChange,
  saveEmailChange,
} from '#platform/auth/email-code/email-change.repository.ts';
import { newCode } from '#platform/auth/email-code/one-time-code.repository.ts';
import { takeEmail } from '#platform/auth/limits/attempts.ts';
import { savePasswordHash } from '#platform/auth/password/password-reset.repository.ts';
import {
  deleteOtherSessions,
  deleteSession,
  listSessions,
} from '#platform/auth/session/session.repository.ts';
import { deleteFirstSteps } from '#platform/auth/two-factor/two-factor.repository.ts';
import { createLimits, RateLimited } from '#platform/limits/limits.ts';
import { LINK_SECONDS } from '#shared/account-limits.ts';
import type { Raises } from '#shared/errors.ts';
import type { OpenSession, SignInMethods } from '../security.contract.ts';
import { passwordRefusal } from './account-rules.ts';
import { deleteUser, findEmailOwner, findSignInMethods, updateEmail } from './own-account.repository.ts';
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

const HOUR = 60 * 60;

const hashOf = (userId: string, secret: string) =>
  createHash('sha256').update(`${userId}\n${secret}`).digest('base64url');

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Requests a change to another email (lower case, ASCII): sends a link and a code to the new email and a notice to
 * the current one. An email of another account gets the same answer; its owner receives an email.
 */
export async function requestEmailChange(
  deps: OwnAccountDeps & Raises<'REAUTHENTICATION_REQUIRED' | 'OWN_ADDRESS' | 'PROFILE_NOT_FOUND'>,
  session: SessionContext,
  email: string,
): Promise<void> {
  const { database, errors, writeEmail, sendMail, publicUrl } = deps;
  const { userId } = session;
  const owner = await findEmailOwner(database.auth, email);
  if (owner?.id === userId) throw errors.OWN_ADDRESS();
  await requireReauthentication(deps, database.auth, session);
  await createLimits(database.auth).take(`auth:email-change:${userId}`, 5, HOUR);
  const seconds = await takeEmail(database.auth, 'emailChange', { account: email });
  if (seconds > 0) throw new RateLimited(seconds);
  const code = newCode();
  const secret = randomBytes(24).toString('base64url');
  const link = `${publicUrl}/account/security?address=${userId}_${secret}`;
  await database.auth.transaction(async (tx) => {
    const user = await lockOwnAccountForUpdate(deps, tx, session);
    const change = { email, code: hashOf(userId, code), token: hashOf(userId, secret) };
    await saveEmailChange(tx, userId, change, LINK_SECONDS);
    await note(tx, session, 'email_change_asked');
    await sendMail(tx, writeEmail('emailChangeRequested', user, { newEmail: email }));
    // Both cases write and send the same, so that neither the answer nor its timing tells them apart.
    await sendMail(
      tx,
      owner?.isConfirmed
        ? writeEmail('emailAlreadyUsed', owner, {})
        : writeEmail('confirmNewEmail', { email, firstName: user.firstName }, { link, code }),
    );
  });
}

/**
 * Completes the change with the code or the link's token: the account gets the new email, all other sessions end, and
 * the old email receives a notice. The link works only for the account that requested it, and gives the same answer
 * when opened again.
 */
export async function confirmEmailChange(
  deps: OwnAccountDeps &
    Raises<'WRONG_CODE' | 'LINK_EXPIRED' | 'LINK_WRONG_ACCOUNT' | 'CONFLICT' | 'PROFILE_NOT_FOUND'>,
  session: SessionContext,
  by: { code: string } | { token: string },
): Promise<{ email: string }> {
  const { database, errors, writeEmail, sendMail } = deps;
  const { userId, sessionId } = session;
  await createLimits(database.auth).take(`auth:email-change-code:${userId}`, 10, HOUR);
  if ('token' in by && !by.token.startsWith(`${userId}_`)) throw errors.LINK_WRONG_ACCOUNT();
  const wrong = 'token' in by ? errors.LINK_EXPIRED() : errors.WRONG_CODE();
  return database.auth.transaction(async (tx) => {
    const user = await lockOwnAccountForUpdate(deps, tx, session);
    const change = await findEmailChange(tx, userId);
    if (!change) throw wrong;
    const isRight =
      'token' in by
        ? isSame(change.token, hashOf(userId, by.token.slice(userId.length + 1)))
        : isSame(change.code, hashOf(userId, by.code));
    // A link that is opened a second time finds its change done.
    if (!isRight || (change.done && user.email !== change.email)) throw wrong;
    if (change.done) return { email: change.email };
    // An unconfirmed registration of this email gives way: this user has confirmed that they own it.
    await deleteUnconfirmed(tx, change.email);
    if (!(await updateEmail(tx, userId, change.email)))
      throw errors.CONFLICT({ data: { field: 'This email' } });
    await deleteOtherSessions(tx, userId, sessionId);
    await deleteOpenings(tx, user);
    await saveEmailChange(tx, userId, { ...change, done: true }, LINK_SECONDS);
    await note(tx, session, 'email_changed');
    await sendMail(tx, writeEmail('emailChanged', user, { newEmail: change.email }));
    return { email: change.email };
  });
}
