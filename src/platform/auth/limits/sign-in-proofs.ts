import { CAPTCHA_MOST } from '#shared/captcha/captcha-rules.ts';
import { type ProofDeps, proofsFor } from '../../captcha/proof-of-work.ts';
import { refuse } from '../refuse.ts';
import { accountKey } from './limits.ts';

/** Attempts for the easiest proof: a second or two on a cheap phone. */
const EASIEST = 60;
/** Doublings by what was counted against the account, 480 attempts: 8 to 16 seconds on a cheap phone. */
const HARD = 3;
/** Doublings of the hardest proof, 960 attempts, a third more at most: 43 seconds on a cheap phone. */
const HARDEST = 4;

export type ProofPurpose = 'password' | 'code' | 'email';

/** The purpose of a proof. It is valid for no other account and no other purpose. */
export interface ProofSubject {
  purpose: ProofPurpose;
  /** The email or number as typed. */
  account: string;
  /** Doublings of the work. */
  hardness: number;
}

export interface SignInProofs {
  /**
   * Whether `answer` is an unused proof for this subject, as hard as required or one step easier; consumes
   * it.
   */
  accept(answer: string, subject: ProofSubject): Promise<boolean>;
  /** Refuses with 429 PROOF_REQUIRED and a problem. */
  demand(subject: ProofSubject): Promise<never>;
}

/** One doubling for every multiple of `step`, up to a bound. */
export const hardnessOf = (counted: number, step: number, isHardest = false): number =>
  isHardest ? HARDEST : Math.min(HARD, Math.max(0, Math.ceil((counted - step) / step)));

/** Proofs of work for requests beyond a limit. */
export function signInProofs(deps: ProofDeps): SignInProofs {
  // The hardness is in the key as well: an easy problem that was fetched early is worthless later.
  const proofsOf = ({ purpose, account }: ProofSubject, hardness: number) =>
    proofsFor(`sign-in ${purpose} ${accountKey(account)} ${hardness}`, deps);
  return {
    async accept(answer, subject) {
      if (answer.length > CAPTCHA_MOST) return false;
      // It may have become harder while the browser worked.
      for (let hardness = HARDEST; hardness >= Math.max(0, subject.hardness - 1); hardness--) {
        if (await proofsOf(subject, hardness).check(answer)) return true;
      }
      return false;
    },
    async demand(subject) {
      const proof = await proofsOf(subject, subject.hardness).create(EASIEST * 2 ** subject.hardness);
      return refuse('PROOF_REQUIRED', {}, { proof });
    },
  };
}
