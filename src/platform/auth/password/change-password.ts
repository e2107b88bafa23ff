import { DomainError } from '#shared/errors.ts';
import {
  deleteAddressChange,
  deleteCodes,
  deleteOpenings,
  deleteOtherSessions,
  lockUserForUpdate,
  savePasswordHash,
} from '../account/own-account.repository.ts';
import { note, type OwnAccountDeps, requireReauthentication, type Who } from '../account/own-account-deps.ts';
import { passwordChangedEmail } from '../emails/account-emails.ts';
import { isTooShortFor } from './admin-password.ts';

export interface OwnPassword {
  /**
   * Changes the user's password, or sets a first one. All other sessions, remembered devices and password
   * reset links end, and an email confirms the change. Throws REAUTHENTICATION_REQUIRED, ADMIN_PASSWORD and
   * PROFILE_NOT_FOUND.
   */
  changePassword(who: Who, password: string): Promise<void>;
}

export function ownPassword(deps: OwnAccountDeps): OwnPassword {
  const { authDb, sendMail, hashPassword } = deps;
  return {
    async changePassword(who, password) {
      if (await isTooShortFor(authDb, who.userId, password)) throw new DomainError('ADMIN_PASSWORD');
      // Before hashing: nobody may cause that work without reauthentication.
      await requireReauthentication(authDb, who);
      const hash = await hashPassword(password);
      await authDb.transaction(async (tx) => {
        const person = await lockUserForUpdate(tx, who.userId);
        if (!person) throw new DomainError('PROFILE_NOT_FOUND');
        const isFirst = await savePasswordHash(tx, who.userId, hash);
        await deleteOtherSessions(tx, who.userId, who.sessionId);
        await deleteOpenings(tx, who.userId);
        await deleteCodes(tx, person.email);
        await deleteAddressChange(tx, who.userId);
        await note(tx, who, isFirst ? 'password_set' : 'password_changed');
        await sendMail(tx, passwordChangedEmail(deps, person));
      });
    },
  };
}
