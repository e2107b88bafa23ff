import { passkey } from '@better-auth/passkey';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { violatedConstraint } from '#db/violation.ts';
import { MAX_PASSKEYS } from '#shared/account-limits.ts';
import { lockUserForUpdate } from '../auth.repository.ts';
import { type AuthPart, ownEndpoint, type PartDeps } from '../auth-part.ts';
import { refuse } from '../refuse.ts';
import {
  countPasskeys,
  deletePasskey,
  listPasskeys,
  updatePasskeyName,
  updatePasskeyUse,
  withdrawPasskey,
} from './passkey.repository.ts';
import { passkeyNameOf } from './passkey-name.ts';

const path = {
  addOptions: '/passkey/generate-register-options',
  add: '/passkey/verify-registration',
  signInOptions: '/passkey/generate-authenticate-options',
  signIn: '/passkey/verify-authentication',
  rename: '/passkeys/rename',
  remove: '/passkeys/remove',
} as const;

/** The library logs an invalid answer of a browser as an error; it is an ordinary refusal. */
export const isRefusedPasskey = (message: string, details: readonly unknown[]) =>
  /^Failed to verify (registration|authentication)$/.test(message) &&
  !details.some((one) => one instanceof DrizzleQueryError && !violatedConstraint(one));

/**
 * Sign-in by passkey, without a user name and without a second factor: the device verifies the user, and the
 * shop checks that it did. Adding and removing one requires reauthentication first; only then does the
 * verification of a new one have a challenge.
 */
export function passkeys(deps: PartDeps): AuthPart {
  const { authDb, transaction, send, publicUrl, shopName, rules } = deps;

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
        if (!userVerified) refuse('USER_UNVERIFIED');
        if ((await countPasskeys(authDb, user.id)) >= MAX_PASSKEYS) refuse('TOO_MANY_PASSKEYS');
        return { name: passkeyNameOf(aaguid ?? '', ctx.headers?.get('user-agent') ?? '') };
      },
    },
    authentication: {
      async afterVerification({ verification, clientData }) {
        const { userVerified, credentialBackedUp } = verification.authenticationInfo;
        if (!userVerified) refuse('USER_UNVERIFIED');
        await updatePasskeyUse(authDb, clientData.id, credentialBackedUp);
      },
    },
  }) as BetterAuthPlugin;

  return {
    signInMethods: { [path.signIn]: 'passkey' },
    needsReauthentication: [path.addOptions, path.remove],
    plugins: [library],
    endpoints: [
      ownEndpoint('GET /passkeys', async (_, { user }) => {
        const own = await listPasskeys(authDb, user.id);
        const keepsLast = own.length === 1 && (await rules.countSignInMethods(authDb, user.id)) === 1;
        return { passkeys: own, keepsLast, most: MAX_PASSKEYS };
      }),
      ownEndpoint<{ id: string; name: string }>(`POST ${path.rename}`, async (ctx, { user }) => {
        if (!(await updatePasskeyName(authDb, { ...ctx.body, userId: user.id }))) refuse('PASSKEY_GONE');
      }),
      ownEndpoint<{ id: string }>(`POST ${path.remove}`, (ctx, { user }) =>
        transaction(async (tx) => {
          // Of two removals at once the second is checked after the first.
          await lockUserForUpdate(tx, user.id);
          const removed = await deletePasskey(tx, ctx.body.id, user.id);
          if (!removed) return refuse('PASSKEY_GONE');
          if ((await rules.countSignInMethods(tx, user.id)) === 0) refuse('LAST_SIGN_IN_METHOD');
          await send('passkeyRemoved', user, { name: removed.name });
          return { credentialId: removed.credentialId };
        }),
      ),
    ],
    before: {
      async [path.addOptions](ctx) {
        // Before the reauthentication is consumed.
        const session = await getSessionFromCtx(ctx);
        if (session && (await countPasskeys(authDb, session.user.id)) >= MAX_PASSKEYS) {
          refuse('TOO_MANY_PASSKEYS');
        }
        // Drops the name and kind of device that a request may set.
        if (ctx.query) for (const key of Object.keys(ctx.query)) delete ctx.query[key];
      },
    },
    after: {
      async [path.signInOptions](ctx) {
        const { returned } = ctx.context;
        if (returned instanceof APIError) return;
        // The library's default only prefers user verification, and offers a signed-in user their own
        // passkeys only.
        const { allowCredentials: _, ...options } = returned as Record<string, unknown>;
        return ctx.json({ ...options, userVerification: 'required' });
      },
      async [path.add](ctx) {
        const { returned, session } = ctx.context;
        if (returned instanceof APIError || !session) return;
        const { id, name } = returned as { id: string; name: string };
        try {
          await send('passkeyAdded', session.user, { name });
        } catch (error) {
          // A passkey does not stay without its notification.
          await withdrawPasskey(authDb, id);
          throw error;
        }
        return ctx.json({ id, name });
      },
    },
  };
}
