import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { deleteUnconfirmed } from '#platform/auth/auth.repository.ts';
import {
  deleteOpenings,
  findEmailChange,
  saveEmailChange,
} from '#platform/auth/email-code/email-change.repository.ts';
import { newCode } from '#platform/auth/email-code/one-time-code.repository.ts';
import { takeEmail } from '#platform/auth/limits/attempts.ts';
import { deleteOtherSessions } from '#platform/auth/session/session.repository.ts';
import { createLimits, RateLimited } from '#platform/limits/limits.ts';
import { LINK_SECONDS } from '#shared/account-limits.ts';
import type { Raises } from '#shared/errors.ts';
import { findEmailOwner, updateEmail } from './own-account.repository.ts';
import {
  lockOwnAccountForUpdate,
  note,
  type OwnAccountDeps,
  requireReauthentication,
  type SessionContext,
} from './own-account-deps.ts';

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
  await createLimits(database.auth).take(`auth:address:${userId}`, 5, HOUR);
  const seconds = await takeEmail(database.auth, 'address', { account: email });
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
  await createLimits(database.auth).take(`auth:address-code:${userId}`, 10, HOUR);
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
