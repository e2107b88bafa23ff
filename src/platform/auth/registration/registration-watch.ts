import type { GenericEndpointContext } from 'better-auth';

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

export const wasRegisteredHere = async (ctx: GenericEndpointContext, userId: string): Promise<boolean> =>
  userId !== '' && (await registeredIn(ctx)) === userId;
