import { randomBytes } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { accountKey, type Source } from '../limits/limits.ts';
import { ipAddressOf } from '../request.ts';
import { sessionTokenOf } from './session-cookie.ts';

const NAME = 'known_device';
const SECONDS = 180 * 24 * 60 * 60;

/** Marks the browser of this request as a known device of an account. */
export async function rememberDevice(
  ctx: GenericEndpointContext,
  { email, phone }: { email: string; phone?: unknown },
): Promise<void> {
  const names = [email, phone].filter((name) => typeof name === 'string' && name !== '');
  const value = [randomBytes(16).toString('base64url'), ...names.map((name) => accountKey(String(name)))];
  const { name, attributes } = ctx.context.createAuthCookie(NAME, { maxAge: SECONDS, path: '/api/auth' });
  await ctx.setSignedCookie(name, value.join('.'), ctx.context.secret, attributes);
}

/**
 * Sets a cookie in a browser in which an account signed in, for that account alone. It grants no access:
 * attempts there are counted separately, so that strangers who guess elsewhere do not lock the user out.
 */
export async function rememberSignedIn(ctx: GenericEndpointContext): Promise<void> {
  const user = ctx.context.newSession?.user;
  if (user) await rememberDevice(ctx, user as { email: string; phone?: unknown });
}

/** The origin of an attempt: the IP address, and the device if an account signed in on it before. */
export function sourceOf(ctx: GenericEndpointContext): Source {
  const { name } = ctx.context.createAuthCookie(NAME);
  const [id, ...accounts] =
    sessionTokenOf(ctx.headers?.get('cookie') ?? null, name, ctx.context.secret)?.split('.') ?? [];
  return { ipAddress: ipAddressOf(ctx), device: id ? { id, accounts } : null };
}
