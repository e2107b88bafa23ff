import { createHash } from 'node:crypto';
import { APIError } from 'better-auth/api';
import type { Queryable } from '#db/client.ts';
import { beginWait, forgiveLimit, hitLimit } from './auth.repository.ts';

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
/**
 * Second steps for one account from one address; then those from anywhere, of which one address has too few to shut
 * the owner out alone. Whoever knows the password guesses a code in six years; the owner gets a letter every day.
 */
const SECOND_STEPS_HERE: Limit = { name: 'second-step-here', seconds: 60 * 60, max: 5 };
const SECOND_STEPS_ANYWHERE: Limit = { name: 'second-step', seconds: 24 * 60 * 60, max: 150 };
/** Letters to one mailbox, so that nobody is flooded through this shop. */
const LETTERS: Limit = { name: 'letter', seconds: 60 * 60, max: 6 };
/**
 * Texts cost money, and their telephone rings at night: so many in a day to one number, from one account, and from
 * one client address, which on a mobile network is a whole neighbourhood's.
 */
const DAY = 24 * 60 * 60;
const TEXTS_TO: Limit = { name: 'text-to', seconds: DAY, max: 5 };
const TEXTS_OF: Limit = { name: 'text-of', seconds: DAY, max: 10 };
const TEXTS_FROM: Limit = { name: 'text-from', seconds: DAY, max: 100 };
/** Seconds between two messages of one kind to one person. */
const WAIT = 60;

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
  '/sign-in/phone': 120,
  '/sign-in/send-code': 40,
  '/passkey/generate-authenticate-options': 120,
  '/passkey/verify-authentication': 60,
  '/passkey/generate-register-options': 20,
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

type SecondStep = 'app' | 'backup_code';
const byKind = (limit: Limit, kind: SecondStep): Limit => ({ ...limit, name: `${limit.name}:${kind}` });

/**
 * Counts a second step before its code is looked at; one that was right is taken back by `forgiveSecondStep`. Gives
 * how many there were in the day. Throws 429 TOO_MANY_ATTEMPTS.
 */
export async function countSecondStep(
  db: Queryable,
  kind: SecondStep,
  email: string,
  address: string,
): Promise<number> {
  await count(db, byKind(SECOND_STEPS_HERE, kind), email, address);
  const limit = byKind(SECOND_STEPS_ANYWHERE, kind);
  const hits = await hitLimit(db, keyOf(limit, email), limit.seconds);
  refuseAbove(limit, hits);
  return hits;
}

export async function forgiveSecondStep(
  db: Queryable,
  kind: SecondStep,
  email: string,
  address: string,
): Promise<void> {
  const [here, anywhere] = [SECOND_STEPS_HERE, SECOND_STEPS_ANYWHERE].map((limit) => byKind(limit, kind));
  await forgiveLimit(db, keyOf(here!, email, address), here!.seconds);
  await forgiveLimit(db, keyOf(anywhere!, email), anywhere!.seconds);
}

/** Throws 429 TOO_MANY_ATTEMPTS. */
export const countCode = (db: Queryable, email: string) => count(db, CODES, email);

/** Counted by what was typed, whether or not there is such an account. Throws 429 TOO_MANY_ATTEMPTS. */
export const countLetter = (db: Queryable, email: string) => count(db, LETTERS, email);

/** That count's key, its most and its window in seconds, for what is no request to sign-in. */
export const letterLimit = (email: string) => [keyOf(LETTERS, email), LETTERS.max, LETTERS.seconds] as const;

/** A text to a number that an account asks for. Throws 429 TOO_MANY_TEXTS. */
export async function countText(
  db: Queryable,
  { number, userId, address }: { number: string; userId: string; address: string },
): Promise<void> {
  for (const [limit, who] of [
    [TEXTS_FROM, address],
    [TEXTS_OF, userId],
    [TEXTS_TO, number],
  ] as const) {
    const hits = await hitLimit(db, keyOf(limit, who), limit.seconds);
    if (hits <= limit.max) continue;
    const seconds = limit.seconds - (Math.floor(Date.now() / 1000) % limit.seconds);
    throw new APIError(
      'TOO_MANY_REQUESTS',
      { code: 'TOO_MANY_TEXTS', message: 'So many texts were sent today. Please try again tomorrow.' },
      { 'retry-after': String(seconds) },
    );
  }
}

type Message = 'confirmation' | 'password' | 'code' | 'text';

const waitKeyOf = (message: Message, who: string) =>
  keyOf({ name: `wait:${message}`, seconds: 0, max: 0 }, who);

/**
 * Lets one message of a kind through to somebody, the next after a minute; counted by what was typed, whether or not
 * there is such an account. Throws 429 TOO_SOON with the seconds, in Retry-After as well: the page counts them down.
 */
export async function takeWait(db: Queryable, message: Message, who: string): Promise<void> {
  const seconds = await beginWait(db, waitKeyOf(message, who), WAIT);
  if (seconds === 0) return;
  throw new APIError(
    'TOO_MANY_REQUESTS',
    {
      code: 'TOO_SOON',
      message: `A message was sent a moment ago. Please look for it, or try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
    },
    { 'retry-after': String(seconds) },
  );
}

/** A message is sent that may be sent at any time; the next one of its kind waits all the same. */
export async function startWait(db: Queryable, message: Message, who: string): Promise<void> {
  await beginWait(db, waitKeyOf(message, who), WAIT);
}
