import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';

const NAME = 'registration';
const SECONDS = 15 * 60;

/** Notes in a signed cookie which account this browser registered, for the time it may take to confirm. */
export async function rememberRegistration(ctx: GenericEndpointContext, userId: string): Promise<void> {
  const cookie = ctx.context.createAuthCookie(NAME, { maxAge: SECONDS, path: '/api/auth' });
  await ctx.setSignedCookie(cookie.name, userId, ctx.context.secret, cookie.attributes);
}

/**
 * GET /registration: was the account that this very browser registered confirmed meanwhile, perhaps in
 * another browser? It says so and no more; signing in needs the password as always.
 */
export function registrationWatch(isConfirmed: (userId: string) => Promise<boolean>) {
  return {
    id: 'registration-watch',
    endpoints: {
      registrationStatus: createAuthEndpoint('/registration', { method: 'GET' }, async (ctx) => {
        const cookie = ctx.context.createAuthCookie(NAME);
        const userId = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
        return ctx.json({ confirmed: userId ? await isConfirmed(userId) : false });
      }),
    },
  } satisfies BetterAuthPlugin;
}
