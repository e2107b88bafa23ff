import type { GenericEndpointContext } from 'better-auth';
import type { Queryable } from '#db/client.ts';
import { PROOF_HEADER } from '#shared/captcha/captcha-rules.ts';
import { findHits } from '../auth.repository.ts';
import { refuse } from '../refuse.ts';
import { emailOf } from '../request.ts';
import { sourceOf } from '../session/known-device.ts';
import { type Attempt, type Counter, EMAILS_SENT, type Kind, RULES, type Rule } from './attempt-rules.ts';
import { deviceOf, giveBack, keyOf, type Source, takeRoom, takeWait } from './limits.ts';
import { hardnessOf, type SignInProofs } from './sign-in-proofs.ts';

/** Counts one more of each, or of none when one of them has no room. */
async function takeAll(db: Queryable, counters: readonly Counter[]): Promise<boolean> {
  for (const [at, counter] of counters.entries()) {
    if ((await takeRoom(db, ...counter)) === 0) continue;
    await Promise.all(counters.slice(0, at).map((taken) => giveBack(db, ...taken)));
    return false;
  }
  return true;
}

/**
 * Counts one more of the first that has room. Returns the seconds until one has, 0 when it was counted or the
 * list is empty.
 */
async function takeFirst(db: Queryable, counters: readonly Counter[]): Promise<number> {
  const waits: number[] = [];
  for (const counter of counters) {
    const wait = await takeRoom(db, ...counter);
    if (wait === 0) return 0;
    waits.push(wait);
  }
  return waits.length > 0 ? Math.min(...waits) : 0;
}

const hitsOf = (db: Queryable, [limit, account, source]: Counter) =>
  findHits(db, keyOf(limit, account, source), limit.seconds);

/**
 * Admits an attempt: without a proof while there is room, then for a proof of work. Counts before the
 * password or code is checked, so that concurrent attempts cannot exceed the limit, and by the input, so that
 * an account that does not exist gets the same answer. Throws 429 PROOF_REQUIRED with a problem, and
 * TOO_MANY_ATTEMPTS.
 */
async function admit(db: Queryable, proofs: SignInProofs, rule: Rule, attempt: Attempt): Promise<void> {
  const { purpose, free, proven, counted, step } = rule;
  async function subject() {
    const [first, second] = proven;
    const isHardest = first && second && (await hitsOf(db, first)) >= first[0].max;
    const hardness = hardnessOf(await hitsOf(db, counted), step, isHardest);
    return { purpose, account: attempt.account, hardness };
  }
  if (attempt.proof) {
    if (!(await proofs.accept(attempt.proof, await subject()))) await proofs.demand(await subject());
    refuseUnless(await takeFirst(db, proven), rule);
  } else if (!(await takeAll(db, free))) {
    // Requires no proof where none would help.
    refuseUnless(await waitFor(db, proven), rule);
    await proofs.demand(await subject());
  }
  await takeRoom(db, ...counted);
}

function refuseUnless(wait: number, { network, instead }: Rule): void {
  if (wait > 0) refuse('TOO_MANY_ATTEMPTS', { seconds: wait, network, instead });
}

/** Seconds until one of the counters has room, 0 while one has or the list is empty; counts nothing. */
async function waitFor(db: Queryable, counters: readonly Counter[]): Promise<number> {
  for (const counter of counters) {
    if ((await hitsOf(db, counter)) < counter[0].max) return 0;
  }
  const wait = await takeFirst(db, counters);
  if (wait === 0 && counters[0]) await giveBack(db, ...counters[0]);
  return wait;
}

/**
 * Takes a successful attempt back. With a proof, takes back from the second counter where the first has no
 * room; or from the last of the first.
 */
async function forgive(db: Queryable, { free, proven, counted }: Rule, { proof }: Attempt): Promise<void> {
  const [first, second] = proven;
  const isSecond = first && second && (await hitsOf(db, first)) >= first[0].max;
  const taken = proof ? proven.slice(isSecond ? 1 : 0).slice(0, 1) : free;
  await Promise.all([...taken, counted].map((counter) => giveBack(db, ...counter)));
}

/** Attempts of a request: at a password, a code, a code that is valid in one browser only, or for an email. */
export interface Attempts {
  /**
   * Admits an attempt at `account`, the email or number as typed: see `admit`. For an email `takeEmail` decides whether
   * it is sent.
   */
  admit(kind: Kind, ctx: GenericEndpointContext, account?: string): Promise<void>;
  /** Takes a correct password or code back. */
  forgive(kind: Kind, ctx: GenericEndpointContext, account?: string): Promise<void>;
  /**
   * Admits a request for an email, a minute after the one before; throws TOO_SOON. A proof of work ends that wait:
   * otherwise a stranger in the user's network who requests an email every minute would use up all of them.
   */
  admitNextEmail(kind: Exclude<EmailKind, 'emailChange'>, ctx: GenericEndpointContext): Promise<void>;
}

export function createAttempts(db: Queryable, proofs: SignInProofs): Attempts {
  const attemptOf = (ctx: GenericEndpointContext, account = emailOf(ctx)): Attempt => ({
    account,
    source: sourceOf(ctx),
    proof: ctx.headers?.get(PROOF_HEADER),
  });
  return {
    admit: (kind, ctx, account) => admitAttempt(db, proofs, kind, attemptOf(ctx, account)),
    async forgive(kind, ctx, account) {
      const attempt = attemptOf(ctx, account);
      await forgive(db, RULES[kind](attempt), attempt);
    },
    async admitNextEmail(kind, ctx) {
      const attempt = attemptOf(ctx);
      await admitAttempt(db, proofs, 'email', attempt);
      if (!attempt.proof) await takeWait(db, kind, attempt.account, attempt.source);
    },
  };
}

/** The same for any attempt. */
export const admitAttempt = (db: Queryable, proofs: SignInProofs, kind: Kind, attempt: Attempt) =>
  admit(db, proofs, RULES[kind](attempt), attempt);

export type EmailKind = 'confirmation' | 'password' | 'code' | 'emailChange';

/**
 * Counts an email before it is sent to a mailbox. Returns the seconds to wait, 0 when it may be sent.
 * Otherwise the newest of its kind is valid instead.
 */
export function takeEmail(
  db: Queryable,
  kind: EmailKind,
  { account, source }: Pick<Attempt, 'account'> & { source?: Source },
): Promise<number> {
  const limit = { ...EMAILS_SENT, name: `${EMAILS_SENT.name}:${kind}` };
  return takeRoom(db, limit, account, (source && deviceOf(account, source)) ?? '');
}
