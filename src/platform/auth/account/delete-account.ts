import { violatedConstraint } from '#db/violation.ts';
import { DomainError } from '#shared/errors.ts';
import { recordEvent } from '../audit/audit-log.repository.ts';
import { accountDeletedEmail } from '../emails/account-emails.ts';
import {
  deleteCodes,
  deleteEmailChange,
  deleteOpenings,
  deleteUser,
  lockUserForUpdate,
} from './own-account.repository.ts';
import { type OwnAccountDeps, requireReauthentication, type SessionContext } from './own-account-deps.ts';

export interface AccountDeletion {
  /**
   * Deletes the user's account in one transaction: the sessions end, the orders stay without a user, and an
   * email confirms it. Throws REAUTHENTICATION_REQUIRED, DEMO_ACCOUNT, LAST_SUPER_ADMIN and
   * PROFILE_NOT_FOUND; then nothing changes and the reauthentication stays valid.
   */
  deleteAccount(session: SessionContext): Promise<void>;
}

export function accountDeletion(deps: OwnAccountDeps): AccountDeletion {
  const { authDb, sendMail } = deps;
  return {
    async deleteAccount(session) {
      try {
        await authDb.transaction(async (tx) => {
          const user = await lockUserForUpdate(tx, session.userId);
          if (!user) throw new DomainError('PROFILE_NOT_FOUND');
          if (user.isDemo) throw new DomainError('DEMO_ACCOUNT');
          await requireReauthentication(tx, session);
          await deleteOpenings(tx, session.userId);
          await deleteEmailChange(tx, session.userId);
          await deleteCodes(tx, user.email);
          await deleteUser(tx, session.userId);
          await recordEvent(tx, {
            kind: 'account_deleted',
            userId: null,
            ipAddress: session.ipAddress,
            userAgent: session.userAgent,
          });
          await sendMail(tx, accountDeletedEmail(deps, user));
        });
      } catch (error) {
        if (violatedConstraint(error) === 'last_super_admin') throw new DomainError('LAST_SUPER_ADMIN');
        throw error;
      }
    },
  };
}
