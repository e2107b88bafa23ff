import { randomBytes } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { PROOF_HEADER } from '#shared/captcha/captcha-rules.ts';
import { type AuthPart, addressOf, hooks } from '../auth-part.ts';
import type { Attempt } from '../limits/attempts.ts';
import { accountKey, type Source } from '../limits/limits.ts';
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
 * A browser in which somebody signed in bears a cookie that says so, for that account alone. It opens nothing: their
 * attempts there are counted by themselves, so that strangers who guess elsewhere do not shut them out.
 */
export function knownDevice(): AuthPart {
  return {
    open: [],
    plugins: [
      hooks('known-device', {
        async after(ctx) {
          const arrived = ctx.context.newSession?.user;
          if (arrived) await rememberDevice(ctx, arrived as { email: string; phone?: unknown });
        },
      }),
    ],
  };
}

/** Where an attempt comes from: the address, and the device if this shop has signed somebody in there. */
export function sourceOf(ctx: GenericEndpointContext): Source {
  const { name } = ctx.context.createAuthCookie(NAME);
  const [id, ...accounts] =
    sessionTokenOf(ctx.headers?.get('cookie') ?? null, name, ctx.context.secret)?.split('.') ?? [];
  return { address: addressOf(ctx), device: id ? { id, accounts } : null };
}

/** An attempt on an account, as it is counted. */
export const attemptOf = (ctx: GenericEndpointContext, account: string): Attempt => ({
  account,
  source: sourceOf(ctx),
  proof: ctx.headers?.get(PROOF_HEADER),
});
