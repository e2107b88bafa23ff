import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';

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

const registeredIn = (ctx: GenericEndpointContext) =>
  ctx.getSignedCookie(ctx.context.createAuthCookie(NAME).name, ctx.context.secret);

export const wasRegisteredHere = async (ctx: GenericEndpointContext, userId: string): Promise<boolean> =>
  userId !== '' && (await registeredIn(ctx)) === userId;

/**
 * GET /registration: whether the account that this browser registered is confirmed by now, perhaps in another
 * browser. Reveals nothing else; signing in still needs the password.
 */
export function registrationWatch(isConfirmed: (userId: string) => Promise<boolean>) {
  return {
    id: 'registration-watch',
    endpoints: {
      registrationStatus: createAuthEndpoint('/registration', { method: 'GET' }, async (ctx) => {
        const userId = await registeredIn(ctx);
        return ctx.json({ confirmed: userId ? await isConfirmed(userId) : false });
      }),
    },
  } satisfies BetterAuthPlugin;
}
