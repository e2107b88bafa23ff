import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { APIError, createEmailVerificationToken } from 'better-auth/api';
import { emailOTP } from 'better-auth/plugins';
import type { Orm } from '#db/client.ts';
import { deleteUnconfirmed, findConfirmation, findRegistration } from '../auth.repository.ts';
import { type AuthPart, emailOf, hooks, type PartDeps } from '../auth-part.ts';
import { alreadyRegisteredEmail, confirmationEmail } from '../emails/auth-emails.ts';
import { admitEmail, admitNextEmail, takeEmail } from '../limits/attempts.ts';
import { startWait } from '../limits/limits.ts';
import { attemptOf, sourceOf } from '../session/known-device.ts';
import { registrationWatch, rememberRegistration } from './registration-watch.ts';
import { signUpInput } from './sign-up-input.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** A code that a letter is to carry. */
type CodeFor = (email: string) => Promise<string>;
type User = { id: string; email: string; emailVerified: boolean; firstName?: string };

/** Whether there is a registration: of many at once each takes the one before away until it stands itself. */
async function isRegistered(db: Orm, email: string): Promise<boolean> {
  for (let tries = 0; tries < 60; tries++) {
    if (await findRegistration(db, email)) return true;
    await sleep(50);
  }
  return false;
}

/** Registering with an address and a password, and confirming the address by the letter's link or code. */
export function registration(deps: PartDeps, codeFor: CodeFor) {
  const { authDb, db, send, secret, publicUrl, shopName, proofs } = deps;
  /** False when the mailbox had so many that the newest one is valid instead. */
  const maySend = async ({ email }: User) =>
    (await takeEmail(db(), 'confirmation', { account: email })) === 0;
  async function sendConfirmation(user: User, link: string, again = false) {
    if (!(await maySend(user))) return;
    const code = await codeFor(user.email);
    await send(confirmationEmail(shopName, user, { link, code, again }));
  }
  return {
    open: [
      'POST /sign-up/email',
      'GET /registration',
      'GET /verify-email',
      'POST /send-verification-email',
      'POST /email-otp/verify-email',
    ],
    ways: { '/verify-email': 'confirmation', '/email-otp/verify-email': 'confirmation' },
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
        otpLength: 6,
        expiresIn: HOUR,
        // Our own limits count instead: a number of tries for everybody would let strangers use up the owner's code,
        // and this refusal comes only where there is an account.
        allowedAttempts: Number.MAX_SAFE_INTEGER,
        storeOTP: 'hashed',
        disableSignUp: true,
        // Never reached: codes travel in the same letter as the link, and the endpoint is not open.
        sendVerificationOTP: async () => {},
      }),
      registrationWatch((userId) => findConfirmation(authDb, userId)),
      hooks('registration', {
        async before(ctx) {
          switch (ctx.path) {
            case '/sign-up/email': {
              const clean = signUpInput(ctx.body);
              // In place: what a hook returns is merged into the body, and nothing of the rest shall stay.
              for (const key of Object.keys(ctx.body)) delete ctx.body[key];
              Object.assign(ctx.body, clean);
              await admitEmail(authDb, proofs, attemptOf(ctx, clean.email));
              await startWait(authDb, 'confirmation', clean.email, sourceOf(ctx));
              // Else whoever registers a stranger's address first would know the password of the account that its
              // owner opens one day.
              return deleteUnconfirmed(authDb, clean.email);
            }
            case '/send-verification-email':
              return admitNextEmail(authDb, proofs, 'confirmation', attemptOf(ctx, emailOf(ctx)));
          }
        },
        async after(ctx) {
          if (ctx.path !== '/sign-up/email') return;
          const { returned } = ctx.context;
          if (returned instanceof APIError) {
            // Of two registrations of one address at the same moment one is kept. The other is answered alike: else
            // whoever sends two would learn whether there was an account before.
            const isLate = returned.body?.code === 'FAILED_TO_CREATE_USER';
            if (!isLate || !(await isRegistered(authDb, emailOf(ctx)))) return;
            await rememberRegistration(ctx, randomUUID());
            // A body alone would keep the status of the refusal.
            return Response.json({ status: true });
          }
          const { user } = returned as { user: { id: string } };
          await rememberRegistration(ctx, user.id);
          // The same for a new and for a known address.
          return ctx.json({ status: true });
        },
      }),
    ],
    /** The address is known: its owner is told so, whoever asked sees what a stranger sees. */
    async tellKnown(user: User) {
      if (user.emailVerified) {
        if (!(await maySend(user))) return;
        return send(alreadyRegisteredEmail(shopName, user, `${publicUrl}/auth`));
      }
      const token = await createEmailVerificationToken(secret, user.email, undefined, DAY);
      const link = `${publicUrl}/api/auth/verify-email?token=${token}&callbackURL=%2Fauth`;
      await sendConfirmation(user, link, true);
    },
  } satisfies AuthPart & { tellKnown: (user: User) => Promise<void> };
}
