import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';

const NAME = 'registration';
/** As long as the letter's link is good. */
const SECONDS = 24 * 60 * 60;

/** Notes in a signed cookie which account this browser registered, or knew the password of, until it is confirmed. */
export async function rememberRegistration(ctx: GenericEndpointContext, userId: string): Promise<void> {
  const cookie = ctx.context.createAuthCookie(NAME, { maxAge: SECONDS, path: '/api/auth' });
  await ctx.setSignedCookie(cookie.name, userId, ctx.context.secret, cookie.attributes);
}

const registeredIn = (ctx: GenericEndpointContext) =>
  ctx.getSignedCookie(ctx.context.createAuthCookie(NAME).name, ctx.context.secret);

export const wasRegisteredHere = async (ctx: GenericEndpointContext, userId: string): Promise<boolean> =>
  userId !== '' && (await registeredIn(ctx)) === userId;

/**
 * GET /registration: was the account that this very browser registered confirmed meanwhile, perhaps in
 * another browser? It says so and no more; signing in needs the password as always.
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
