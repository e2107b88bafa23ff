import { createHash } from 'node:crypto';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { LINK_SECONDS, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shared/account-limits.ts';
import { lockUserForUpdate, updateConfirmed } from '../auth.repository.ts';
import { type AuthPart, emailOf, hooks, type PartDeps, parsed } from '../auth-part.ts';
import { deleteOpenings } from '../email-code/email-change.repository.ts';
import { newCode } from '../email-code/one-time-code.repository.ts';
import { admitCode, admitNextEmail, admitPassword, forgivePassword, takeEmail } from '../limits/attempts.ts';
import { refusal, refuse } from '../refuse.ts';
import { attemptOf, rememberDevice } from '../session/known-device.ts';
import { findResetByCode, findResetByToken, findResetEmail, saveReset } from './password-reset.repository.ts';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** better-auth's answer to a request for a new password, with an account or without. */
const RESET_REQUESTED = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
};

/** The hash of a code as better-auth stores it. */
const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url');

/** Sign-in by email and password, and a new password by the emailed link or code. */
export function password(
  { authDb, transaction, send, about, publicUrl, rules, passwords, proofs }: PartDeps,
  onKnownEmail: (user: { id: string; email: string; emailVerified: boolean }) => Promise<void>,
): AuthPart {
  /** The account whose password a request replaced. */
  const recovered = new WeakMap<Request, { email: string }>();
  /** Before the link or code is consumed; only a holder of one of them learns of the rule. */
  async function refuseNotAllowed(userId: string | null, wanted: unknown) {
    const code = userId && (await rules.passwordRefusal(userId, textOf(wanted)));
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
          await updateConfirmed(authDb, user.id);
          await deleteOpenings(authDb, user);
          await send('passwordChanged', user, {});
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
            { method: 'POST', body: parsed<{ token: string }>() },
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
              return refuseNotAllowed(
                await findResetByToken(authDb, textOf(ctx.body?.token)),
                ctx.body?.newPassword,
              );
            case '/email-otp/reset-password':
              await admitCode(authDb, proofs, attemptOf(ctx, emailOf(ctx)));
              return refuseNotAllowed(
                await findResetByCode(authDb, emailOf(ctx), hashOf(textOf(ctx.body?.otp))),
                ctx.body?.password,
              );
          }
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
          if (newSession || unconfirmed) await forgivePassword(authDb, attemptOf(ctx, emailOf(ctx)));
        },
      }),
    ],
  };
}
