import { createHash } from 'node:crypto';
import { APIError } from 'better-auth/api';
import type { Queryable } from '#db/client.ts';
import { forgiveLimit, hitLimit } from './auth.repository.ts';

interface Limit {
  name: string;
  /** Length of the window, seconds. */
  seconds: number;
  max: number;
}

/** Wrong passwords for one account from one address; then those for one account from anywhere. */
const PASSWORD_HERE: Limit = { name: 'password-here', seconds: 15 * 60, max: 10 };
const PASSWORD_ANYWHERE: Limit = { name: 'password', seconds: 60 * 60, max: 100 };
/** Six digits and ten tries an hour: one in a hundred thousand. */
const CODES: Limit = { name: 'code', seconds: 60 * 60, max: 10 };
/** Letters to one mailbox, so that nobody is flooded through this shop. */
const LETTERS: Limit = { name: 'letter', seconds: 60 * 60, max: 6 };

/** Addresses are not kept in clear in a table of counters, and fit its key. */
function keyOf(limit: Limit, email: string, address = ''): string {
  const who = createHash('sha256').update(`${email.trim().toLowerCase()}\n${address}`).digest('base64url');
  return `auth:${limit.name}:${who}`;
}

function refuseAbove(limit: Limit, hits: number): void {
  if (hits <= limit.max) return;
  const left = limit.seconds - (Math.floor(Date.now() / 1000) % limit.seconds);
  const minutes = Math.ceil(left / 60);
  throw new APIError('TOO_MANY_REQUESTS', {
    code: 'TOO_MANY_ATTEMPTS',
    message: `Too many attempts for this account. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  });
}

async function count(db: Queryable, limit: Limit, email: string, address?: string): Promise<void> {
  refuseAbove(limit, await hitLimit(db, keyOf(limit, email, address), limit.seconds));
}

/**
 * Counts an attempt before the password is looked at, so that many at once cannot slip through; one that
 * was right is taken back by `forgivePassword`. Throws 429 TOO_MANY_ATTEMPTS.
 */
export async function countPassword(db: Queryable, email: string, address: string): Promise<void> {
  await count(db, PASSWORD_HERE, email, address);
  await count(db, PASSWORD_ANYWHERE, email);
}

/** Requests of one address in a minute, by path. A whole neighbourhood shares one address on a mobile network. */
const VISITS: Readonly<Record<string, number>> = {
  '/sign-in/email': 120,
  '/sign-up/email': 60,
  '/send-verification-email': 40,
  '/request-password-reset': 40,
};
const OTHER_VISITS = 300;

/**
 * Seconds until this address may ask again, or undefined while it may. The library's own limit is not used:
 * its window begins anew with every request, so steady traffic from one address would add up and be shut out.
 */
export async function secondsToWait(
  db: Queryable,
  path: string,
  address: string,
): Promise<number | undefined> {
  const hits = await hitLimit(db, `auth:visit:${path}:${address}`, 60);
  return hits <= (VISITS[path] ?? OTHER_VISITS) ? undefined : 60 - (Math.floor(Date.now() / 1000) % 60);
}

export async function forgivePassword(db: Queryable, email: string, address: string): Promise<void> {
  await forgiveLimit(db, keyOf(PASSWORD_HERE, email, address), PASSWORD_HERE.seconds);
  await forgiveLimit(db, keyOf(PASSWORD_ANYWHERE, email), PASSWORD_ANYWHERE.seconds);
}

/** Throws 429 TOO_MANY_ATTEMPTS. */
export const countCode = (db: Queryable, email: string) => count(db, CODES, email);

/** Counted by what was typed, whether or not there is such an account. Throws 429 TOO_MANY_ATTEMPTS. */
export const countLetter = (db: Queryable, email: string) => count(db, LETTERS, email);
