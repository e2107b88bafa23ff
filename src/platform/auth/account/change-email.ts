import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { violatedConstraint } from '#db/violation.ts';
import { DomainError } from '#shared/errors.ts';
import { createLimits } from '../../limits/limits.ts';
import { deleteUnconfirmed } from '../auth.repository.ts';
import {
  confirmNewEmailEmail,
  emailAlreadyUsedEmail,
  emailChangedEmail,
  emailChangeRequestedEmail,
} from '../emails/account-emails.ts';
import { takeEmail } from '../limits/attempts.ts';
import {
  deleteCodes,
  deleteOpenings,
  deleteOtherSessions,
  findEmailChange,
  findEmailOwner,
  lockUserForUpdate,
  saveEmailChange,
  updateEmail,
  updateEmailChange,
} from './own-account.repository.ts';
import {
  note,
  type OwnAccountDeps,
  requireReauthentication,
  type SessionContext,
} from './own-account-deps.ts';

const HOUR = 60 * 60;

export interface OwnEmail {
  /**
   * Requests a change to another email (lower case, ASCII): sends a link and a code to the new email and a
   * notice to the current one. An email of another account gets the same answer; its owner receives an email.
   * Throws OWN_ADDRESS, REAUTHENTICATION_REQUIRED, RATE_LIMITED and PROFILE_NOT_FOUND.
   */
  askForAddress(session: SessionContext, email: string): Promise<void>;
  /**
   * Completes the change with the code or the link's token: the account gets the new email, all other
   * sessions end, and the old email receives a notice. The link works only for the account that requested it,
   * and gives the same answer when opened again. Throws WRONG_CODE, LINK_EXPIRED, LINK_WRONG_ACCOUNT,
   * CONFLICT, RATE_LIMITED and PROFILE_NOT_FOUND.
   */
  confirmAddress(
    session: SessionContext,
    by: { code: string } | { token: string },
  ): Promise<{ email: string }>;
}

const hashOf = (userId: string, secret: string) =>
  createHash('sha256').update(`${userId}\n${secret}`).digest('base64url');

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

export function ownEmail(deps: OwnAccountDeps): OwnEmail {
  const { authDb, sendMail, shopName, publicUrl } = deps;
  const limits = createLimits(authDb);
  return {
    async askForAddress(session, email) {
      const owner = await findEmailOwner(authDb, email);
      if (owner?.id === session.userId) throw new DomainError('OWN_ADDRESS');
      await requireReauthentication(authDb, session);
      await limits.take(`auth:address:${session.userId}`, 5, HOUR);
      const seconds = await takeEmail(authDb, 'address', { account: email });
      if (seconds > 0) throw new DomainError('RATE_LIMITED', { seconds });
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const secret = randomBytes(24).toString('base64url');
      await authDb.transaction(async (tx) => {
        const user = await lockUserForUpdate(tx, session.userId);
        if (!user) throw new DomainError('PROFILE_NOT_FOUND');
        await saveEmailChange(tx, session.userId, {
          email,
          code: hashOf(session.userId, code),
          token: hashOf(session.userId, secret),
        });
        await note(tx, session, 'email_change_asked');
        await sendMail(tx, emailChangeRequestedEmail(deps, user, email));
        // Both cases write and send the same, so that neither the answer nor its timing tells them apart.
        await sendMail(
          tx,
          owner?.isConfirmed
            ? emailAlreadyUsedEmail(deps, owner)
            : confirmNewEmailEmail(
                shopName,
                { email, firstName: user.firstName },
                { link: `${publicUrl}/account/security?address=${session.userId}_${secret}`, code },
              ),
        );
      });
    },

    async confirmAddress(session, by) {
      await limits.take(`auth:address-code:${session.userId}`, 10, HOUR);
      if ('token' in by && !by.token.startsWith(`${session.userId}_`))
        throw new DomainError('LINK_WRONG_ACCOUNT');
      const wrong = new DomainError('token' in by ? 'LINK_EXPIRED' : 'WRONG_CODE');
      try {
        return await authDb.transaction(async (tx) => {
          const user = await lockUserForUpdate(tx, session.userId);
          if (!user) throw new DomainError('PROFILE_NOT_FOUND');
          const change = await findEmailChange(tx, session.userId);
          if (!change) throw wrong;
          const isRight =
            'token' in by
              ? isSame(change.token, hashOf(session.userId, by.token.slice(session.userId.length + 1)))
              : isSame(change.code, hashOf(session.userId, by.code));
          if (!isRight) throw wrong;
          // The email's link, opened a second time.
          if (change.done && user.email === change.email) return { email: change.email };
          if (change.done) throw wrong;
          // An unconfirmed registration of this email gives way: this user has confirmed that they own it.
          await deleteUnconfirmed(tx, change.email);
          await updateEmail(tx, session.userId, change.email);
          await deleteOtherSessions(tx, session.userId, session.sessionId);
          await deleteOpenings(tx, session.userId);
          await deleteCodes(tx, user.email);
          await updateEmailChange(tx, session.userId, { ...change, done: true });
          await note(tx, session, 'email_changed');
          await sendMail(tx, emailChangedEmail(deps, user, change.email));
          return { email: change.email };
        });
      } catch (error) {
        if (violatedConstraint(error) === 'profiles_email_key') {
          throw new DomainError('CONFLICT', { field: 'This address' });
        }
        throw error;
      }
    },
  };
}
