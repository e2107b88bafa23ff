import { createHash, randomBytes } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { CODE_SECONDS, LINK_SECONDS } from '#shared/account-limits.ts';
import { takeOver } from '../auth.repository.ts';
import { type AuthPart, endpoint, type PartDeps } from '../auth-part.ts';
import { takeEmail } from '../limits/attempts.ts';
import { refuse } from '../refuse.ts';
import { emailOf } from '../request.ts';
import { sourceOf } from '../session/known-device.ts';
import { deleteSignInCodes, saveCode, signInCodeName, takeCode } from './one-time-code.repository.ts';

/** Name of the cookie that holds the email for which this browser requested a code, and the browser's id. */
const REQUESTED = 'code_asked';
/**
 * Used in place of the browser's id: the newest code of the mailbox, for browsers that requested one after
 * the mailbox reached its limit.
 */
const NEWEST = 'newest';
/** Seconds for which the newest code is valid there: longer than the window in which emails are counted. */
const NEWEST_FOR = LINK_SECONDS;
/** No limit: its attempts are counted per network instead, so that no stranger uses them up. */
const NEWEST_TRIES = 2 ** 31 - 1;
const hashOf = (email: string) => createHash('sha256').update(email).digest('base64url');

/** The id of this browser, if it requested a code for this email; null otherwise. */
function browserOf(cookie: string | null | undefined | false, email: string): string | null {
  const [requested, browser] = (cookie || '').split('.');
  return browser && requested === hashOf(email) ? browser : null;
}

/** One answer for wrong, expired and used codes, and for emails without an account. */
const wrong = (): never => refuse('INVALID_OTP');

/**
 * Sign-in with a code sent by email. An email without an account gets the same answer and no code. The code
 * confirms an unconfirmed account; the password chosen before stops working.
 */
export function mailedCode({ authDb, send, secret, attempts }: PartDeps): AuthPart {
  // Each browser that requests one has a code of its own: a stranger's request uses up neither the code nor
  // its attempts.
  const codeFor = (email: string, browser: string) => ({ secret, name: signInCodeName(email, browser) });
  return {
    signInMethods: { '/sign-in/code': 'code' },
    endpoints: [
      endpoint<{ email: string }>('POST /sign-in/send-code', async (ctx) => {
        const email = emailOf(ctx);
        await attempts.admitNextEmail('code', ctx);
        const source = sourceOf(ctx);
        const isSent = (await takeEmail(authDb, 'code', { account: email, source })) === 0;
        const cookie = ctx.context.createAuthCookie(REQUESTED, { maxAge: CODE_SECONDS, path: '/api/auth' });
        const requested = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
        const own = browserOf(requested, email);
        const mine = own && own !== NEWEST ? own : randomBytes(12).toString('base64url');
        if (isSent) {
          // For an unknown email as well: a wrong code then costs the same work.
          const { code } = await saveCode(authDb, codeFor(email, mine));
          await saveCode(authDb, codeFor(email, NEWEST), { code, seconds: NEWEST_FOR });
          const found = await ctx.context.internalAdapter.findUserByEmail(email);
          if (found) await send('signInCode', found.user, { code, endsPassword: !found.user.emailVerified });
        }
        const value = `${hashOf(email)}.${isSent ? mine : NEWEST}`;
        await ctx.setSignedCookie(cookie.name, value, ctx.context.secret, cookie.attributes);
      }),
      endpoint<{ email: string; code: string }>('POST /sign-in/code', async (ctx) => {
        const email = emailOf(ctx);
        // Valid only in a browser that requested a code: a stranger cannot use up its attempts without
        // an email that warns the owner, and an overheard code is useless elsewhere.
        const cookie = ctx.context.createAuthCookie(REQUESTED);
        const requested = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
        const browser = browserOf(requested, email);
        if (!browser) return wrong();
        const isNewest = browser === NEWEST;
        await attempts.admit(isNewest ? 'bareCode' : 'ownCode', ctx);
        const tries = isNewest ? NEWEST_TRIES : undefined;
        if ((await takeCode(authDb, codeFor(email, browser), ctx.body.code, tries)) !== 'right')
          return wrong();
        if (isNewest) await attempts.forgive('bareCode', ctx);
        // The same code is stored for this browser and as the newest.
        await deleteSignInCodes(authDb, email);
        const found = await ctx.context.internalAdapter.findUserByEmail(email);
        if (!found) return wrong();
        const { user } = found;
        if (!user.emailVerified) await takeOver(authDb, user.id);
        const session = await ctx.context.internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user: { ...user, emailVerified: true } });
      }),
    ],
    async after(ctx) {
      if (ctx.path !== '/email-otp/verify-email') return;
      const { returned } = ctx.context;
      if (!(returned instanceof APIError)) return attempts.forgive('code', ctx);
      // Only a code of an existing account can be expired.
      if (returned.body?.code === 'OTP_EXPIRED') wrong();
    },
  };
}
