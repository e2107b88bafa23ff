import { hkdfSync, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { z } from 'zod';
import type { Orm } from '#db/client.ts';
import type { CaptchaDeps, CaptchaKind } from './kind.ts';
import { insertSpent } from './spent.repository.ts';

const ALGORITHM = 'PBKDF2/SHA-256';
/**
 * One try is so many rounds of SHA-256, and on average 60 tries find the answer: a second or two of a cheap phone's
 * cores, while the person types. Making a problem costs the shop one try, judging an answer nothing. Few long tries
 * rather than many short ones: between two of them a busy phone does something else.
 */
const ROUNDS = 10_000;
const TRIES = 60;
/** Seconds in which a problem can be answered; the form asks for a new one before they are over. */
const GOOD_FOR = 10 * 60;

const answerShape = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(ALGORITHM),
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
      salt: z.string().regex(/^[0-9a-f]{32}$/),
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.string().max(64),
      keySignature: z.string().max(64),
      expiresAt: z.int(),
    }),
    signature: z.string().max(64),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string().max(64) }),
});

export interface ProofDeps {
  /** The shop's own secret. */
  secret: string;
  /** The pool of the role aso_auth. */
  authDb: Orm;
  /** Rounds of a try; tests take few. */
  rounds?: number | undefined;
}

/** Problems of one purpose: an answer to a problem of another purpose is none. */
export interface Proofs {
  /** A problem whose answer takes so many tries on average, a third more or less. */
  create(tries: number): Promise<Challenge>;
  /** Whether this answers a problem of this purpose for the first time, in time. */
  check(answer: string): Promise<boolean>;
}

/** ALTCHA: the shop signs a problem, the browser works on it, and the shop judges the answer by itself. */
export function proofsFor(purpose: string, { secret, authDb, rounds = ROUNDS }: ProofDeps): Proofs {
  // Keys of their own, so that a signature of one purpose is none of another.
  const keyFor = (what: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `${purpose} ${what}`, 32)).toString('hex');
  const hmacSignatureSecret = keyFor('problem');
  const hmacKeySignatureSecret = keyFor('answer');
  return {
    create: (tries) =>
      createChallenge({
        algorithm: ALGORITHM,
        cost: rounds,
        counter: randomInt(Math.floor((tries * 2) / 3), Math.ceil((tries * 4) / 3)),
        deriveKey,
        expiresAt: Math.floor(Date.now() / 1000) + GOOD_FOR,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      }),
    async check(text) {
      const answer = readAnswer(text);
      if (answer?.challenge.parameters.cost !== rounds) return false;
      const { verified } = await verifySolution({
        ...answer,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      if (!verified) return false;
      const { nonce, expiresAt } = answer.challenge.parameters;
      return insertSpent(authDb, nonce, new Date(expiresAt * 1000));
    },
  };
}

/** The captcha that asks nobody outside. */
export function proofOfWork(deps: Pick<CaptchaDeps, 'secret' | 'authDb'>): CaptchaKind {
  const { create, check } = proofsFor('captcha', deps);
  return {
    challenge: () => create(TRIES),
    check: async (answer) => ((await check(answer)) ? 'right' : 'wrong'),
  };
}

/** The answer as the browser sent it, base64 of JSON; null when it is none. */
function readAnswer(text: string) {
  try {
    return answerShape.parse(JSON.parse(Buffer.from(text, 'base64').toString()));
  } catch {
    return null;
  }
}
