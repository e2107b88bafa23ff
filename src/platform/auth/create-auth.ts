import { randomUUID } from 'node:crypto';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { isAPIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { emailOTP } from 'better-auth/plugins';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { v7 as uuidv7 } from 'uuid';
import type { Orm, Transaction } from '#db/client.ts';
import { accounts, passkeys, profiles, sessions, verifications } from '#db/schema/accounts.ts';
import type { Captcha } from '#platform/captcha/captcha.ts';
import { excerpt, type Log, withoutValues } from '#platform/log.ts';
import type { MailMessage } from '#platform/mail/message.ts';
import type { TextMessage } from '#platform/sms/text-message.ts';
import type { Caller } from '#shared/caller.ts';
import { SIGNED_IN_HINT } from '#shared/signed-in-hint.ts';
import type { AccountRules } from './account-rules.ts';
import { createAuditLog } from './audit/audit-log.ts';
import { findBan, findSessionOwner } from './auth.repository.ts';
import {
  type AuthPart,
  IP_ADDRESS_HEADER,
  type PartDeps,
  type Passwords,
  type SignInMethod,
} from './auth-part.ts';
import { mailedCode } from './email-code/email-code.ts';
import { answer } from './handler.ts';
import { captchaGuard } from './limits/captcha.ts';
import { secondsToWait } from './limits/limits.ts';
import { signInProofs } from './limits/sign-in-proofs.ts';
import type { ProviderSettings } from './oidc/openid-provider.ts';
import { singleSignOn } from './oidc/single-sign-on.ts';
import { isRefusedPasskey, passkeys as passkeyPart } from './passkey/passkeys.ts';
import { password } from './password/password.ts';
import { queuedPasswords } from './password/password-queue.ts';
import { phone } from './phone/phone.ts';
import { reauthentication } from './reauthentication/reauthentication.ts';
import { recordedTransactions } from './recorded-transactions.ts';
import { refuse } from './refuse.ts';
import { confirmation } from './registration/confirm-email.ts';
import { registration } from './registration/registration.ts';
import { hideSessionToken } from './session/hide-session-token.ts';
import { knownDevice } from './session/known-device.ts';
import { updateLastSeen } from './session/session.repository.ts';
import { sessionCookieName, sessionTokenOf } from './session/session-cookie.ts';
import { hintCookie, signedInHint } from './session/signed-in-hint.ts';
import { twoFactor } from './two-factor/two-factor.ts';

const DAY = 24 * 60 * 60;
const SESSION = 30 * DAY;
/** ms between two updates of a session's last use. */
const SEEN_EVERY = 5 * 60_000;

export interface AuthDeps {
  /** The pool of the role aso_auth. */
  authDb: Orm;
  secret: string;
  /** The origin of every link in an email, and the only origin that may write. */
  publicUrl: string;
  secureCookies: boolean;
  shopName: string;
  /** Queues an email, inside `tx` when there is one. */
  sendMail(tx: Transaction | null, email: MailMessage): Promise<void>;
  /** Queues a text message; without it phone numbers are no sign-in method. */
  sendText?: ((message: TextMessage) => Promise<void>) | undefined;
  /** The OpenID Connect providers for single sign-on. */
  providers?: readonly ProviderSettings[];
  /** The rules, texts and operations of accounts. */
  rules: AccountRules;
  log: Log;
  /** Hashing of passwords; better-auth's scrypt by default. */
  passwords?: Passwords;
  /** Rounds of one attempt at a proof of work; the number for browsers by default. */
  proofRounds?: number;
  /** The captcha against robots; undefined when off. */
  captcha?: Captcha;
  /** Admin roles apply only in sessions with a second factor or a passkey. */
  adminsNeedTwoStep?: boolean;
  /** From the socket or a trusted proxy. */
  clientIpAddress(request: Request): string;
}

export interface Auth {
  /** Paths, below /api/auth, that create a session, and the sign-in method of each. */
  signInMethods: Readonly<Record<string, SignInMethod>>;
  /** Answers everything under /api/auth. `requestId` identifies the request in the log. */
  handler(request: Request, requestId?: string): Promise<Response>;
  /**
   * The user signed in by the cookie in these headers; null also when banned. Extends a session that is due
   * and appends its new cookie to `responseHeaders`.
   */
  callerOf(headers: Headers, responseHeaders?: Headers): Promise<Caller>;
  /**
   * The session of the cookie in these headers, for what users do with their own account; null as in
   * `callerOf`.
   */
  sessionOf(headers: Headers): Promise<{ userId: string; sessionId: string } | null>;
  hashPassword(password: string): Promise<string>;
}

/** Sign-in on better-auth, composed of its parts. */
export function createAuth(deps: AuthDeps): Auth {
  const { authDb, secret, publicUrl, secureCookies, shopName, rules, log } = deps;
  const { orm, current, failRequestOnError, request: inRequest } = recordedTransactions(authDb);
  const cookieName = sessionCookieName(secureCookies);
  const auditLog = createAuditLog({ authDb, log, cookieName, secret });
  const common: PartDeps = {
    authDb,
    transaction: (work) => orm.transaction(work),
    db: () => current() ?? authDb,
    send: (...email) => failRequestOnError(() => deps.sendMail(current(), rules.writeEmail(...email))),
    rules,
    about: auditLog.about,
    secret,
    publicUrl,
    secureCookies,
    shopName,
    log,
    passwords: queuedPasswords(
      deps.passwords ?? { hash: hashPassword, verify: verifyPassword },
      auditLog.subject,
    ),
    proofs: signInProofs({ secret, authDb, rounds: deps.proofRounds }),
  };
  // The plugins come from the parts, so their endpoints are missing in the type of `auth.api`.
  type Codes = Pick<ReturnType<typeof emailOTP>['endpoints'], 'createVerificationOTP'>;
  const codeFor = (email: string) =>
    (auth.api as unknown as Codes).createVerificationOTP({ body: { email, type: 'email-verification' } });

  const registering = registration(common, codeFor);
  /** Their order is the order of their steps before and after a request. */
  const signInParts: AuthPart[] = [
    registering,
    confirmation(common),
    password(common, registering.notifyKnownUser),
    mailedCode(common),
    ...(deps.sendText ? [phone(common, deps.sendText)] : []),
    passkeyPart(common),
    singleSignOn(common, deps.providers ?? []),
    // After all of them, and before the parts that read the remaining session.
    twoFactor(common),
  ];
  const reauthenticationPaths = new Set(signInParts.flatMap((part) => part.needsReauthentication ?? []));
  const captchaGuards = deps.captcha ? [captchaGuard(deps.captcha)] : [];
  const parts = [
    ...captchaGuards,
    ...signInParts,
    reauthentication(common, reauthenticationPaths),
    signedInHint(secureCookies),
    knownDevice(),
    hideSessionToken(),
  ];
  const signInMethods: Record<string, SignInMethod> = Object.assign(
    {},
    ...parts.map((part) => part.signInMethods),
  );

  const options = {
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
      expiresIn: SESSION,
      updateAge: DAY,
      // Reauthentication counts, not the age of a session: see reauthentication/reauthentication.ts.
      freshAge: 0,
      cookieCache: { enabled: false },
      additionalFields: {
        way: { type: 'string', required: false, input: false, returned: false },
        secondFactor: { type: 'string', required: false, input: false, returned: false },
      },
    },
    ...(Object.assign({}, ...parts.map((part) => part.options)) as NonNullable<AuthPart['options']>),
    plugins: parts.flatMap((part) => part.plugins ?? []),
    databaseHooks: {
      session: {
        create: {
          before: async (session, ctx) => {
            if (await findBan(common.db(), session.userId)) {
              refuse('BANNED');
            }
            return { data: { way: signInMethods[ctx?.path ?? ''], ...session } };
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
  const auth = betterAuth(options);

  /** The owner of the session, and whether it is valid: not expired, and the user not banned. */
  async function ownerOf(headers: Headers) {
    const token = sessionTokenOf(headers.get('cookie'), cookieName, secret);
    const owner = token ? await findSessionOwner(authDb, token) : null;
    return owner && { ...owner, holds: !owner.banned && owner.expiresAt.getTime() > Date.now() };
  }

  /** Not awaited; nothing depends on it. */
  function noteSeen(sessionId: string): void {
    updateLastSeen(authDb, sessionId).catch((error: unknown) =>
      log.debug({ err: error }, 'the use of a session was not noted'),
    );
  }

  return {
    signInMethods: signInMethods,
    handler: (request, requestId = randomUUID()) =>
      answer(request, {
        log,
        shopName,
        requestId,
        rules,
        ipAddress: deps.clientIpAddress(request),
        secondsToWait: (path) => secondsToWait(authDb, path, deps.clientIpAddress(request)),
        watch: auditLog.watch,
        next: (clean) => inRequest(() => auth.handler(clean)),
      }),
    async sessionOf(headers) {
      const owner = await ownerOf(headers);
      return owner?.holds ? { userId: owner.userId, sessionId: owner.sessionId } : null;
    },
    hashPassword: async (password) => (await auth.$context).password.hash(password),
    async callerOf(headers, responseHeaders) {
      const owner = await ownerOf(headers);
      if (!owner?.holds) {
        if (headers.get('cookie')?.includes(SIGNED_IN_HINT)) {
          const hint = hintCookie(owner?.banned ? 'closed' : 'signedOut', secureCookies);
          responseHeaders?.append('set-cookie', hint);
        }
        return null;
      }
      const left = owner.expiresAt.getTime() - Date.now();
      if (Date.now() - owner.lastSeenAt.getTime() > SEEN_EVERY) noteSeen(owner.sessionId);
      if (responseHeaders && left < (SESSION - DAY) * 1000) {
        const { headers: renewed } = await auth.api.getSession({ headers, returnHeaders: true });
        for (const cookie of renewed.getSetCookie()) responseHeaders.append('set-cookie', cookie);
      }
      const { userId, role, way, secondFactor } = owner;
      const isEnough = !deps.adminsNeedTwoStep || secondFactor !== null || way === 'passkey';
      return isEnough || role === 'user' ? { userId, role } : { userId, role: 'user', withheld: role };
    },
  };
}

/** Most of what better-auth logs as an error is a refusal that quotes the visitor's input. */
function levelOfFailure(message: string, details: readonly unknown[]): 'debug' | 'warn' | 'error' {
  if (isRefusedPasskey(message, details)) return 'debug';
  return details.some((one) => one instanceof DrizzleQueryError) ? 'error' : 'warn';
}
