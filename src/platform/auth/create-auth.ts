import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware, createEmailVerificationToken } from 'better-auth/api';
import { emailOTP } from 'better-auth/plugins';
import { v7 as uuidv7 } from 'uuid';
import type { Orm, Transaction } from '#db/client.ts';
import { accounts, profiles, sessions, verifications } from '#db/schema/accounts.ts';
import { type Log, withoutValues } from '#platform/log.ts';
import type { MailMessage } from '#platform/mail/message.ts';
import type { Caller } from '#shared/caller.ts';
import { SIGNED_IN_HINT } from '#shared/signed-in-hint.ts';
import {
  deleteUnconfirmed,
  findBan,
  findConfirmation,
  findSessionOwner,
  updateConfirmed,
} from './auth.repository.ts';
import { answer } from './handler.ts';
import { confirmationLetter, knownAddressLetter, passwordLetter } from './letters.ts';
import { countCode, countLetter, countPassword, forgivePassword, secondsToWait } from './limits.ts';
import { recordedTransactions } from './recorded-transactions.ts';
import { registrationWatch, rememberRegistration } from './registration-watch.ts';
import { sessionTokenOf } from './session-cookie.ts';
import { signUpInput } from './sign-up-input.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const SESSION = 30 * DAY;
/** Chrome keeps no cookie longer than 400 days; a hint that outlives its session costs one question. */
const HINT = 400 * DAY;
/** Set from the socket by `handler`, whatever the request brought along. */
const ADDRESS_HEADER = 'x-aso-client-address';

export interface AuthDeps {
  /** The pool of the role aso_auth. */
  authDb: Orm;
  secret: string;
  /** The origin of every link in a letter, and the only origin that may write. */
  publicUrl: string;
  secureCookies: boolean;
  shopName: string;
  /** Queues a letter, inside `tx` when there is one. */
  sendMail(tx: Transaction | null, letter: MailMessage): Promise<void>;
  log: Log;
  /** From the socket or a trusted proxy. */
  clientAddress(request: Request): string;
}

export interface Auth {
  /** Answers everything under /api/auth. */
  handler(request: Request): Promise<Response>;
  /**
   * Who is signed in by these headers' cookie; null also when banned. A session that is due is extended,
   * its new cookie appended to `responseHeaders`.
   */
  callerOf(headers: Headers, responseHeaders?: Headers): Promise<Caller>;
}

/** Sign-in by email and password with a confirmed address, on better-auth. */
export function createAuth(deps: AuthDeps): Auth {
  const { authDb, secret, publicUrl, secureCookies, shopName, log } = deps;
  const { orm, current, must, request: within } = recordedTransactions(authDb);
  const send = (letter: MailMessage) => must(() => deps.sendMail(current(), letter));
  const codeFor = (email: string, type: 'email-verification' | 'forget-password') =>
    auth.api.createVerificationOTP({ body: { email, type } });

  type User = { id: string; email: string; emailVerified: boolean; firstName?: string };
  async function sendConfirmation(user: User, link: string, again = false) {
    const code = await codeFor(user.email, 'email-verification');
    await send(confirmationLetter(shopName, user, { link, code, again }));
  }
  /** The address is known: its owner is told so, whoever asked sees what a stranger sees. */
  async function tellKnown(user: User) {
    if (user.emailVerified) return send(knownAddressLetter(shopName, user, `${publicUrl}/auth`));
    const token = await createEmailVerificationToken(secret, user.email, undefined, DAY);
    await sendConfirmation(
      user,
      `${publicUrl}/api/auth/verify-email?token=${token}&callbackURL=%2Fauth`,
      true,
    );
  }

  const hint = (maxAge: number) =>
    `${SIGNED_IN_HINT}=${maxAge ? 1 : ''}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secureCookies ? '; Secure' : ''}`;

  const auth = betterAuth({
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
    session: { expiresIn: SESSION, updateAge: DAY, cookieCache: { enabled: false } },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: HOUR,
      onExistingUserSignUp: ({ user }) => tellKnown(user),
      sendResetPassword: async ({ user, token }) => {
        const code = await codeFor(user.email, 'forget-password');
        await send(passwordLetter(shopName, user, { link: `${publicUrl}/auth?reset=${token}`, code }));
      },
      onPasswordReset: ({ user }) => updateConfirmed(authDb, user.id),
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: true,
      expiresIn: DAY,
      sendVerificationEmail: ({ user, url }) => sendConfirmation(user, url),
    },
    plugins: [
      emailOTP({
        otpLength: 6,
        expiresIn: HOUR,
        allowedAttempts: 5,
        storeOTP: 'hashed',
        disableSignUp: true,
        // Never reached: codes travel in the same letter as the link, and the endpoint is not open.
        sendVerificationOTP: async () => {},
      }),
      registrationWatch((userId) => findConfirmation(authDb, userId)),
    ],
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            if (await findBan(current() ?? authDb, session.userId)) {
              throw new APIError('FORBIDDEN', {
                code: 'BANNED',
                message: 'This account is closed. Please write to us.',
              });
            }
          },
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        const email = typeof ctx.body?.email === 'string' ? ctx.body.email : '';
        switch (ctx.path) {
          case '/sign-up/email': {
            const clean = signUpInput(ctx.body);
            // In place: what a hook returns is merged into the body, and nothing of the rest shall stay.
            for (const key of Object.keys(ctx.body)) delete ctx.body[key];
            Object.assign(ctx.body, clean);
            await countLetter(authDb, clean.email);
            // Else whoever registers a stranger's address first would know the password of the account that its
            // owner opens one day.
            return deleteUnconfirmed(authDb, clean.email);
          }
          case '/sign-in/email':
            return countPassword(authDb, email, ctx.headers?.get(ADDRESS_HEADER) ?? '');
          case '/send-verification-email':
          case '/request-password-reset':
            return countLetter(authDb, email);
          case '/email-otp/verify-email':
          case '/email-otp/reset-password':
            return countCode(authDb, email);
        }
      }),
      after: createAuthMiddleware(async (ctx) => {
        const { returned, newSession } = ctx.context;
        if (ctx.path === '/sign-in/email') {
          const unconfirmed = returned instanceof APIError && returned.body?.code === 'EMAIL_NOT_VERIFIED';
          if (newSession || unconfirmed) {
            await forgivePassword(authDb, ctx.body.email, ctx.headers?.get(ADDRESS_HEADER) ?? '');
          }
        }
        if (newSession) ctx.setHeader('set-cookie', hint(HINT));
        if (ctx.path === '/sign-out') ctx.setHeader('set-cookie', hint(0));
        if (ctx.path === '/sign-up/email' && !(returned instanceof Error)) {
          const { user } = returned as { user: { id: string } };
          await rememberRegistration(ctx, user.id);
          // The same for a new and for a known address.
          return ctx.json({ status: true });
        }
      }),
    },
    // Ours count instead: see limits.ts.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'aso',
      useSecureCookies: secureCookies,
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      database: { generateId: () => uuidv7() },
    },
    onAPIError: {
      // A refusal is no fault; what is one reaches our log with its stack.
      onError: (error) => {
        if (!(error instanceof APIError)) log.error({ err: error }, 'auth: unexpected error');
      },
    },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message, ...details) =>
        log[level === 'error' ? 'error' : 'debug'](
          { details: details.map((one) => (one instanceof Error ? withoutValues(one) : String(one))) },
          `auth: ${message}`,
        ),
    },
  });

  const cookieName = `${secureCookies ? '__Secure-' : ''}aso.session_token`;

  return {
    handler: (request) =>
      answer(request, {
        log,
        addressHeader: ADDRESS_HEADER,
        address: deps.clientAddress(request),
        secondsToWait: (path) => secondsToWait(authDb, path, deps.clientAddress(request)),
        next: (clean) => within(() => auth.handler(clean)),
      }),
    async callerOf(headers, responseHeaders) {
      const cookies = headers.get('cookie');
      const token = sessionTokenOf(cookies, cookieName, secret);
      const owner = token && (await findSessionOwner(authDb, token));
      const left = owner ? owner.expiresAt.getTime() - Date.now() : 0;
      if (!owner || owner.banned || left <= 0) {
        if (cookies?.includes(SIGNED_IN_HINT)) responseHeaders?.append('set-cookie', hint(0));
        return null;
      }
      if (responseHeaders && left < (SESSION - DAY) * 1000) {
        const { headers: renewed } = await auth.api.getSession({ headers, returnHeaders: true });
        for (const cookie of renewed.getSetCookie()) responseHeaders.append('set-cookie', cookie);
      }
      return { userId: owner.userId, role: owner.role };
    },
  };
}
