import { createHash } from 'node:crypto';
import type { Queryable } from '#db/client.ts';
import { MESSAGE_WAIT_SECONDS } from '#shared/account-limits.ts';
import { hitLimit } from '../../limits/limit.repository.ts';
import { beginWait, forgiveLimit, takeLimit } from '../auth.repository.ts';
import { refuse } from '../refuse.ts';
import { networkOf } from './network.ts';

/** The origin of an attempt. */
export interface Source {
  /** IP address. */
  ipAddress: string;
  /** A device known to this shop, and the keys of the accounts that signed in on it. */
  device: { id: string; accounts: readonly string[] } | null;
}

export interface Limit {
  name: string;
  /** Length of the sliding window, seconds: older counts expire gradually. */
  seconds: number;
  max: number;
}

/**
 * Second factors for one account from one IP address; then those from anywhere, of which one IP address has
 * too few to lock the owner out alone. An attacker who knows the password needs six years to guess a code;
 * the owner receives an email every day.
 */
const SECOND_STEPS_HERE: Limit = { name: 'second-step-here', seconds: 60 * 60, max: 5 };
const SECOND_STEPS_ANYWHERE: Limit = { name: 'second-step', seconds: 24 * 60 * 60, max: 150 };
const SECOND_STEPS_DEVICE: Limit = { name: 'second-step-device', seconds: 60 * 60, max: 5 };
/** Emails that a signed-in user requests for their reauthentication. */
const EMAILS_OWN: Limit = { name: 'email-own', seconds: 60 * 60, max: 6 };
/**
 * Texts cost money, and a phone rings at night: limits a day for one number, one account, and one IP address,
 * which on a mobile network serves a whole neighbourhood.
 */
const DAY = 24 * 60 * 60;
const TEXTS_TO: Limit = { name: 'text-to', seconds: DAY, max: 5 };
const TEXTS_OF: Limit = { name: 'text-of', seconds: DAY, max: 10 };
const TEXTS_FROM: Limit = { name: 'text-from', seconds: DAY, max: 100 };

/** The hash keeps emails and IP addresses out of the table of counters in clear, and fits its key. */
export function keyOf(limit: Pick<Limit, 'name'>, email: string, source = ''): string {
  const account = createHash('sha256').update(`${email.trim().toLowerCase()}\n${source}`).digest('base64url');
  return `auth:${limit.name}:${account}`;
}

/** The key of an account, from the typed email or number, for a cookie. */
export const accountKey = (account: string) =>
  createHash('sha256').update(account.trim().toLowerCase()).digest('base64url').slice(0, 22);

/** Seconds until the window ends. */
const leftOf = (seconds: number) => Math.max(1, seconds - (Math.floor(Date.now() / 1000) % seconds));

/** Counts one more; returns the seconds to wait when there is no room, and 0 when it was counted. */
export const takeRoom = async (
  db: Queryable,
  limit: Limit,
  account: string,
  source?: string,
): Promise<number> => (await takeLimit(db, keyOf(limit, account, source), limit.max, limit.seconds)).wait;

/** Takes one back. */
export const giveBack = (db: Queryable, limit: Limit, account: string, source?: string): Promise<void> =>
  forgiveLimit(db, keyOf(limit, account, source), limit.seconds);

/** The device's id, if the account signed in on it before. */
export const deviceOf = (account: string, { device }: Source) =>
  device?.accounts.includes(accountKey(account)) ? device.id : null;

/**
 * Requests of one IP address in a minute, by path. On a mobile network a whole neighbourhood shares one IP
 * address.
 */
const VISITS: Readonly<Record<string, number>> = {
  // Each costs the shop some work.
  '/captcha': 120,
  // Every page that waits for its email polls every few seconds.
  '/registration': 3_000,
  '/sign-in/email': 120,
  '/sign-up/email': 60,
  '/send-verification-email': 40,
  '/request-password-reset': 40,
  '/sign-in/phone': 120,
  '/sign-in/send-code': 40,
  '/two-factor/verify-totp': 120,
  '/two-factor/verify-backup-code': 60,
  '/passkey/verify-authentication': 120,
  '/passkey/generate-register-options': 60,
};
const OTHER_VISITS = 300;

/**
 * Seconds until this IP address may request again, or undefined while it may. The library's own limit is not
 * used: its window restarts with every request, so steady traffic from one IP address would add up and be
 * refused.
 */
export async function secondsToWait(
  db: Queryable,
  path: string,
  ipAddress: string,
): Promise<number | undefined> {
  const hits = await hitLimit(db, `auth:visit:${path}:${ipAddress}`, 60);
  return hits <= (VISITS[path] ?? OTHER_VISITS) ? undefined : leftOf(60);
}

type SecondFactor = 'app' | 'backup_code';

/**
 * Limits of a second factor: codes of the app and backup codes are counted separately, so that one remains
 * when the other is used up.
 */
function secondFactorLimits(
  kind: SecondFactor,
  email: string,
  source: Source,
): [Limit, string | undefined][] {
  const named = (limit: Limit): Limit => ({ ...limit, name: `${limit.name}:${kind}` });
  const device = deviceOf(email, source);
  return device
    ? [[named(SECOND_STEPS_DEVICE), device]]
    : [
        [named(SECOND_STEPS_HERE), source.ipAddress],
        [named(SECOND_STEPS_ANYWHERE), undefined],
      ];
}

/**
 * Counts a second factor before its code is checked; `forgiveSecondFactor` takes a correct one back. Returns
 * the count of the widest limit. Throws 429 TOO_MANY_ATTEMPTS.
 */
export async function countSecondFactor(
  db: Queryable,
  kind: SecondFactor,
  email: string,
  source: Source,
): Promise<number> {
  let hits = 0;
  for (const [limit, counted] of secondFactorLimits(kind, email, source)) {
    const taken = await takeLimit(db, keyOf(limit, email, counted), limit.max, limit.seconds);
    if (taken.wait > 0) refuse('TOO_MANY_ATTEMPTS', { seconds: taken.wait });
    hits = taken.hits;
  }
  return hits;
}

export async function forgiveSecondFactor(
  db: Queryable,
  kind: SecondFactor,
  email: string,
  source: Source,
): Promise<void> {
  for (const [limit, counted] of secondFactorLimits(kind, email, source)) {
    await giveBack(db, limit, email, counted);
  }
}

/** Counts an email to a signed-in user; strangers have no part in its count. Throws 429 TOO_MANY_ATTEMPTS. */
export async function countOwnEmail(db: Queryable, userId: string): Promise<void> {
  const seconds = await takeRoom(db, EMAILS_OWN, userId);
  if (seconds > 0) refuse('TOO_MANY_ATTEMPTS', { seconds });
}

/**
 * Admits a text to a number that an account requests: counts it, and starts the wait for the next one. Throws 429
 * TOO_MANY_TEXTS or TOO_SOON; then nothing is counted, and no wait begins.
 */
export async function takeText(
  db: Queryable,
  { number, userId, ipAddress }: { number: string; userId: string; ipAddress: string },
): Promise<void> {
  const taken: [Limit, string][] = [];
  try {
    for (const [limit, account] of [
      [TEXTS_FROM, ipAddress],
      [TEXTS_OF, userId],
      [TEXTS_TO, number],
    ] as const) {
      const seconds = await takeRoom(db, limit, account);
      if (seconds > 0) refuse('TOO_MANY_TEXTS', { seconds });
      taken.push([limit, account]);
    }
    // Last: a page that is told to wait takes the text as sent.
    await takeWait(db, 'text', userId, null);
  } catch (error) {
    await Promise.all(taken.map(([limit, account]) => giveBack(db, limit, account)));
    throw error;
  }
}

type Message = 'confirmation' | 'password' | 'code' | 'text';

const waitKeyOf = (message: Message, account: string, source: Source | null) => {
  const place = source && (deviceOf(account, source) ?? networkOf(source.ipAddress));
  return keyOf({ name: `wait:${message}` }, account, place ?? '');
};

/**
 * Admits one message of a kind from a network or known device, the next after a minute: a stranger elsewhere
 * delays nobody. Counts by the input, whether or not there is such an account. Throws 429 TOO_SOON with the
 * seconds, in Retry-After as well: the page counts them down.
 */
export async function takeWait(
  db: Queryable,
  message: Message,
  account: string,
  source: Source | null,
): Promise<void> {
  const seconds = await beginWait(db, waitKeyOf(message, account, source), MESSAGE_WAIT_SECONDS);
  if (seconds > 0) refuse('TOO_SOON', { seconds });
}

/** Starts the wait for the next message of its kind after one that was sent without a wait. */
export async function startWait(
  db: Queryable,
  message: Message,
  account: string,
  source: Source,
): Promise<void> {
  await beginWait(db, waitKeyOf(message, account, source), MESSAGE_WAIT_SECONDS);
}
