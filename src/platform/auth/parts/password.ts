import { APIError } from 'better-auth/api';
import { updateConfirmed } from '../auth.repository.ts';
import { passwordLetter } from '../letters.ts';
import { countCode, countLetter, countPassword, forgivePassword } from '../limits.ts';
import { type AuthPart, addressOf, emailOf, hooks, type PartDeps } from '../part.ts';

const HOUR = 60 * 60;

/** Sign-in by address and password, and a new password by the letter's link or code. */
export function password(
  { authDb, send, publicUrl, shopName }: PartDeps,
  codeFor: (email: string, type: 'forget-password') => Promise<string>,
  onKnownAddress: (user: { id: string; email: string; emailVerified: boolean }) => Promise<void>,
): AuthPart {
  return {
    open: [
      'POST /sign-in/email',
      'POST /sign-out',
      'GET /get-session',
      'POST /request-password-reset',
      'POST /reset-password',
      'POST /email-otp/reset-password',
    ],
    ways: { '/sign-in/email': 'password' },
    options: {
      emailAndPassword: {
        enabled: true,
        requireEmailVerification: true,
        minPasswordLength: 6,
        maxPasswordLength: 128,
        revokeSessionsOnPasswordReset: true,
        resetPasswordTokenExpiresIn: HOUR,
        onExistingUserSignUp: ({ user }) => onKnownAddress(user),
        sendResetPassword: async ({ user, token }) => {
          const code = await codeFor(user.email, 'forget-password');
          await send(passwordLetter(shopName, user, { link: `${publicUrl}/auth?reset=${token}`, code }));
        },
        onPasswordReset: ({ user }) => updateConfirmed(authDb, user.id),
      },
    },
    plugins: [
      hooks('password', {
        async before(ctx) {
          switch (ctx.path) {
            case '/sign-in/email':
              return countPassword(authDb, emailOf(ctx), addressOf(ctx));
            case '/request-password-reset':
              return countLetter(authDb, emailOf(ctx));
            case '/email-otp/reset-password':
              return countCode(authDb, emailOf(ctx));
          }
        },
        async after(ctx) {
          if (ctx.path !== '/sign-in/email') return;
          const { returned, newSession } = ctx.context;
          const unconfirmed = returned instanceof APIError && returned.body?.code === 'EMAIL_NOT_VERIFIED';
          if (newSession || unconfirmed) await forgivePassword(authDb, emailOf(ctx), addressOf(ctx));
        },
      }),
    ],
  };
}
