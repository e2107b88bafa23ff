import type { BetterAuthOptions, BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint, createAuthMiddleware, sensitiveSessionMiddleware } from 'better-auth/api';
import { z } from 'zod';
import type { Orm, Queryable, Transaction } from '#db/client.ts';
import type { Log } from '../log.ts';
import type { AccountRules, AuthEmails, EmailArguments } from './account-rules.ts';
import type { Attempts } from './limits/attempts.ts';

/** The sign-in method of a session; stored with it. */
export type SignInMethod = 'password' | 'phone' | 'code' | 'confirmation' | 'single_sign_on' | 'passkey';

/** What the shop gives to sign-in. */
export interface AuthSettings {
  /** The pool of the role aso_auth. */
  authDb: Orm;
  secret: string;
  /** The origin of every link in an email, and the only origin that may write. */
  publicUrl: string;
  secureCookies: boolean;
  shopName: string;
  /** The rules, texts and operations of accounts. */
  rules: AccountRules;
  log: Log;
}

/** Dependencies of every part of sign-in. */
export interface PartDeps extends AuthSettings {
  /** Runs one transaction; emails are queued inside it. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The current transaction of better-auth, else the pool. */
  db(): Queryable;
  /** Runs a step at the beginning of the next transaction that better-auth opens for this request. */
  atItsBeginning(step: (tx: Transaction) => Promise<void>): void;
  /** Queues an email in that transaction. An email that cannot be queued fails the request. */
  send(...email: EmailArguments<AuthEmails>): Promise<void>;
  /** Sets the user in the audit log, where the request does not identify them. */
  about(userId: string): void;
  passwords: Passwords;
  /** The stored hash with which this request's password was found correct; null without one. */
  verifiedHash(): string | null;
  attempts: Attempts;
}

/** Hashes and verifies passwords. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(input: { hash: string; password: string }): Promise<boolean>;
}

/**
 * One part of sign-in: what it adds to better-auth, and its steps before and after a request. Its endpoints are
 * public if the operations of `AccountRules` contain them.
 */
export interface AuthPart {
  /** Paths that create a session, and the sign-in method of each. */
  signInMethods?: Readonly<Record<string, SignInMethod>>;
  /** Paths that require reauthentication first: see reauthentication/reauthentication.ts. */
  needsReauthentication?: readonly string[];
  options?: Pick<BetterAuthOptions, 'emailAndPassword' | 'emailVerification' | 'account'>;
  /** Plugins of the library. Their steps run before those of the part. */
  plugins?: BetterAuthPlugin[];
  endpoints?: readonly Endpoint[];
  before?: Steps;
  after?: Steps;
}

type Step = (ctx: Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]) => Promise<unknown>;
/** A step of every request, or one for each path. */
type Steps = Step | Readonly<Record<string, Step>>;

/** The plugins of a part, so that the order of the parts is the order of their steps. */
export function pluginsOf(
  { plugins = [], endpoints = [], before, after }: AuthPart,
  id: string,
): BetterAuthPlugin[] {
  const around = (steps: Steps | undefined) => {
    if (!steps) return undefined;
    const step: Step = typeof steps === 'function' ? steps : async (ctx) => steps[ctx.path]?.(ctx);
    return [{ matcher: () => true, handler: createAuthMiddleware(step) }];
  };
  return [
    ...plugins,
    {
      id,
      endpoints: Object.fromEntries(endpoints.map((one) => [`${one.options.method} ${one.path}`, one])),
      hooks: { before: around(before), after: around(after) },
    },
  ];
}

type Endpoint = NonNullable<BetterAuthPlugin['endpoints']>[string];
type Name = `${'GET' | 'POST'} /${string}`;
type Session = NonNullable<GenericEndpointContext['context']['session']>;
/** Answers with what it returns, by default that it is done. `Body` was parsed by the operation's schema. */
type Work<Body, Own extends Session | undefined> = (
  ctx: GenericEndpointContext & { body: Body },
  own: Own,
) => Promise<object | undefined>;

const endpointWith =
  <Own extends Session | undefined>(use: (typeof sensitiveSessionMiddleware)[]) =>
  <Body = undefined>(name: Name, work: Work<Body, Own>): Endpoint => {
    const [method, path = ''] = name.split(' ');
    const options =
      method === 'GET'
        ? ({ method: 'GET', use } as const)
        : ({ method: 'POST', use, body: z.custom<Body>() } as const);
    return createAuthEndpoint(path, options, async (ctx) =>
      ctx.json((await work(ctx as never, ctx.context.session as Own)) ?? { status: true }),
    );
  };

/** An endpoint for everybody, such as `endpoint('POST /sign-in/code', work)`. */
export const endpoint = endpointWith<undefined>([]);
/** An endpoint for signed-in users; `work` gets their session and user. */
export const ownEndpoint = endpointWith<Session>([sensitiveSessionMiddleware]);
