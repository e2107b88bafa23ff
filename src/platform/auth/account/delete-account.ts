import { violatedConstraint } from '#db/violation.ts';
import { DomainError } from '#shared/errors.ts';
import { recordEvent } from '../audit/audit-log.repository.ts';
import { accountDeletedEmail } from '../emails/account-emails.ts';
import {
  deleteAddressChange,
  deleteCodes,
  deleteOpenings,
  deleteUser,
  lockUserForUpdate,
} from './own-account.repository.ts';
import { type OwnAccountDeps, requireReauthentication, type Who } from './own-account-deps.ts';

export interface AccountDeletion {
  /**
   * Deletes the user's account in one transaction: the sessions end, the orders stay without a user, and an
   * email confirms it. Throws REAUTHENTICATION_REQUIRED, DEMO_ACCOUNT, LAST_SUPER_ADMIN and
   * PROFILE_NOT_FOUND; then nothing changes and the reauthentication stays valid.
   */
  deleteAccount(who: Who): Promise<void>;
}

export function leaving(deps: OwnAccountDeps): AccountDeletion {
  const { authDb, sendMail } = deps;
  return {
    async deleteAccount(who) {
      try {
        await authDb.transaction(async (tx) => {
          const person = await lockUserForUpdate(tx, who.userId);
          if (!person) throw new DomainError('PROFILE_NOT_FOUND');
          if (person.isDemo) throw new DomainError('DEMO_ACCOUNT');
          await requireReauthentication(tx, who);
          await deleteOpenings(tx, who.userId);
          await deleteAddressChange(tx, who.userId);
          await deleteCodes(tx, person.email);
          await deleteUser(tx, who.userId);
          await recordEvent(tx, {
            kind: 'account_deleted',
            userId: null,
            ipAddress: who.address,
            userAgent: who.userAgent,
          });
          await sendMail(tx, accountDeletedEmail(deps, person));
        });
      } catch (error) {
        if (violatedConstraint(error) === 'last_super_admin') throw new DomainError('LAST_SUPER_ADMIN');
        throw error;
      }
    },
  };
}
