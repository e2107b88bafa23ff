import { recordEvent } from '#platform/auth/audit/audit-log.repository.ts';
import { lockUserForUpdate } from '#platform/auth/auth.repository.ts';
import { deleteOpenings } from '#platform/auth/email-code/email-change.repository.ts';
import { DomainError } from '#shared/errors.ts';
import { deleteUser } from './own-account.repository.ts';
import { type OwnAccountDeps, requireReauthentication, type SessionContext } from './own-account-deps.ts';

/**
 * Deletes the user's account in one transaction: the sessions end, the orders stay without a user, and an email
 * confirms it. Throws REAUTHENTICATION_REQUIRED, DEMO_ACCOUNT, LAST_SUPER_ADMIN and PROFILE_NOT_FOUND; then nothing
 * changes and the reauthentication stays valid.
 */
export async function deleteAccount(
  { database, writeEmail, sendMail }: OwnAccountDeps,
  session: SessionContext,
): Promise<void> {
  const { userId, ipAddress, userAgent } = session;
  await database.auth.transaction(async (tx) => {
    const user = await lockUserForUpdate(tx, userId);
    if (!user) throw new DomainError('PROFILE_NOT_FOUND');
    if (user.isDemo) throw new DomainError('DEMO_ACCOUNT');
    await requireReauthentication(tx, session);
    await deleteOpenings(tx, user);
    if (!(await deleteUser(tx, userId))) throw new DomainError('LAST_SUPER_ADMIN');
    await recordEvent(tx, { kind: 'account_deleted', userId: null, ipAddress, userAgent });
    await sendMail(tx, writeEmail('accountDeleted', user, {}));
  });
}
