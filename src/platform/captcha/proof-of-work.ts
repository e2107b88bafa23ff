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
 * One attempt is this many rounds of SHA-256, and on average 60 attempts find the answer: one or two seconds of a
 * cheap phone's cores, while the user types. Creating a challenge costs the shop one attempt, checking an answer
 * nothing. A few long attempts instead of many short ones, because a busy phone does other work between two of them.
 */
const ROUNDS = 10_000;
const TRIES = 60;
/** Lifetime of a challenge in seconds; the form requests a new one before it expires. */
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
  /** The secret of the shop. */
  secret: string;
  /** The pool of the role aso_auth. */
  authDb: Orm;
  /** Rounds of an attempt; tests use few. */
  rounds?: number | undefined;
}

/** Challenges of one purpose: an answer to a challenge of another purpose is invalid. */
export interface Proofs {
  /** Creates a challenge that takes this many attempts on average, a third more or less. */
  create(tries: number): Promise<Challenge>;
  /** Whether this is the first answer to an unexpired challenge of this purpose. */
  check(answer: string): Promise<boolean>;
}

/** ALTCHA: the shop signs a challenge, the browser solves it, and the shop checks the answer itself. */
export function proofsFor(purpose: string, { secret, authDb, rounds = ROUNDS }: ProofDeps): Proofs {
  // Separate keys, so that a signature is valid for one purpose only.
  const keyFor = (use: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `${purpose} ${use}`, 32)).toString('hex');
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

/** The captcha without an external provider. */
export function proofOfWork(deps: Pick<CaptchaDeps, 'secret' | 'authDb'>): CaptchaKind {
  const { create, check } = proofsFor('captcha', deps);
  return {
    challenge: () => create(TRIES),
    check: async (answer) => ((await check(answer)) ? 'right' : 'wrong'),
  };
}

/** Decodes the browser's answer, base64 of JSON; null if it is malformed. */
function readAnswer(text: string) {
  try {
    return answerShape.parse(JSON.parse(Buffer.from(text, 'base64').toString()));
  } catch {
    return null;
  }
}
