import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { APIError, createEmailVerificationToken } from 'better-auth/api';
import { emailOTP } from 'better-auth/plugins';
import type { Orm } from '#db/client.ts';
import { violatedConstraint } from '#db/violation.ts';
import { CODE_LENGTH, LINK_SECONDS } from '#shared/account-limits.ts';
import { deleteUnconfirmed, findRegistration, findUserState } from '../auth.repository.ts';
import { type AuthPart, endpoint, type PartDeps } from '../auth-part.ts';
import { takeEmail } from '../limits/attempts.ts';
import { startWait } from '../limits/limits.ts';
import { emailOf } from '../request.ts';
import { sourceOf } from '../session/known-device.ts';
import { registeredIn, rememberRegistration } from './confirm-email.ts';

const DAY = 24 * 60 * 60;

/** Creates the code for an email. */
type CodeFor = (email: string) => Promise<string>;
type User = { id: string; email: string; emailVerified: boolean; firstName?: string };

/**
 * Whether the registration exists: each of several concurrent requests deletes the unconfirmed one before,
 * until its own is stored.
 */
async function isRegistered(db: Orm, email: string): Promise<boolean> {
  for (let tries = 0; tries < 60; tries++) {
    if (await findRegistration(db, email)) return true;
    await sleep(50);
  }
  return false;
}

/** Of concurrent registrations of one email one is stored; the library logs the others as errors. */
export const isLateRegistration = (details: readonly unknown[]) =>
  details.some((one) => violatedConstraint(one) === 'profiles_email_key');

/** Registration with an email and a password, and confirmation by the emailed link or code. */
export function registration(deps: PartDeps, codeFor: CodeFor) {
  const { authDb, db, atItsBeginning, send, secret, publicUrl, attempts } = deps;
  /** False when the mailbox reached its limit, so that the newest email is valid instead. */
  const maySend = async ({ email }: User) =>
    (await takeEmail(db(), 'confirmation', { account: email })) === 0;
  async function sendConfirmation(user: User, link: string, again = false) {
    if (!(await maySend(user))) return;
    const code = await codeFor(user.email);
    await send('confirmation', user, { link, code, again });
  }
  return {
    signInMethods: { '/verify-email': 'confirmation', '/email-otp/verify-email': 'confirmation' },
    options: {
      emailVerification: {
        sendOnSignUp: true,
        autoSignInAfterVerification: true,
        expiresIn: DAY,
        sendVerificationEmail: ({ user, url }) => sendConfirmation(user, url),
      },
    },
    plugins: [
      emailOTP({
        otpLength: CODE_LENGTH,
        expiresIn: LINK_SECONDS,
        // Our own limits apply instead: a shared number of attempts would let strangers use up the owner's
        // code, and this refusal occurs only where there is an account.
        allowedAttempts: Number.MAX_SAFE_INTEGER,
        storeOTP: 'hashed',
        disableSignUp: true,
        // Never called: codes travel in the same email as the link, and the endpoint is not open.
        sendVerificationOTP: async () => {},
      }),
    ],
    endpoints: [
      // Reveals nothing else; signing in still needs the password.
      endpoint('GET /registration', async (ctx) => {
        const userId = await registeredIn(ctx);
        const found = userId ? await findUserState(authDb, userId) : null;
        return { confirmed: found?.isConfirmed ?? false };
      }),
    ],
    before: {
      async '/sign-up/email'(ctx) {
        const { firstName, lastName, callbackURL = '' } = ctx.body;
        const email = emailOf(ctx);
        ctx.body.email = email;
        ctx.body.name = `${firstName} ${lastName}`;
        // The target of the email's link: the sign-in page, which knows the return path.
        ctx.body.callbackURL = callbackURL.startsWith('/auth?') ? callbackURL : '/auth';
        await attempts.admit('email', ctx);
        await startWait(authDb, 'confirmation', email, sourceOf(ctx));
        // Otherwise a stranger who registers an email first would know the password of the account that
        // its owner confirms later. A registration that fails leaves the one before.
        atItsBeginning((tx) => deleteUnconfirmed(tx, email));
      },
      '/send-verification-email': (ctx) => attempts.admitNextEmail('confirmation', ctx),
    },
    after: {
      async '/sign-up/email'(ctx) {
        const { returned } = ctx.context;
        if (returned instanceof APIError) {
          // Of two concurrent registrations of one email one is stored. The other gets the same answer:
          // otherwise a sender of two would learn whether an account existed before.
          const isLate = returned.body?.code === 'FAILED_TO_CREATE_USER';
          if (!isLate || !(await isRegistered(authDb, emailOf(ctx)))) return;
          await rememberRegistration(ctx, randomUUID());
          // A plain body would keep the status of the refusal.
          return Response.json({ status: true });
        }
        const { user } = returned as { user: { id: string } };
        await rememberRegistration(ctx, user.id);
        // The same answer for a new and for a known email.
        return ctx.json({ status: true });
      },
    },
    /** Notifies the owner of a known email; the sender of the request sees no difference. */
    async notifyKnownUser(user: User) {
      if (user.emailVerified) {
        if (!(await maySend(user))) return;
        return send('alreadyRegistered', user, {});
      }
      const token = await createEmailVerificationToken(secret, user.email, undefined, DAY);
      const link = `${publicUrl}/api/auth/verify-email?token=${token}&callbackURL=%2Fauth`;
      await sendConfirmation(user, link, true);
    },
  } satisfies AuthPart & { notifyKnownUser: (user: User) => Promise<void> };
}
