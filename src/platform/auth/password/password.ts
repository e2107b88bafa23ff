import { createHash } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { LINK_SECONDS, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shared/account-limits.ts';
import { confirmEmail, lockUserForUpdate } from '../auth.repository.ts';
import { type AuthPart, endpoint, type PartDeps } from '../auth-part.ts';
import { deleteOpenings } from '../email-code/email-change.repository.ts';
import { newCode } from '../email-code/one-time-code.repository.ts';
import { takeEmail } from '../limits/attempts.ts';
import { refusal, refuse } from '../refuse.ts';
import { emailOf } from '../request.ts';
import { rememberDevice, sourceOf } from '../session/known-device.ts';
import { findResetByCode, findResetByToken, findResetEmail, saveReset } from './password-reset.repository.ts';

/** better-auth's answer to a request for a new password, with an account or without. */
const RESET_REQUESTED = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
};

/** The hash of a code as better-auth stores it. */
const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url');

/** Sign-in by email and password, and a new password by the emailed link or code. */
export function password(
  { authDb, transaction, send, about, publicUrl, rules, passwords, attempts }: PartDeps,
  onKnownEmail: (user: { id: string; email: string; emailVerified: boolean }) => Promise<void>,
): AuthPart {
  /** The account whose password a request replaced. */
  const recovered = new WeakMap<Request, { email: string }>();
  /** Before the link or code is consumed; only a holder of one of them learns of the rule. */
  async function refuseNotAllowed(userId: string | null, password: string) {
    const code = userId && (await rules.passwordRefusal(userId, password));
    if (code) refuse(code);
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
        revokeSessionsOnPasswordReset: true,
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
        // Everything else that could open the account, or transfer it, ends with the old password.
        onPasswordReset: async ({ user }, request) => {
          about(user.id);
          if (request) recovered.set(request, user);
          await confirmEmail(authDb, user.id);
          await deleteOpenings(authDb, user);
          await send('passwordChanged', user, {});
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
        await refuseNotAllowed(await findResetByToken(authDb, token), newPassword);
      },
      async '/email-otp/reset-password'(ctx) {
        const { otp, password } = ctx.body as { otp: string; password: string };
        await attempts.admit('code', ctx);
        await refuseNotAllowed(await findResetByCode(authDb, emailOf(ctx), hashOf(otp)), password);
      },
    },
    async after(ctx) {
      const signedIn = ctx.context.newSession;
      const password: unknown = ctx.body?.password;
      if (signedIn && typeof password === 'string') {
        const code = await rules.passwordRefusal(signedIn.user.id, password);
        if (code) {
          await ctx.context.internalAdapter.deleteSession(signedIn.session.token);
          deleteSessionCookie(ctx);
          ctx.context.setNewSession(null);
          return refusal(code);
        }
      }
      // They own the mailbox: strangers who guess do not delay them where they sign in next.
      const user = ctx.request && recovered.get(ctx.request);
      if (user && !(ctx.context.returned instanceof APIError)) await rememberDevice(ctx, user);
      if (ctx.path !== '/sign-in/email') return;
      const { returned, newSession } = ctx.context;
      const unconfirmed = returned instanceof APIError && returned.body?.code === 'EMAIL_NOT_VERIFIED';
      if (newSession || unconfirmed) await attempts.forgive('password', ctx);
    },
  };
}
