import { PASSKEY_ERROR_CODES as CODES, passkey } from '@better-auth/passkey';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx, sessionMiddleware } from 'better-auth/api';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { z } from 'zod';
import type { Transaction } from '#db/client.ts';
import { violatedConstraint } from '#db/violation.ts';
import { textOf } from '#shared/errors.ts';
import { countOtherSignInMethods } from '../account/sign-in-methods.repository.ts';
import { type AuthPart, hooks, ipAddressOf, type PartDeps, refuse } from '../auth-part.ts';
import { passkeyAddedEmail } from '../emails/auth-emails.ts';
import { secondsToWait } from '../limits/limits.ts';
import {
  countPasskeys,
  deletePasskey,
  listPasskeys,
  updatePasskeyName,
  updatePasskeyUse,
  withdrawPasskey,
} from './passkey.repository.ts';
import { authenticationBody, passkeyId, passkeyName, registrationBody } from './passkey-input.ts';
import { passkeyNameOf } from './passkey-name.ts';

/** The database enforces the same number. */
const MOST = 20;

const path = {
  addOptions: '/passkey/generate-register-options',
  add: '/passkey/verify-registration',
  signInOptions: '/passkey/generate-authenticate-options',
  signIn: '/passkey/verify-authentication',
  rename: '/passkeys/rename',
  remove: '/passkeys/remove',
};

const refuseUnknown = () =>
  refuse('NOT_FOUND', 'PASSKEY_NOT_FOUND', 'This passkey is no longer on your account.');
const refuseMore = () =>
  refuse(
    'CONFLICT',
    'TOO_MANY_PASSKEYS',
    `An account has at most ${MOST} passkeys. Please remove one that you no longer use.`,
  );
/** One answer for an unknown passkey, a removed one, and an invalid signature. */
const refuseSignIn = () =>
  refuse(
    'UNAUTHORIZED',
    'PASSKEY_REFUSED',
    'This passkey opens no account here. It may have been removed. Please sign in another way.',
  );
/** A passkey counts as two factors: possession of the device, and a fingerprint, face or screen lock. */
const refuseUnverified = () =>
  refuse(
    'FORBIDDEN',
    'PERSON_UNVERIFIED',
    'Your device did not check that it is you. Please set up its screen lock, fingerprint or face, and try again.',
  );

/** Reduces the body to the fields that are used, and refuses what no browser sends. */
function pickFields(ctx: GenericEndpointContext, shape: z.ZodType<object>): void {
  const { data } = shape.safeParse(ctx.body);
  if (!data) refuse('BAD_REQUEST', 'BAD_INPUT', textOf('BAD_INPUT'));
  // In place: the result of a hook is merged into the body.
  for (const key of Object.keys(ctx.body)) delete ctx.body[key];
  Object.assign(ctx.body, data);
}

/**
 * An endpoint of the library with refusals replaced by `reword`. (A step after the request could change the
 * message, not the status.)
 */
function reworded<E extends (ctx: never) => Promise<unknown>>(
  endpoint: E,
  reword: (code: string | undefined) => void,
): E {
  const answer = async (ctx: never) => {
    try {
      return await endpoint(ctx);
    } catch (error) {
      if (error instanceof APIError) reword(error.body?.code);
      throw error;
    }
  };
  return Object.assign(answer, endpoint);
}

/** The library logs an invalid answer of a browser as an error; it is an ordinary refusal. */
export const isRefusedPasskey = (message: string, details: readonly unknown[]) =>
  /^Failed to verify (registration|authentication)$/.test(message) &&
  !details.some((one) => one instanceof DrizzleQueryError && !violatedConstraint(one));

/**
 * Sign-in by passkey, without a user name and without a second factor: the device verifies the user, and the
 * shop checks that it did. Adding and removing one requires reauthentication first; only then does the
 * verification of a new one have a challenge.
 */
export function passkeys(deps: PartDeps, providerIds: readonly string[]): AuthPart {
  const { authDb, db, send, publicUrl, shopName } = deps;
  const link = `${publicUrl}/account/security#passkeys`;

  /** Options are fetched with GET, so the limit on POST requests does not count them. */
  async function countQuestion(ctx: GenericEndpointContext) {
    const seconds = await secondsToWait(authDb, ctx.path, ipAddressOf(ctx));
    if (seconds !== undefined) {
      refuse('TOO_MANY_REQUESTS', 'RATE_LIMITED', textOf('RATE_LIMITED', { seconds }));
    }
  }

  const library = passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: shopName,
    origin: publicUrl,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
    schema: { passkey: { fields: { credentialID: 'credentialId' } } },
    registration: {
      async afterVerification({ ctx, verification, user }) {
        const { userVerified, aaguid } = verification.registrationInfo ?? {};
        if (!userVerified) refuseUnverified();
        if ((await countPasskeys(authDb, user.id)) >= MOST) refuseMore();
        return { name: passkeyNameOf(aaguid ?? '', ctx.headers?.get('user-agent') ?? '') };
      },
    },
    authentication: {
      async afterVerification({ verification, clientData }) {
        const { userVerified, credentialBackedUp } = verification.authenticationInfo;
        if (!userVerified) refuseUnverified();
        await updatePasskeyUse(authDb, clientData.id, credentialBackedUp);
      },
    },
  }) as BetterAuthPlugin & Pick<ReturnType<typeof passkey>, 'endpoints'>;
  const { endpoints } = library;
  endpoints.verifyPasskeyAuthentication = reworded(endpoints.verifyPasskeyAuthentication, (code) => {
    if (code === CODES.PASSKEY_NOT_FOUND.code || code === CODES.AUTHENTICATION_FAILED.code) refuseSignIn();
  });
  endpoints.verifyPasskeyRegistration = reworded(endpoints.verifyPasskeyRegistration, (code) => {
    if (code === CODES.FAILED_TO_VERIFY_REGISTRATION.code) {
      refuse('BAD_REQUEST', 'PASSKEY_REFUSED', 'The passkey could not be added. Please try again.');
    }
  });

  return {
    open: [
      `GET ${path.addOptions}`,
      `POST ${path.add}`,
      `GET ${path.signInOptions}`,
      `POST ${path.signIn}`,
      'GET /passkeys',
      `POST ${path.rename}`,
      `POST ${path.remove}`,
    ],
    signInMethods: { [path.signIn]: 'passkey' },
    needsReauthentication: [path.addOptions, path.remove],
    plugins: [
      library,
      {
        id: 'own-passkeys',
        endpoints: {
          ownPasskeys: createAuthEndpoint(
            '/passkeys',
            { method: 'GET', use: [sessionMiddleware] },
            async (ctx) => {
              const { id } = ctx.context.session.user;
              const own = await listPasskeys(authDb, id);
              const [last] = own.length === 1 ? own : [];
              const keepsLast =
                last !== undefined && (await countOtherSignInMethods(authDb, id, last.id, providerIds)) === 0;
              return ctx.json({ passkeys: own, keepsLast, most: MOST });
            },
          ),
          renamePasskey: createAuthEndpoint(
            path.rename,
            { method: 'POST', body: passkeyName, use: [sessionMiddleware] },
            async (ctx) => {
              const { id: userId } = ctx.context.session.user;
              if (!(await updatePasskeyName(authDb, { ...ctx.body, userId }))) refuseUnknown();
              return ctx.json({ status: true });
            },
          ),
          removePasskey: createAuthEndpoint(
            path.remove,
            { method: 'POST', body: passkeyId, use: [sessionMiddleware] },
            async (ctx) => {
              const { user } = ctx.context.session;
              // A transaction of the library, so that the removal and its email succeed or fail together.
              const removed = await ctx.context.adapter.transaction(async () => {
                const one = await deletePasskey(db() as Transaction, ctx.body.id, user.id, providerIds);
                if (typeof one === 'object') {
                  await send(passkeyAddedEmail(shopName, user, { name: one.name, what: 'removed', link }));
                }
                return one;
              });
              if (removed === 'none') return refuseUnknown();
              if (removed === 'last') {
                return refuse(
                  'CONFLICT',
                  'LAST_SIGN_IN_METHOD',
                  'This passkey is your only way to sign in. Please set a password first.',
                );
              }
              return ctx.json({ credentialId: removed.credentialId });
            },
          ),
        },
      },
      hooks('passkeys', {
        async before(ctx) {
          switch (ctx.path) {
            case path.addOptions: {
              await countQuestion(ctx);
              // Before the reauthentication is consumed.
              const session = await getSessionFromCtx(ctx);
              if (session && (await countPasskeys(authDb, session.user.id)) >= MOST) refuseMore();
              // Drops the name and kind of device that a request may set.
              if (ctx.query) for (const key of Object.keys(ctx.query)) delete ctx.query[key];
              return;
            }
            case path.signInOptions:
              return countQuestion(ctx);
            case path.add:
              return pickFields(ctx, registrationBody);
            case path.signIn:
              return pickFields(ctx, authenticationBody);
          }
        },
        async after(ctx) {
          const { returned } = ctx.context;
          if (returned instanceof APIError) return;
          switch (ctx.path) {
            case path.signInOptions: {
              // The library's default only prefers user verification, and offers a signed-in user their own
              // passkeys only.
              const { allowCredentials: _, ...options } = returned as Record<string, unknown>;
              return ctx.json({ ...options, userVerification: 'required' });
            }
            case path.add: {
              const { id, name } = returned as { id: string; name: string };
              const user = ctx.context.session?.user;
              if (!user) return;
              try {
                await send(passkeyAddedEmail(shopName, user, { name, what: 'added', link }));
              } catch (error) {
                // A passkey does not stay without its notification.
                await withdrawPasskey(authDb, id);
                throw error;
              }
              return ctx.json({ id, name });
            }
          }
        },
      }),
    ],
  };
}
