import { hkdfSync, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { CaptchaDeps, CaptchaKind } from './kind.ts';
import { insertSpent } from './spent.repository.ts';

const ALGORITHM = 'PBKDF2/SHA-256';
/**
 * One try is so many rounds of SHA-256, and on average 60 tries find the answer: a second or two of a cheap phone's
 * cores, while the person types. Making a problem costs the shop one try, judging an answer nothing. Few long tries
 * rather than many short ones: between two of them a busy phone does something else.
 */
const ROUNDS = 10_000;
const TRIES = { least: 40, most: 80 };
/** Seconds in which a problem can be answered; the form asks for a new one before they are over. */
const GOOD_FOR = 10 * 60;

const answerShape = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(ALGORITHM),
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
      salt: z.string().regex(/^[0-9a-f]{32}$/),
      cost: z.literal(ROUNDS),
      keyLength: z.int(),
      keyPrefix: z.string().max(64),
      keySignature: z.string().max(64),
      expiresAt: z.int(),
    }),
    signature: z.string().max(64),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string().max(64) }),
});

/** ALTCHA: the shop signs a problem, the browser works on it, and the shop judges the answer by itself. */
export function proofOfWork({ secret, authDb }: Pick<CaptchaDeps, 'secret' | 'authDb'>): CaptchaKind {
  // Keys of their own, so that a signature of one purpose is none of another.
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)).toString('hex');
  const hmacSignatureSecret = keyFor('captcha problem');
  const hmacKeySignatureSecret = keyFor('captcha answer');
  return {
    challenge: () =>
      createChallenge({
        algorithm: ALGORITHM,
        cost: ROUNDS,
        counter: randomInt(TRIES.least, TRIES.most),
        deriveKey,
        expiresAt: Math.floor(Date.now() / 1000) + GOOD_FOR,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      }),
    async check(text) {
      const answer = readAnswer(text);
      if (!answer) return 'wrong';
      const { verified } = await verifySolution({
        ...answer,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      if (!verified) return 'wrong';
      const { nonce, expiresAt } = answer.challenge.parameters;
      return (await insertSpent(authDb, nonce, new Date(expiresAt * 1000))) ? 'right' : 'wrong';
    },
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
