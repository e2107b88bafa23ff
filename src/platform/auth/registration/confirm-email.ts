import type { GenericEndpointContext } from 'better-auth';
import { APIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { verifyJWT } from 'better-auth/crypto';
import { z } from 'zod';
import { confirmEmail, findRegistration } from '../auth.repository.ts';
import { type AuthPart, endpoint, type PartDeps } from '../auth-part.ts';
import { refuse } from '../refuse.ts';
import { emailOf } from '../request.ts';

const NAME = 'registration';
/** Seconds; as long as the email's link is valid. */
const SECONDS = 24 * 60 * 60;

/**
 * Stores in a signed cookie which account this browser registered, or knew the password of, until it is
 * confirmed.
 */
export async function rememberRegistration(ctx: GenericEndpointContext, userId: string): Promise<void> {
  const cookie = ctx.context.createAuthCookie(NAME, { maxAge: SECONDS, path: '/api/auth' });
  await ctx.setSignedCookie(cookie.name, userId, ctx.context.secret, cookie.attributes);
}

/** The account that this browser registered; null or false without one. */
export const registeredIn = (ctx: GenericEndpointContext) =>
  ctx.getSignedCookie(ctx.context.createAuthCookie(NAME).name, ctx.context.secret);

const wasRegisteredHere = async (ctx: GenericEndpointContext, userId: string): Promise<boolean> =>
  userId !== '' && (await registeredIn(ctx)) === userId;

const read = z.object({ email: z.string(), iat: z.int() });

/**
 * Confirms an email. Link and code of an email are valid for the registration that caused it, and create a
 * session by themselves only in the browser that registered, or that knew the password. Elsewhere the link
 * leads to a page that asks first: otherwise opening a stranger's email would sign the reader in to the
 * stranger's account without notice, and a program that follows the links in a mailbox would confirm an
 * unwanted registration.
 */
export function confirmation({ authDb, about, secret, publicUrl, attempts }: PartDeps): AuthPart {
  /**
   * The registration of a link; null when the shop did not create the link, or a newer registration replaced
   * this one.
   */
  async function registrationOf(token: unknown) {
    const claims = read.safeParse(typeof token === 'string' ? await verifyJWT(token, secret) : null);
    if (!claims.success) return null;
    const found = await findRegistration(authDb, claims.data.email.toLowerCase());
    return found && Math.floor(found.since.getTime() / 1000) <= claims.data.iat ? found : null;
  }

  /** The sign-in page, with the return path of the email's link. */
  function signInUrlWith(callbackURL: unknown, more: Record<string, string>): string {
    const from = typeof callbackURL === 'string' && callbackURL.startsWith('/auth?') ? callbackURL : '/auth';
    const next = new URL(from, publicUrl).searchParams.get('next');
    return `/auth?${new URLSearchParams({ ...more, ...(next ? { next } : {}) })}`;
  }

  return {
    signInMethods: { '/confirm-email': 'confirmation' },
    endpoints: [
      endpoint<{ token: string }>('POST /confirm-email', async (ctx) => {
        const found = await registrationOf(ctx.body.token);
        if (!found) return refuse('INVALID_TOKEN');
        about(found.id);
        if (!(await confirmEmail(authDb, found.id))) refuse('CONFIRMED');
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(found.id);
        if (!user) return refuse('INVALID_TOKEN');
        const session = await internalAdapter.createSession(found.id);
        await setSessionCookie(ctx, { session, user });
      }),
    ],
    before: {
      async '/verify-email'(ctx) {
        const { token, callbackURL } = (ctx.query ?? {}) as Record<string, unknown>;
        // An invalid link is refused later.
        if (typeof token !== 'string' || !(await verifyJWT(token, secret))) return;
        const found = await registrationOf(token);
        if (!found) throw ctx.redirect(signInUrlWith(callbackURL, { error: 'INVALID_TOKEN' }));
        if (found.isConfirmed || (await wasRegisteredHere(ctx, found.id))) return;
        throw ctx.redirect(signInUrlWith(callbackURL, { confirm: token }));
      },
      async '/email-otp/verify-email'(ctx) {
        const found = await findRegistration(authDb, emailOf(ctx));
        if (!(await wasRegisteredHere(ctx, found?.id ?? ''))) refuse('INVALID_OTP');
        // Only now: codes typed in other browsers are not checked, and use up nothing of the owner's.
        await attempts.admit('code', ctx);
      },
    },
    after: {
      async '/sign-in/email'(ctx) {
        const { returned } = ctx.context;
        if (!(returned instanceof APIError) || returned.body?.code !== 'EMAIL_NOT_VERIFIED') return;
        // The password was correct: this browser may confirm like the one that registered.
        const found = await findRegistration(authDb, emailOf(ctx));
        if (found) await rememberRegistration(ctx, found.id);
      },
    },
  };
}
