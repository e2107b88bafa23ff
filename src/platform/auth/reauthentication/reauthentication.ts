import type { GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint, getSessionFromCtx, sensitiveSessionMiddleware } from 'better-auth/api';
import { type AuthPart, hooks, type PartDeps, parsed } from '../auth-part.ts';
import { admitCode, admitPassword, forgiveCode, forgivePassword } from '../limits/attempts.ts';
import { countOwnEmail } from '../limits/limits.ts';
import { refuse } from '../refuse.ts';
import { attemptOf } from '../session/known-device.ts';
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
export function reauthentication({ authDb, send, proofs }: PartDeps, needing: ReadonlySet<string>): AuthPart {
  const proven = async (ctx: GenericEndpointContext) => {
    const session = await getSessionFromCtx(ctx);
    if (session && !(await consumeReauthentication(authDb, session.session.id))) {
      refuse('REAUTHENTICATION_REQUIRED');
    }
  };
  return {
    plugins: [
      {
        id: 'identity-proof',
        endpoints: {
          reauthenticationMethods: createAuthEndpoint(
            '/identity/ways',
            { method: 'GET', use: [sensitiveSessionMiddleware] },
            async (ctx) => {
              const hash = await findPasswordHash(authDb, ctx.context.session.user.id);
              return ctx.json({ password: hash !== null });
            },
          ),
          reauthenticate: createAuthEndpoint(
            '/identity/prove',
            {
              method: 'POST',
              body: parsed<{ password: string } | { code: string }>(),
              use: [sensitiveSessionMiddleware],
            },
            async (ctx) => {
              const { session, user } = ctx.context.session;
              if ('password' in ctx.body) {
                await admitPassword(authDb, proofs, attemptOf(ctx, user.email));
                const hash = await findPasswordHash(authDb, user.id);
                const { verify } = ctx.context.password;
                if (!hash || !(await verify({ hash, password: ctx.body.password }))) {
                  refuse('WRONG_PASSWORD');
                }
                await forgivePassword(authDb, attemptOf(ctx, user.email));
              } else {
                await admitCode(authDb, proofs, attemptOf(ctx, user.email));
                if (!(await consumeReauthenticationCode(authDb, session.id, ctx.body.code))) {
                  refuse('INVALID_OTP');
                }
                await forgiveCode(authDb, attemptOf(ctx, user.email));
              }
              await saveReauthentication(authDb, session.id);
              return ctx.json({ status: true });
            },
          ),
          sendReauthenticationCode: createAuthEndpoint(
            '/identity/send-code',
            { method: 'POST', use: [sensitiveSessionMiddleware] },
            async (ctx) => {
              const { session, user } = ctx.context.session;
              await countOwnEmail(authDb, user.id);
              const code = await saveReauthenticationCode(authDb, session.id);
              await send('reauthenticationCode', user, { code });
              return ctx.json({ status: true });
            },
          ),
        },
      },
      hooks('identity-needed', {
        async before(ctx) {
          if (needing.has(ctx.path)) await proven(ctx);
        },
      }),
    ],
  };
}
