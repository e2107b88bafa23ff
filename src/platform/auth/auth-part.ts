import type { BetterAuthOptions, BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { Orm, Queryable, Transaction } from '#db/client.ts';
import type { Log } from '../log.ts';
import type { MailMessage } from '../mail/message.ts';
import type { SignInProofs } from './limits/sign-in-proofs.ts';

/** Set from the socket by `handler`, whatever the request brought along. */
export const ADDRESS_HEADER = 'x-aso-client-address';

/** How somebody came in; kept with the session. */
export type SignInMethod = 'password' | 'phone' | 'code' | 'confirmation' | 'single_sign_on' | 'passkey';

/** What every part of sign-in stands on. */
export interface PartDeps {
  /** The pool of the role aso_auth. */
  authDb: Orm;
  /** One transaction, in which letters are queued as well. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The transaction that better-auth is in, else the pool. */
  db(): Queryable;
  /** Queues a letter in that transaction. A letter that cannot be queued fails the request. */
  send(letter: MailMessage): Promise<void>;
  /** For the journal: says whom a request turned out to be about, where nothing that was sent tells it. */
  about(userId: string): void;
  secret: string;
  /** The origin of every link in a letter, and the only origin that may write. */
  publicUrl: string;
  secureCookies: boolean;
  shopName: string;
  log: Log;
  /** How passwords are kept. */
  passwords: Passwords;
  /** What is asked for beyond a limit. */
  proofs: SignInProofs;
}

/** What is kept of a password, and whether one is it. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(asked: { hash: string; password: string }): Promise<boolean>;
}

/**
 * One part of sign-in: what it opens, what it adds to better-auth and what it does before and after a request.
 * What better-auth has besides stays shut until a part opens it.
 */
export interface AuthPart {
  /** Method and path of each endpoint that answers from outside, such as 'POST /sign-in/email'. */
  open: readonly string[];
  /** Paths that give a session, and how. */
  ways?: Readonly<Record<string, SignInMethod>>;
  /** Paths that first ask the signed-in person to prove once more who she is: see parts/identity-proof.ts. */
  needsProof?: readonly string[];
  options?: Pick<BetterAuthOptions, 'emailAndPassword' | 'emailVerification' | 'account'>;
  plugins?: BetterAuthPlugin[];
}

type Step = (ctx: Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]) => Promise<unknown>;

/** Steps before and after every request, as a plugin, so that the order of the parts is the order of the steps. */
export function hooks(id: string, { before, after }: { before?: Step; after?: Step }): BetterAuthPlugin {
  const around = (step: Step) => [{ matcher: () => true, handler: createAuthMiddleware(step) }];
  return {
    id,
    hooks: { ...(before ? { before: around(before) } : {}), ...(after ? { after: around(after) } : {}) },
  };
}

export const addressOf = (ctx: GenericEndpointContext) => ctx.headers?.get(ADDRESS_HEADER) ?? '';

/** The address in a request's body, '' without one. */
export const emailOf = (ctx: GenericEndpointContext) =>
  typeof ctx.body?.email === 'string' ? ctx.body.email.trim().toLowerCase() : '';

/** Refuses with a code for programs and a sentence for people. */
export function refuse(
  status: ConstructorParameters<typeof APIError>[0],
  code: string,
  message: string,
): never {
  throw new APIError(status, { code, message });
}
