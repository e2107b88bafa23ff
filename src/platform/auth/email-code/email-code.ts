import { createHash, randomBytes } from 'node:crypto';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { takeOver } from '../auth.repository.ts';
import { type AuthPart, emailOf, hooks, type PartDeps, refuse } from '../auth-part.ts';
import { signInCodeEmail } from '../emails/auth-emails.ts';
import { admitCode, admitNextEmail, admitOwnCode, forgiveCode, takeEmail } from '../limits/attempts.ts';
import { attemptOf } from '../session/known-device.ts';
import { deleteSignInCodes, saveCode, signInCodeName, takeCode } from './one-time-code.repository.ts';

/** Names the address for which this browser asked for a code, and the browser. */
const ASKED = 'code_asked';
const SECONDS = 10 * 60;
/** In place of the browser: the newest code of the mailbox, for browsers that asked when it had had its emails. */
const NEWEST = 'newest';
/** Seconds in which the newest code is valid there: longer than the window in which emails are counted. */
const NEWEST_FOR = 60 * 60;
/** Its tries are counted for each network instead, so that no stranger uses them up. */
const NEWEST_TRIES = 2 ** 31 - 1;
const hashOf = (email: string) => createHash('sha256').update(email).digest('base64url');

/** Which browser this is, as far as it asked for a code for this address; null when it did not. */
function browserOf(cookie: string | null | undefined | false, email: string): string | null {
  const [asked, browser] = (cookie || '').split('.');
  return browser && asked === hashOf(email) ? browser : null;
}

/** One answer for wrong, old and used codes, and for addresses without an account. */
const wrong = (): never => refuse('BAD_REQUEST', 'INVALID_OTP', 'That code is not right.');

/**
 * Sign-in by a code in a letter. An address without an account is answered alike and gets none. Whoever has the
 * mailbox of an account that was never confirmed confirms it so; the password that was chosen before ends.
 */
export function mailedCode({ authDb, send, secret, publicUrl, shopName, proofs }: PartDeps): AuthPart {
  const { host } = new URL(publicUrl);
  // Each browser that asks has a code of its own: a stranger who asks as well uses up neither it nor its tries.
  const codeFor = (email: string, browser: string) => ({ secret, name: signInCodeName(email, browser) });
  return {
    open: ['POST /sign-in/send-code', 'POST /sign-in/code'],
    ways: { '/sign-in/code': 'code' },
    plugins: [
      {
        id: 'mailed-code',
        endpoints: {
          sendSignInCode: createAuthEndpoint(
            '/sign-in/send-code',
            { method: 'POST', body: z.object({ email: z.string() }) },
            async (ctx) => {
              const email = emailOf(ctx);
              if (email.length > 254 || !z.email().safeParse(email).success) {
                refuse('BAD_REQUEST', 'INVALID_EMAIL', 'Please enter a valid email address');
              }
              const attempt = attemptOf(ctx, email);
              await admitNextEmail(authDb, proofs, 'code', attempt);
              const isSent = (await takeEmail(authDb, 'code', attempt)) === 0;
              const cookie = ctx.context.createAuthCookie(ASKED, { maxAge: SECONDS, path: '/api/auth' });
              const asked = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
              const own = browserOf(asked, email);
              const mine = own && own !== NEWEST ? own : randomBytes(12).toString('base64url');
              if (isSent) {
                // For an unknown address as well: a wrong code is then checked with the same work.
                const { code } = await saveCode(authDb, codeFor(email, mine));
                await saveCode(authDb, codeFor(email, NEWEST), { code, seconds: NEWEST_FOR });
                const found = await ctx.context.internalAdapter.findUserByEmail(email);
                if (found) await send(signInCodeEmail(shopName, found.user, { code, host }));
              }
              const value = `${hashOf(email)}.${isSent ? mine : NEWEST}`;
              await ctx.setSignedCookie(cookie.name, value, ctx.context.secret, cookie.attributes);
              return ctx.json({ status: true });
            },
          ),
          signInByCode: createAuthEndpoint(
            '/sign-in/code',
            { method: 'POST', body: z.object({ email: z.string(), code: z.string().regex(/^\d{6}$/) }) },
            async (ctx) => {
              const email = emailOf(ctx);
              // Good in a browser alone that asked for one: a stranger cannot use up its tries without a letter
              // that tells her, and a code that was overheard opens nothing elsewhere.
              const cookie = ctx.context.createAuthCookie(ASKED);
              const asked = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
              const browser = browserOf(asked, email);
              if (!browser) return wrong();
              const isNewest = browser === NEWEST;
              const attempt = attemptOf(ctx, email);
              await (isNewest ? admitCode : admitOwnCode)(authDb, proofs, attempt);
              const tries = isNewest ? NEWEST_TRIES : undefined;
              if ((await takeCode(authDb, codeFor(email, browser), ctx.body.code, tries)) !== 'right') {
                return wrong();
              }
              if (isNewest) await forgiveCode(authDb, attempt);
              // The same code is stored for this browser and as the newest.
              await deleteSignInCodes(authDb, email);
              const found = await ctx.context.internalAdapter.findUserByEmail(email);
              if (!found) return wrong();
              const { user } = found;
              if (!user.emailVerified) await takeOver(authDb, user.id);
              const session = await ctx.context.internalAdapter.createSession(user.id);
              await setSessionCookie(ctx, { session, user: { ...user, emailVerified: true } });
              return ctx.json({ status: true });
            },
          ),
        },
      },
      hooks('codes-alike', {
        async after(ctx) {
          if (ctx.path !== '/email-otp/verify-email' && ctx.path !== '/email-otp/reset-password') return;
          const { returned } = ctx.context;
          if (!(returned instanceof APIError)) return forgiveCode(authDb, attemptOf(ctx, emailOf(ctx)));
          // Only where there is an account can the code of its email be too old.
          if (returned.body?.code === 'OTP_EXPIRED') wrong();
        },
      }),
    ],
  };
}
