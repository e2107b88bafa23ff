import { createHash, randomInt } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';
import { ADMIN_PASSWORD_LENGTH } from '#shared/password-rules.ts';
import {
  deleteCodes,
  deleteEmailChange,
  deleteOpenings,
  lockUserForUpdate,
  saveReset,
} from '../account/own-account.repository.ts';
import { updateConfirmed } from '../auth.repository.ts';
import { type AuthPart, emailOf, hooks, type PartDeps, refuse } from '../auth-part.ts';
import { passwordChangedEmail } from '../emails/account-emails.ts';
import { passwordResetEmail } from '../emails/auth-emails.ts';
import { admitCode, admitNextEmail, admitPassword, forgivePassword, takeEmail } from '../limits/attempts.ts';
import { attemptOf, rememberDevice } from '../session/known-device.ts';
import { findResetByCode, findResetByToken, findResetEmail, isTooShortFor } from './admin-password.ts';

const HOUR = 60 * 60;
/** For sign-in methods without a password. */
const SPARE = 'x'.repeat(ADMIN_PASSWORD_LENGTH);

const textOf = (value: unknown, otherwise = '') => (typeof value === 'string' ? value : otherwise);

/** better-auth's answer to a request for a new password, with an account or without. */
const RESET_REQUESTED = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
};

/** The hash of a code as better-auth stores it. */
const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url');

/** Redirects a user whose correct password is too short for their role to set a longer one. */
async function requireLongerPassword(ctx: GenericEndpointContext, token: string) {
  await ctx.context.internalAdapter.deleteSession(token);
  deleteSessionCookie(ctx);
  ctx.context.setNewSession(null);
  return new APIError('FORBIDDEN', {
    code: 'ADMIN_PASSWORD',
    message: `${ERRORS.ADMIN_PASSWORD.text} Please choose a new one with ‘Forgot password?’.`,
  });
}

/** Sign-in by email and password, and a new password by the emailed link or code. */
export function password(
  { authDb, transaction, send, about, publicUrl, shopName, passwords, proofs }: PartDeps,
  onKnownEmail: (user: { id: string; email: string; emailVerified: boolean }) => Promise<void>,
): AuthPart {
  /** The account whose password a request replaced. */
  const recovered = new WeakMap<Request, { email: string }>();
  /** Before the link or code is consumed; only a holder of one of them learns of the rule. */
  async function refuseShort(userId: string | null, wanted: unknown) {
    if (userId && (await isTooShortFor(authDb, userId, textOf(wanted)))) {
      refuse('BAD_REQUEST', 'ADMIN_PASSWORD', ERRORS.ADMIN_PASSWORD.text);
    }
  }
  return {
    open: [
      'POST /sign-in/email',
      'POST /sign-out',
      'GET /get-session',
      'POST /request-password-reset',
      'POST /reset-password',
      'POST /reset-password/account',
      'POST /email-otp/reset-password',
    ],
    signInMethods: { '/sign-in/email': 'password' },
    options: {
      emailAndPassword: {
        enabled: true,
        password: passwords,
        requireEmailVerification: true,
        minPasswordLength: 6,
        maxPasswordLength: 128,
        revokeSessionsOnPasswordReset: true,
        resetPasswordTokenExpiresIn: HOUR,
        onExistingUserSignUp: ({ user }) => onKnownEmail(user),
        sendResetPassword: async ({ user, token }) => {
          const code = String(randomInt(1_000_000)).padStart(6, '0');
          const link = `${publicUrl}/auth?reset=${token}`;
          await transaction(async (tx) => {
            // Of two concurrent requests the later email is sent and valid.
            await lockUserForUpdate(tx, user.id);
            const isNewest = await saveReset(tx, user, { token, codeHash: hashOf(code), seconds: HOUR });
            if (isNewest) await send(passwordResetEmail(shopName, user, { link, code }));
          });
        },
        // Everything else that could open the account, or transfer it, ends with the old password.
        onPasswordReset: async ({ user }, request) => {
          about(user.id);
          if (request) recovered.set(request, user);
          await updateConfirmed(authDb, user.id);
          await deleteOpenings(authDb, user.id);
          await deleteCodes(authDb, user.email);
          await deleteEmailChange(authDb, user.id);
          await send(passwordChangedEmail({ shopName, publicUrl }, user));
        },
      },
    },
    plugins: [
      {
        id: 'reset-account',
        endpoints: {
          /** The account of a reset link, while it is valid: only a holder of the link learns it. */
          resetAccount: createAuthEndpoint(
            '/reset-password/account',
            { method: 'POST', body: z.object({ token: z.string().min(1).max(100) }) },
            async (ctx) => ctx.json({ email: await findResetEmail(authDb, ctx.body.token) }),
          ),
        },
      },
      hooks('password', {
        async before(ctx) {
          switch (ctx.path) {
            case '/sign-in/email':
              return admitPassword(authDb, proofs, attemptOf(ctx, emailOf(ctx)));
            case '/request-password-reset': {
              const attempt = attemptOf(ctx, emailOf(ctx));
              await admitNextEmail(authDb, proofs, 'password', attempt);
              return (await takeEmail(authDb, 'password', attempt)) === 0
                ? undefined
                : ctx.json(RESET_REQUESTED);
            }
            case '/reset-password':
              return refuseShort(
                await findResetByToken(authDb, textOf(ctx.body?.token)),
                ctx.body?.newPassword,
              );
            case '/email-otp/reset-password':
              await admitCode(authDb, proofs, attemptOf(ctx, emailOf(ctx)));
              return refuseShort(
                await findResetByCode(authDb, emailOf(ctx), hashOf(textOf(ctx.body?.otp))),
                ctx.body?.password,
              );
          }
        },
        async after(ctx) {
          const signedIn = ctx.context.newSession;
          if (
            signedIn &&
            (await isTooShortFor(authDb, signedIn.user.id, textOf(ctx.body?.password, SPARE)))
          ) {
            return requireLongerPassword(ctx, signedIn.session.token);
          }
          // They own the mailbox: strangers who guess do not delay them where they sign in next.
          const user = ctx.request && recovered.get(ctx.request);
          if (user && !(ctx.context.returned instanceof APIError)) await rememberDevice(ctx, user);
          if (ctx.path !== '/sign-in/email') return;
          const { returned, newSession } = ctx.context;
          const unconfirmed = returned instanceof APIError && returned.body?.code === 'EMAIL_NOT_VERIFIED';
          if (newSession || unconfirmed) await forgivePassword(authDb, attemptOf(ctx, emailOf(ctx)));
        },
      }),
    ],
  };
}
