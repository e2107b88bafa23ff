import { randomBytes } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { accountKey, type From } from '../limits.ts';
import { type AuthPart, addressOf, hooks } from '../part.ts';
import { sessionTokenOf } from '../session-cookie.ts';

const NAME = 'known_device';
const SECONDS = 180 * 24 * 60 * 60;

/**
 * A browser in which somebody signed in bears a cookie that says so, for that account alone. It opens nothing: her
 * attempts there are counted by themselves, so that strangers who guess elsewhere do not shut her out.
 */
export function knownDevice(): AuthPart {
  return {
    open: [],
    plugins: [
      hooks('known-device', {
        async after(ctx) {
          const person = ctx.context.newSession?.user;
          if (!person) return;
          const names = [person.email, person.phone].filter(
            (name) => typeof name === 'string' && name !== '',
          );
          const value = [
            randomBytes(16).toString('base64url'),
            ...names.map((name) => accountKey(String(name))),
          ];
          const { name, attributes } = ctx.context.createAuthCookie(NAME, {
            maxAge: SECONDS,
            path: '/api/auth',
          });
          await ctx.setSignedCookie(name, value.join('.'), ctx.context.secret, attributes);
        },
      }),
    ],
  };
}

/** Where an attempt comes from: the address, and the device if this shop has signed somebody in there. */
export function fromOf(ctx: GenericEndpointContext): From {
  const { name } = ctx.context.createAuthCookie(NAME);
  const [id, ...accounts] =
    sessionTokenOf(ctx.headers?.get('cookie') ?? null, name, ctx.context.secret)?.split('.') ?? [];
  return { address: addressOf(ctx), device: id ? { id, accounts } : null };
}
