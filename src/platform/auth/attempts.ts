import type { Queryable } from '#db/client.ts';
import { findHits } from './auth.repository.ts';
import { deviceOf, type From, giveBack, keyOf, type Limit, refuseFor, takeRoom } from './limits.ts';
import { networkOf } from './network.ts';
import type { ProofSubject, SignInProofs } from './sign-in-proofs.ts';

const HOUR = 60 * 60;

/**
 * Wrong passwords that are looked at for nothing: for one account from one network, for one account from anywhere, and
 * from one address for all accounts. Beyond any of them each costs a proof of work. A device in which the account was
 * signed in before is counted by itself and by nothing else.
 */
const PASSWORD_HERE: Limit = { name: 'password-here', seconds: 15 * 60, max: 10 };
const PASSWORD_ANYWHERE: Limit = { name: 'password', seconds: HOUR, max: 30 };
const PASSWORD_FROM: Limit = { name: 'password-from', seconds: HOUR, max: 100 };
const PASSWORD_DEVICE: Limit = { name: 'password-device', seconds: 15 * 60, max: 10 };
/**
 * Wrong passwords with a proof, for one account from one network or known device. It bounds what a guesser has who can
 * compute without end. Whoever guesses from the owner's own network shuts out new devices there alone, and not after a
 * password was replaced by email: that makes the device a known one.
 */
const PASSWORD_PROVEN: Limit = { name: 'password-proven', seconds: HOUR, max: 6 };

/** Emails that are asked for without a proof: to one mailbox from one network, to it from anywhere, from one address. */
const EMAILS_HERE: Limit = { name: 'email-here', seconds: HOUR, max: 6 };
const EMAILS_ANYWHERE: Limit = { name: 'email', seconds: HOUR, max: 12 };
const EMAILS_FROM: Limit = { name: 'email-from', seconds: HOUR, max: 200 };
/**
 * Emails that a mailbox gets at most, whoever asks and whatever they prove. Those for a new password are counted by
 * themselves, in a window so short that the last one that was sent is always good for a while yet: it stands for those
 * that are not sent.
 */
const EMAILS_SENT: Limit = { name: 'email-sent', seconds: HOUR, max: 8 };
const RESETS_SENT: Limit = { name: 'reset-sent', seconds: HOUR / 2, max: 4 };

/** Counted without an end: they say how hard the next proof is. */
const NO_END = 2 ** 31 - 1;
const FAILURES: Limit = { name: 'password-failures', seconds: HOUR, max: NO_END };
const EMAILS_ASKED: Limit = { name: 'email-asked', seconds: HOUR, max: NO_END };

/** A limit with whom and where it is counted for. */
type Counter = readonly [limit: Limit, who: string, where?: string];

export interface Attempt {
  /** The address or number as it was typed. */
  account: string;
  from: From;
  /** The answer to a proof of work that came with the request. */
  proof: string | null | undefined;
}

const freeOf = ({ account, from }: Attempt): Counter[] => {
  const device = deviceOf(account, from);
  return device
    ? [[PASSWORD_DEVICE, account, device]]
    : [
        // First what a guesser spends first: the others are then not asked.
        [PASSWORD_ANYWHERE, account],
        [PASSWORD_HERE, account, networkOf(from.address)],
        [PASSWORD_FROM, '', from.address],
      ];
};

const provenOf = ({ account, from }: Attempt): Counter => [
  PASSWORD_PROVEN,
  account,
  deviceOf(account, from) ?? networkOf(from.address),
];
const failuresOf = ({ account, from }: Attempt): Counter => [
  FAILURES,
  account,
  deviceOf(account, from) ?? '',
];

async function subjectOf(
  db: Queryable,
  purpose: ProofSubject['purpose'],
  [{ name, seconds }, account, where]: Counter,
): Promise<ProofSubject> {
  const counted = await findHits(db, keyOf({ name }, account, where), seconds);
  const { max: free } = purpose === 'password' ? PASSWORD_ANYWHERE : EMAILS_ANYWHERE;
  return { purpose, account, counted, free };
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
 * Lets a password be looked at: for nothing while there is room, then for a proof of work. Counted before the look, so
 * that many at once cannot slip through; one that was right is taken back by `forgivePassword`. The same for accounts
 * that do not exist. Throws 429 PROOF_REQUIRED with a problem, and TOO_MANY_ATTEMPTS.
 */
export async function admitPassword(db: Queryable, proofs: SignInProofs, attempt: Attempt): Promise<void> {
  const subject = () => subjectOf(db, 'password', failuresOf(attempt));
  const proven = provenOf(attempt);
  if (attempt.proof) {
    if (!(await proofs.accept(attempt.proof, await subject()))) await proofs.demand(await subject());
    refuseUnless(await takeRoom(db, ...proven));
  } else if (!(await takeAll(db, freeOf(attempt)))) {
    // Where no proof would help none is asked for.
    refuseUnless(await waitOf(db, proven));
    await proofs.demand(await subject());
  }
  await takeRoom(db, ...failuresOf(attempt));
}

function refuseUnless(wait: number): void {
  if (wait > 0)
    refuseFor(
      wait,
      'for this account from your network',
      ', or choose a new password with ‘Forgot password?’',
    );
}

/** Seconds until the counter has room, 0 while it has; counts nothing. */
async function waitOf(db: Queryable, counter: Counter): Promise<number> {
  const [limit, who, where] = counter;
  if ((await findHits(db, keyOf(limit, who, where), limit.seconds)) < limit.max) return 0;
  const wait = await takeRoom(db, ...counter);
  if (wait === 0) await giveBack(db, ...counter);
  return wait;
}

/** A right password does not count. */
export async function forgivePassword(db: Queryable, attempt: Attempt): Promise<void> {
  const counters = attempt.proof ? [provenOf(attempt)] : freeOf(attempt);
  await Promise.all([...counters, failuresOf(attempt)].map((counter) => giveBack(db, ...counter)));
}

/**
 * Lets an email be asked for: for nothing while there is room, then for a proof of work. Counted by what was typed,
 * whether or not there is such an account. Throws 429 PROOF_REQUIRED with a problem.
 */
export async function admitEmail(db: Queryable, proofs: SignInProofs, attempt: Attempt): Promise<void> {
  const { account, from, proof } = attempt;
  const asked: Counter = [EMAILS_ASKED, account];
  const subject = () => subjectOf(db, 'email', asked);
  const isAdmitted = proof
    ? await proofs.accept(proof, await subject())
    : await takeAll(db, [
        [EMAILS_FROM, '', from.address],
        [EMAILS_HERE, account, networkOf(from.address)],
        [EMAILS_ANYWHERE, account],
      ]);
  if (!isAdmitted) await proofs.demand(await subject());
  await takeRoom(db, ...asked);
}

/** An email is about to be sent to a mailbox. Gives the seconds to wait, 0 when it may be sent. */
export const takeEmail = (db: Queryable, email: string): Promise<number> => takeRoom(db, EMAILS_SENT, email);

/** An email for a new password. False when there were so many that the last one stands for it. */
export const takeResetEmail = async (db: Queryable, email: string): Promise<boolean> =>
  (await takeRoom(db, RESETS_SENT, email)) === 0;

/** An email is about to be sent. Throws 429 TOO_MANY_ATTEMPTS when the mailbox had too many. */
export async function countEmail(db: Queryable, email: string): Promise<void> {
  const wait = await takeEmail(db, email);
  if (wait > 0) refuseFor(wait, 'to send messages to this address');
}
