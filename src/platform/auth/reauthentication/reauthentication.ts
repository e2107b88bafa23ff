import type { GenericEndpointContext } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';
import { type AuthPart, ownEndpoint, type PartDeps } from '../auth-part.ts';
import type { Attempts } from '../limits/attempts.ts';
import { countOwnEmail } from '../limits/limits.ts';
import { refuse } from '../refuse.ts';
import {
  consumeReauthentication,
  consumeReauthenticationCode,
  findPasswordHash,
  saveReauthentication,
  saveReauthenticationCode,
} from './reauthentication.repository.ts';

/**
 * Requires reauthentication, by password or by an emailed code, before actions that would let an attacker
 * take over the account. One reauthentication is valid for one action, within five minutes.
 */
export function reauthentication(
  { authDb, send, attempts }: PartDeps,
  needing: ReadonlySet<string>,
): AuthPart {
  return {
    endpoints: [
      ownEndpoint('GET /identity/ways', async (_, { user }) => ({
        password: (await findPasswordHash(authDb, user.id)) !== null,
      })),
      ownEndpoint<{ password: string } | { code: string }>(
        'POST /identity/prove',
        async (ctx, { session, user }) => {
          if ('password' in ctx.body) {
            const hash = await findPasswordHash(authDb, user.id);
            await checkPassword(attempts, ctx, { email: user.email, hash, password: ctx.body.password });
          } else {
            await attempts.admit('bareCode', ctx, user.email);
            if (!(await consumeReauthenticationCode(authDb, session.id, ctx.body.code))) {
              refuse('INVALID_OTP');
            }
            await attempts.forgive('bareCode', ctx, user.email);
          }
          await saveReauthentication(authDb, session.id);
        },
      ),
      ownEndpoint('POST /identity/send-code', async (_, { session, user }) => {
        await countOwnEmail(authDb, user.id);
        const code = await saveReauthenticationCode(authDb, session.id);
        await send('reauthenticationCode', user, { code });
      }),
    ],
    async before(ctx) {
      if (!needing.has(ctx.path)) return;
      const session = await getSessionFromCtx(ctx);
      if (session && !(await consumeReauthentication(authDb, session.session.id))) {
        refuse('REAUTHENTICATION_REQUIRED');
      }
    },
  };
}

/** Checks the password of a signed-in user as a counted attempt; without a hash it is wrong. */
export async function checkPassword(
  attempts: Attempts,
  ctx: GenericEndpointContext,
  { email, hash, password }: { email: string; hash: string | null; password: string },
): Promise<void> {
  await attempts.admit('password', ctx, email);
  if (!hash || !(await ctx.context.password.verify({ hash, password }))) refuse('WRONG_PASSWORD');
  await attempts.forgive('password', ctx, email);
}
