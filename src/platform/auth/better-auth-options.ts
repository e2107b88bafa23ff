import type { BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, isAPIError } from 'better-auth/api';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { v7 as uuidv7 } from 'uuid';
import type { Orm } from '#db/client.ts';
import { accounts, passkeys, profiles, sessions, verifications } from '#db/schema/accounts.ts';
import { excerpt, withoutValues } from '#platform/log.ts';
import { findUserState } from './auth.repository.ts';
import { type AuthPart, type PartDeps, pluginsOf, type SignInMethod } from './auth-part.ts';
import { isRefusedPasskey } from './passkey/passkeys.ts';
import { refuse } from './refuse.ts';
import { isLateRegistration } from './registration/registration.ts';
import { IP_ADDRESS_HEADER } from './request.ts';

const DAY = 24 * 60 * 60;
/** How long a session lasts after its last renewal, and the age at which its use renews it, seconds. */
export const SESSION_LIFE = 30 * DAY;
export const RENEWED_AFTER = DAY;

/** The configuration of better-auth: the schema, sessions and cookies of the shop, and the plugins of the parts. */
export function betterAuthOptions({
  orm,
  parts,
  signInMethods,
  ...common
}: PartDeps & {
  orm: Orm;
  parts: readonly AuthPart[];
  signInMethods: Readonly<Record<string, SignInMethod>>;
}) {
  const { secret, publicUrl, secureCookies, shopName, log, db } = common;
  return {
    appName: shopName,
    baseURL: publicUrl,
    basePath: '/api/auth',
    trustedOrigins: [publicUrl],
    secret,
    database: drizzleAdapter(orm, {
      provider: 'pg',
      transaction: true,
      schema: {
        user: profiles,
        session: sessions,
        account: accounts,
        verification: verifications,
        passkey: passkeys,
      },
    }),
    user: {
      additionalFields: {
        firstName: { type: 'string', required: false, defaultValue: '' },
        lastName: { type: 'string', required: false, defaultValue: '' },
        role: { type: 'string', required: false, defaultValue: 'user', input: false },
        phone: { type: 'string', required: false, input: false },
        banned: { type: 'boolean', required: false, defaultValue: false, input: false, returned: false },
      },
    },
    session: {
      expiresIn: SESSION_LIFE,
      updateAge: RENEWED_AFTER,
      // Reauthentication counts, not the age of a session: see reauthentication/reauthentication.ts.
      freshAge: 0,
      cookieCache: { enabled: false },
      additionalFields: {
        signInMethod: { type: 'string', required: false, input: false, returned: false },
        secondFactor: { type: 'string', required: false, input: false, returned: false },
      },
    },
    ...(Object.assign({}, ...parts.map((part) => part.options)) as NonNullable<AuthPart['options']>),
    plugins: parts.flatMap((part, at) => pluginsOf(part, `part-${at}`)),
    databaseHooks: {
      session: {
        create: {
          before: async (session, ctx) => {
            const user = await findUserState(db(), session.userId);
            // Deleted since their password, code or passkey was checked.
            if (!user) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_FOUND' });
            if (user.isBanned) refuse('BANNED');
            return { data: { signInMethod: signInMethods[ctx?.path ?? ''], ...session } };
          },
        },
      },
    },
    // Our own limits apply instead: see limits/limits.ts.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'aso',
      useSecureCookies: secureCookies,
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true },
      ipAddress: { ipAddressHeaders: [IP_ADDRESS_HEADER] },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      database: { generateId: () => uuidv7() },
    },
    onAPIError: {
      // A refusal is not an error; an error is logged with its stack.
      onError: (error) => {
        if (!isAPIError(error)) log.error({ err: error }, 'auth: unexpected error');
      },
    },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message, ...details) =>
        log[level === 'error' ? levelOfFailure(message, details) : 'debug'](
          {
            details: details.map((one) => (one instanceof Error ? withoutValues(one) : excerpt(String(one)))),
          },
          excerpt(`auth: ${message}`),
        ),
    },
  } satisfies BetterAuthOptions;
}

/** Most of what better-auth logs as an error is a refusal that quotes the visitor's input. */
function levelOfFailure(message: string, details: readonly unknown[]): 'debug' | 'warn' | 'error' {
  if (isRefusedPasskey(message, details) || isLateRegistration(details)) return 'debug';
  return details.some((one) => one instanceof DrizzleQueryError) ? 'error' : 'warn';
}
