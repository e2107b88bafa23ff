import type { GenericEndpointContext } from 'better-auth';
import type { Queryable } from '#db/client.ts';
import { PROOF_HEADER } from '#shared/captcha/captcha-rules.ts';
import { findHits } from '../auth.repository.ts';
import { refuse } from '../refuse.ts';
import { emailOf } from '../request.ts';
import { sourceOf } from '../session/known-device.ts';
import { deviceOf, giveBack, keyOf, type Limit, type Source, takeRoom, takeWait } from './limits.ts';
import { networkOf } from './network.ts';
import { hardnessOf, type ProofPurpose, type SignInProofs } from './sign-in-proofs.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/**
 * Wrong passwords without a proof of work: for one account from one network, for one account from anywhere,
 * and from one IP address for all accounts. Beyond any of them each costs a proof. A device on which the
 * account was signed in before is counted separately and by nothing else.
 */
const PASSWORD_HERE: Limit = { name: 'password-here', seconds: 15 * 60, max: 10 };
const PASSWORD_ANYWHERE: Limit = { name: 'password', seconds: HOUR, max: 30 };
const PASSWORD_FROM: Limit = { name: 'password-from', seconds: HOUR, max: 100 };
const PASSWORD_DEVICE: Limit = { name: 'password-device', seconds: 15 * 60, max: 10 };
/**
 * Wrong passwords with a proof: for one account from one network or known device, and then, each for the
 * hardest proof, for one account from anywhere. The second keeps a neighbour from locking the owner out with
 * a few proofs; both bound a guesser with unlimited computing power.
 */
const PASSWORD_PROVEN: Limit = { name: 'password-proven', seconds: HOUR, max: 6 };
const PASSWORD_HARDEST: Limit = { name: 'password-hardest', seconds: HOUR, max: 1_000 };

/**
 * Wrong six-digit codes: for one account from one network, with a proof or without, so that no other network
 * is refused; from anywhere, and from one IP address for all accounts, without a proof.
 */
const CODES_HERE: Limit = { name: 'code-here', seconds: DAY, max: 5 };
const CODES_ANYWHERE: Limit = { name: 'code', seconds: HOUR, max: 10 };
const CODES_FROM: Limit = { name: 'code-from', seconds: HOUR, max: 200 };
const CODES_DEVICE: Limit = { name: 'code-device', seconds: HOUR, max: 10 };

/** Emails requested without a proof: well below the maximum of a mailbox. */
const EMAILS_HERE: Limit = { name: 'email-here', seconds: HOUR, max: 3 };
const EMAILS_ANYWHERE: Limit = { name: 'email', seconds: HOUR, max: 4 };
const EMAILS_FROM: Limit = { name: 'email-from', seconds: HOUR, max: 200 };
const EMAILS_DEVICE: Limit = { name: 'email-device', seconds: HOUR, max: 6 };
/**
 * Maximum of emails of one kind to a mailbox, with a proof or without; those that a known device requests are
 * counted by that device alone. When it is reached the newest email is valid instead of another one: it is at
 * most 36 minutes old, and its link and code are valid for an hour.
 */
const EMAILS_SENT: Limit = { name: 'email-sent', seconds: HOUR / 2, max: 5 };

/** No maximum: the count sets the hardness of the next proof. */
const NO_END = 2 ** 31 - 1;
const tries = (purpose: ProofPurpose): Limit => ({ name: `${purpose}-failures`, seconds: HOUR, max: NO_END });

/** A limit with the account and the network, device or IP address that it counts. */
type Counter = readonly [limit: Limit, account: string, source?: string];

export interface Attempt {
  /** The email or number as typed. */
  account: string;
  source: Source;
  /** The answer to a proof of work that came with the request. */
  proof: string | null | undefined;
}

/** Limits and proofs for attempts of one kind. */
interface Rule {
  purpose: ProofPurpose;
  /**
   * Without a proof all of them are counted; the one a guesser spends first comes first, so that the others
   * are not queried.
   */
  free: readonly Counter[];
  /**
   * With a proof the first that has room is counted; from the second on it is the hardest proof. Empty: no
   * bound.
   */
  proven: readonly Counter[];
  /**
   * Counts every attempt. Its count, in multiples of the free attempts, sets the hardness of the next proof.
   */
  counted: Counter;
  step: number;
  /** What a refusal says of where the attempts came from, and the alternative that it offers. */
  network: string;
  instead: string;
}

const FROM_YOUR_NETWORK = ' from your network';

function passwordRule({ account, source }: Attempt): Rule {
  const device = deviceOf(account, source);
  const network = networkOf(source.ipAddress);
  return {
    purpose: 'password',
    free: device
      ? [[PASSWORD_DEVICE, account, device]]
      : [
          [PASSWORD_ANYWHERE, account],
          [PASSWORD_HERE, account, network],
          [PASSWORD_FROM, '', source.ipAddress],
        ],
    proven: [
      [PASSWORD_PROVEN, account, device ?? network],
      [PASSWORD_HARDEST, account],
    ],
    counted: [tries('password'), account, device ?? ''],
    step: PASSWORD_ANYWHERE.max,
    network: '',
    instead: ', sign in with a code by email, or choose a new password with ‘Forgot password?’',
  };
}

/** A code of an email that has a link as well. */
const codeRule = (attempt: Attempt): Rule => ({
  ...bareCodeRule(attempt),
  instead: ', or use the link in the newest email',
});

/** A code of an email without a link. */
function bareCodeRule({ account, source }: Attempt): Rule {
  const device = deviceOf(account, source);
  const always: Counter = device
    ? [CODES_DEVICE, account, device]
    : [CODES_HERE, account, networkOf(source.ipAddress)];
  return {
    purpose: 'code',
    free: device ? [always] : [always, [CODES_ANYWHERE, account], [CODES_FROM, '', source.ipAddress]],
    proven: [always],
    counted: [tries('code'), account, device ?? ''],
    step: CODES_ANYWHERE.max,
    network: device ? '' : FROM_YOUR_NETWORK,
    instead: '',
  };
}

/** A code that is valid in one browser only and has its own few attempts. */
const ownCodeRule = ({ source }: Attempt): Rule => ({
  purpose: 'code',
  free: [[CODES_FROM, '', source.ipAddress]],
  proven: [],
  counted: [tries('code'), '', source.ipAddress],
  step: CODES_FROM.max,
  network: FROM_YOUR_NETWORK,
  instead: '',
});

function emailRule({ account, source }: Attempt): Rule {
  const device = deviceOf(account, source);
  return {
    purpose: 'email',
    free: device
      ? [[EMAILS_DEVICE, account, device]]
      : [
          [EMAILS_FROM, '', source.ipAddress],
          [EMAILS_HERE, account, networkOf(source.ipAddress)],
          [EMAILS_ANYWHERE, account],
        ],
    proven: [],
    counted: [tries('email'), account, device ?? ''],
    step: EMAILS_ANYWHERE.max,
    network: '',
    instead: '',
  };
}

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

const RULES = {
  password: passwordRule,
  code: codeRule,
  bareCode: bareCodeRule,
  ownCode: ownCodeRule,
  email: emailRule,
};
type Kind = keyof typeof RULES;

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
