import { createHash } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { APIError } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import type { Queryable } from '#db/client.ts';
import { LINK_SECONDS, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shared/account-limits.ts';
import { confirmEmail, lockUserForUpdate } from '../auth.repository.ts';
import { type AuthPart, endpoint, type PartDeps } from '../auth-part.ts';
import { deleteOpenings } from '../email-code/email-change.repository.ts';
import { newCode } from '../email-code/one-time-code.repository.ts';
import { takeEmail } from '../limits/attempts.ts';
import { findPasswordHash } from '../reauthentication/reauthentication.repository.ts';
import { refusal, refuse } from '../refuse.ts';
import { emailOf } from '../request.ts';
import { rememberDevice, sourceOf } from '../session/known-device.ts';
import { deleteSessions } from '../session/session.repository.ts';
import {
  findResetByCode,
  findResetByToken,
  findResetEmail,
  savePasswordHash,
  saveReset,
} from './password-reset.repository.ts';

/** better-auth's answer to a request for a new password, with an account or without. */
const RESET_REQUESTED = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
};

/** The hash of a code as better-auth stores it. */
const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url');

/** Sign-in by email and password, and a new password by the emailed link or code. */
export function password(
  deps: PartDeps,
  onKnownEmail: (user: { id: string; email: string; emailVerified: boolean }) => Promise<void>,
): AuthPart {
  const { authDb, transaction, send, about, publicUrl, rules, passwords, attempts } = deps;

  /**
   * Sets a new password for the account that `find` finds by a link or a code. Everything else that could open the
   * account, or transfer it, ends with the old password; all of it happens, or nothing. False when the link or code is
   * no longer valid. Answers in place of better-auth, which consumes the link before it hashes, and ends the sessions
   * last.
   */
  async function recover(
    ctx: GenericEndpointContext,
    userId: string,
    newPassword: string,
    find: (db: Queryable) => Promise<string | null>,
  ): Promise<boolean> {
    // Only a holder of the link or code learns of the rule, and keeps it.
    const code = await rules.passwordRefusal(userId, newPassword);
    if (code) refuse(code);
    const hash = await passwords.hash(newPassword);
    const user = await transaction(async (tx) => {
      const locked = await lockUserForUpdate(tx, userId);
      // Of two requests at once the second finds it used.
      if (!locked || (await find(tx)) !== userId) return null;
      await savePasswordHash(tx, userId, hash);
      await confirmEmail(tx, userId);
      await deleteOpenings(tx, locked);
      await deleteSessions(tx, userId);
      await send('passwordChanged', locked, {});
      return locked;
    });
    if (!user) return false;
    about(user.id);
    // They own the mailbox: strangers who guess do not delay them where they sign in next.
    await rememberDevice(ctx, user);
    return true;
  }
  /**
   * The refusal of a password that was replaced while it was compared. A change locks the account and ends its sessions,
   * and a new session waits for that lock: either the change ends it, or it is seen here.
   */
  async function replaced(ctx: GenericEndpointContext, userId: string) {
    const verified = deps.verifiedHash();
    if (verified === null || verified === (await findPasswordHash(authDb, userId))) return null;
    return ctx.path === '/sign-in/phone' ? 'INVALID_PHONE_NUMBER_OR_PASSWORD' : 'INVALID_EMAIL_OR_PASSWORD';
  }
  return {
    signInMethods: { '/sign-in/email': 'password' },
    options: {
      emailAndPassword: {
        enabled: true,
        password: passwords,
        requireEmailVerification: true,
        minPasswordLength: MIN_PASSWORD_LENGTH,
        maxPasswordLength: MAX_PASSWORD_LENGTH,
        resetPasswordTokenExpiresIn: LINK_SECONDS,
        onExistingUserSignUp: ({ user }) => onKnownEmail(user),
        sendResetPassword: async ({ user, token }) => {
          const code = newCode();
          const link = `${publicUrl}/auth?reset=${token}`;
          await transaction(async (tx) => {
            // Of two concurrent requests the later email is sent and valid.
            await lockUserForUpdate(tx, user.id);
            const reset = { token, codeHash: hashOf(code), seconds: LINK_SECONDS };
            if (await saveReset(tx, user, reset)) await send('passwordReset', user, { link, code });
          });
        },
      },
    },
    endpoints: [
      /** The account of a reset link, while it is valid: only a holder of the link learns it. */
      endpoint<{ token: string }>('POST /reset-password/account', async (ctx) => ({
        email: await findResetEmail(authDb, ctx.body.token),
      })),
    ],
    before: {
      '/sign-in/email': (ctx) => attempts.admit('password', ctx),
      async '/request-password-reset'(ctx) {
        await attempts.admitNextEmail('password', ctx);
        const mailbox = { account: emailOf(ctx), source: sourceOf(ctx) };
        return (await takeEmail(authDb, 'password', mailbox)) === 0 ? undefined : ctx.json(RESET_REQUESTED);
      },
      async '/reset-password'(ctx) {
        const { token, newPassword } = ctx.body as { token: string; newPassword: string };
        const find = (db: Queryable) => findResetByToken(db, token);
        const userId = await find(authDb);
        if (!userId || !(await recover(ctx, userId, newPassword, find))) return refuse('INVALID_TOKEN');
        return ctx.json({ status: true });
      },
      async '/email-otp/reset-password'(ctx) {
        const { otp, password } = ctx.body as { otp: string; password: string };
        await attempts.admit('code', ctx);
        const find = (db: Queryable) => findResetByCode(db, emailOf(ctx), hashOf(otp));
        const userId = await find(authDb);
        if (!userId) return refuse('INVALID_OTP');
        await attempts.forgive('code', ctx);
        if (!(await recover(ctx, userId, password, find))) return refuse('INVALID_OTP');
        return ctx.json({ success: true });
      },
    },
    async after(ctx) {
      const signedIn = ctx.context.newSession;
      const password: unknown = ctx.body?.password;
      if (signedIn && typeof password === 'string') {
        const code =
          (await rules.passwordRefusal(signedIn.user.id, password)) ??
          (await replaced(ctx, signedIn.user.id));
        if (code) {
          await ctx.context.internalAdapter.deleteSession(signedIn.session.token);
          deleteSessionCookie(ctx);
          ctx.context.setNewSession(null);
          return refusal(code);
        }
      }
      if (ctx.path !== '/sign-in/email') return;
      const { returned, newSession } = ctx.context;
      const unconfirmed = returned instanceof APIError && returned.body?.code === 'EMAIL_NOT_VERIFIED';
      if (newSession || unconfirmed) await attempts.forgive('password', ctx);
    },
  };
}
