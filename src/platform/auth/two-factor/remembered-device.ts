import type { GenericEndpointContext } from 'better-auth';
import { expireCookie } from 'better-auth/cookies';
import type { Queryable } from '#db/client.ts';
import { DEVICE_SECONDS, renewDevice, saveDevice } from './two-factor.repository.ts';

const cookieOf = (ctx: GenericEndpointContext) =>
  ctx.context.createAuthCookie('remembered_device', { maxAge: DEVICE_SECONDS, path: '/api/auth' });

/** Lets this user sign in in this browser without the second factor. */
export async function rememberDevice(db: Queryable, ctx: GenericEndpointContext, userId: string) {
  const device = await saveDevice(db, userId);
  const { name, attributes } = cookieOf(ctx);
  await ctx.setSignedCookie(name, device, ctx.context.secret, attributes);
}

/** Whether this user had this browser remembered; its cookie is valid once. */
export async function isRemembered(
  db: Queryable,
  ctx: GenericEndpointContext,
  userId: string,
): Promise<boolean> {
  const { name, attributes } = cookieOf(ctx);
  const identifier = await ctx.getSignedCookie(name, ctx.context.secret);
  if (!identifier) return false;
  const next = await renewDevice(db, identifier, userId);
  if (next) await ctx.setSignedCookie(name, next, ctx.context.secret, attributes);
  return next !== null;
}

export const forgetDevice = (ctx: GenericEndpointContext): void => expireCookie(ctx, cookieOf(ctx));
