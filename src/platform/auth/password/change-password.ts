import { DomainError } from '#shared/errors.ts';
import {
  deleteCodes,
  deleteEmailChange,
  deleteOpenings,
  deleteOtherSessions,
  lockUserForUpdate,
  savePasswordHash,
} from '../account/own-account.repository.ts';
import {
  note,
  type OwnAccountDeps,
  requireReauthentication,
  type SessionContext,
} from '../account/own-account-deps.ts';
import { passwordChangedEmail } from '../emails/account-emails.ts';
import { isTooShortFor } from './admin-password.ts';

export interface OwnPassword {
  /**
   * Changes the user's password, or sets a first one. All other sessions, remembered devices and password
   * reset links end, and an email confirms the change. Throws REAUTHENTICATION_REQUIRED, ADMIN_PASSWORD and
   * PROFILE_NOT_FOUND.
   */
  changePassword(session: SessionContext, password: string): Promise<void>;
}

export function ownPassword(deps: OwnAccountDeps): OwnPassword {
  const { authDb, sendMail, hashPassword } = deps;
  return {
    async changePassword(session, password) {
      if (await isTooShortFor(authDb, session.userId, password)) throw new DomainError('ADMIN_PASSWORD');
      // Before hashing: nobody may cause that work without reauthentication.
      await requireReauthentication(authDb, session);
      const hash = await hashPassword(password);
      await authDb.transaction(async (tx) => {
        const user = await lockUserForUpdate(tx, session.userId);
        if (!user) throw new DomainError('PROFILE_NOT_FOUND');
        const isFirst = await savePasswordHash(tx, session.userId, hash);
        await deleteOtherSessions(tx, session.userId, session.sessionId);
        await deleteOpenings(tx, session.userId);
        await deleteCodes(tx, user.email);
        await deleteEmailChange(tx, session.userId);
        await note(tx, session, isFirst ? 'password_set' : 'password_changed');
        await sendMail(tx, passwordChangedEmail(deps, user));
      });
    },
  };
}
