import type { BetterAuthOptions, BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { z } from 'zod';
import type { Orm, Queryable, Transaction } from '#db/client.ts';
import type { Log } from '../log.ts';
import type { AccountRules, AuthEmails, EmailArguments } from './account-rules.ts';
import type { SignInProofs } from './limits/sign-in-proofs.ts';

/** Set from the socket by `handler`; a value in the request is overwritten. */
export const IP_ADDRESS_HEADER = 'x-aso-client-address';

/** The sign-in method of a session; stored with it. */
export type SignInMethod = 'password' | 'phone' | 'code' | 'confirmation' | 'single_sign_on' | 'passkey';

/** Dependencies of every part of sign-in. */
export interface PartDeps {
  /** The pool of the role aso_auth. */
  authDb: Orm;
  /** Runs one transaction; emails are queued inside it. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The current transaction of better-auth, else the pool. */
  db(): Queryable;
  /** Queues an email in that transaction. An email that cannot be queued fails the request. */
  send(...email: EmailArguments<AuthEmails>): Promise<void>;
  rules: AccountRules;
  /** Sets the user in the audit log, where the request does not identify them. */
  about(userId: string): void;
  secret: string;
  /** The origin of every link in an email, and the only origin that may write. */
  publicUrl: string;
  secureCookies: boolean;
  shopName: string;
  log: Log;
  /** Hashing of passwords. */
  passwords: Passwords;
  /** Proofs of work, required beyond a limit. */
  proofs: SignInProofs;
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
  plugins?: BetterAuthPlugin[];
}

type Step = (ctx: Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]) => Promise<unknown>;

/**
 * Steps before and after every request, as a plugin, so that the order of the parts is the order of the
 * steps.
 */
export function hooks(id: string, { before, after }: { before?: Step; after?: Step }): BetterAuthPlugin {
  const around = (step: Step) => [{ matcher: () => true, handler: createAuthMiddleware(step) }];
  return {
    id,
    hooks: { ...(before ? { before: around(before) } : {}), ...(after ? { after: around(after) } : {}) },
  };
}

export const ipAddressOf = (ctx: GenericEndpointContext) => ctx.headers?.get(IP_ADDRESS_HEADER) ?? '';

/** The email in a request's body, '' without one. */
export const emailOf = (ctx: GenericEndpointContext) =>
  typeof ctx.body?.email === 'string' ? ctx.body.email.trim().toLowerCase() : '';

/** The type of a body, which the handler has parsed by the operation's schema. */
export const parsed = <Body>() => z.custom<Body>();
