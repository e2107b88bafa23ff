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
  findAddress,
  findAddressChange,
  lockUserForUpdate,
  saveAddressChange,
  updateAddress,
  updateAddressChange,
} from './own-account.repository.ts';
import { note, type OwnAccountDeps, requireReauthentication, type Who } from './own-account-deps.ts';

const HOUR = 60 * 60;

export interface OwnAddress {
  /**
   * Requests a change to another email (lower case, ASCII): sends a link and a code to the new email and a
   * notice to the current one. An email of another account gets the same answer; its owner receives an email.
   * Throws OWN_ADDRESS, REAUTHENTICATION_REQUIRED, RATE_LIMITED and PROFILE_NOT_FOUND.
   */
  askForAddress(who: Who, email: string): Promise<void>;
  /**
   * Completes the change with the code or the link's token: the account gets the new email, all other
   * sessions end, and the old email receives a notice. The link works only for the account that requested it,
   * and gives the same answer when opened again. Throws WRONG_CODE, LINK_EXPIRED, LINK_WRONG_ACCOUNT,
   * CONFLICT, RATE_LIMITED and PROFILE_NOT_FOUND.
   */
  confirmAddress(who: Who, by: { code: string } | { token: string }): Promise<{ email: string }>;
}

const hashOf = (userId: string, secret: string) =>
  createHash('sha256').update(`${userId}\n${secret}`).digest('base64url');

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

export function ownAddress(deps: OwnAccountDeps): OwnAddress {
  const { authDb, sendMail, shopName, publicUrl } = deps;
  const limits = createLimits(authDb);
  return {
    async askForAddress(who, email) {
      const now = await findAddress(authDb, email);
      if (now?.id === who.userId) throw new DomainError('OWN_ADDRESS');
      await requireReauthentication(authDb, who);
      await limits.take(`auth:address:${who.userId}`, 5, HOUR);
      const seconds = await takeEmail(authDb, 'address', { account: email });
      if (seconds > 0) throw new DomainError('RATE_LIMITED', { seconds });
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const secret = randomBytes(24).toString('base64url');
      await authDb.transaction(async (tx) => {
        const person = await lockUserForUpdate(tx, who.userId);
        if (!person) throw new DomainError('PROFILE_NOT_FOUND');
        await saveAddressChange(tx, who.userId, {
          email,
          code: hashOf(who.userId, code),
          token: hashOf(who.userId, secret),
        });
        await note(tx, who, 'email_change_asked');
        await sendMail(tx, emailChangeRequestedEmail(deps, person, email));
        // Both cases write and send the same, so that neither the answer nor its timing tells them apart.
        await sendMail(
          tx,
          now?.isConfirmed
            ? emailAlreadyUsedEmail(deps, now)
            : confirmNewEmailEmail(
                shopName,
                { email, firstName: person.firstName },
                { link: `${publicUrl}/account/security?address=${who.userId}_${secret}`, code },
              ),
        );
      });
    },

    async confirmAddress(who, by) {
      await limits.take(`auth:address-code:${who.userId}`, 10, HOUR);
      if ('token' in by && !by.token.startsWith(`${who.userId}_`))
        throw new DomainError('LINK_WRONG_ACCOUNT');
      const wrong = new DomainError('token' in by ? 'LINK_EXPIRED' : 'WRONG_CODE');
      try {
        return await authDb.transaction(async (tx) => {
          const person = await lockUserForUpdate(tx, who.userId);
          if (!person) throw new DomainError('PROFILE_NOT_FOUND');
          const change = await findAddressChange(tx, who.userId);
          if (!change) throw wrong;
          const isRight =
            'token' in by
              ? isSame(change.token, hashOf(who.userId, by.token.slice(who.userId.length + 1)))
              : isSame(change.code, hashOf(who.userId, by.code));
          if (!isRight) throw wrong;
          // The email's link, opened a second time.
          if (change.done && person.email === change.email) return { email: change.email };
          if (change.done) throw wrong;
          // An unconfirmed registration of this email gives way: this user has confirmed that they own it.
          await deleteUnconfirmed(tx, change.email);
          await updateAddress(tx, who.userId, change.email);
          await deleteOtherSessions(tx, who.userId, who.sessionId);
          await deleteOpenings(tx, who.userId);
          await deleteCodes(tx, person.email);
          await updateAddressChange(tx, who.userId, { ...change, done: true });
          await note(tx, who, 'email_changed');
          await sendMail(tx, emailChangedEmail(deps, person, change.email));
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
