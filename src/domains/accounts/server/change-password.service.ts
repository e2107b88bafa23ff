import { lockUserForUpdate } from '#platform/auth/auth.repository.ts';
import { deleteOpenings } from '#platform/auth/email-code/email-change.repository.ts';
import { savePasswordHash } from '#platform/auth/password/password-reset.repository.ts';
import { deleteOtherSessions } from '#platform/auth/session/session.repository.ts';
import { DomainError } from '#shared/errors.ts';
import { passwordRefusal } from './account-rules.ts';
import {
  note,
  type OwnAccountDeps,
  requireReauthentication,
  type SessionContext,
} from './own-account-deps.ts';

/**
 * Changes the user's password, or sets a first one. All other sessions, remembered devices and password reset links
 * end, and an email confirms the change. Throws REAUTHENTICATION_REQUIRED, ADMIN_PASSWORD and PROFILE_NOT_FOUND.
 */
export async function changePassword(
  { auth, database, writeEmail, sendMail }: OwnAccountDeps,
  session: SessionContext,
  password: string,
): Promise<void> {
  const { userId, sessionId } = session;
  const refusal = await passwordRefusal(database.auth, userId, password);
  if (refusal) throw new DomainError(refusal);
  // Before hashing: nobody may cause that work without reauthentication.
  await requireReauthentication(database.auth, session);
  const hash = await auth.hashPassword(password);
  await database.auth.transaction(async (tx) => {
    const user = await lockUserForUpdate(tx, userId);
    if (!user) throw new DomainError('PROFILE_NOT_FOUND');
    const isFirst = await savePasswordHash(tx, userId, hash);
    await deleteOtherSessions(tx, userId, sessionId);
    await deleteOpenings(tx, user);
    await note(tx, session, isFirst ? 'password_set' : 'password_changed');
    await sendMail(tx, writeEmail('passwordChanged', user, {}));
  });
}
