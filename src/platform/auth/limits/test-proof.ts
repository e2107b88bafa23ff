import { pbkdf2Sync } from 'node:crypto';
import type { Challenge } from 'altcha-lib/types';
import type { testBrowser } from '../test-browser.ts';

/** The browser's answer to a problem, and the number of attempts it took. */
export function solveProof(challenge: Challenge): { answer: string; tries: number } {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const saltBytes = Buffer.from(salt, 'hex');
  const prefix = Buffer.from(keyPrefix, 'hex');
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(4)]);
  for (let counter = 0; ; counter++) {
    password.writeUInt32BE(counter, password.length - 4);
    const key = pbkdf2Sync(password, saltBytes, cost, keyLength, 'sha256');
    if (prefix.compare(key, 0, prefix.length) !== 0) continue;
    const payload = { challenge, solution: { counter, derivedKey: key.toString('hex') } };
    return { answer: Buffer.from(JSON.stringify(payload)).toString('base64'), tries: counter + 1 };
  }
}

/**
 * Attempts that a slow phone makes in a second with all its cores: 300,000 rounds of SHA-256, 10,000 an
 * attempt.
 */
const PHONE_TRIES = 30;

/**
 * Posts as the page does: solves the problem of a refusal and sends the request again. `seconds`: time for a
 * slow phone.
 */
export async function postWithProof(
  browser: Pick<ReturnType<typeof testBrowser>, 'post'>,
  path: string,
  body: unknown,
) {
  let tries = 0;
  let answer = await browser.post(path, body);
  for (let attempt = 0; attempt < 3 && answer.body?.proof; attempt++) {
    const solved = solveProof(answer.body.proof);
    tries += solved.tries;
    answer = await browser.post(path, body, { 'x-proof-of-work': solved.answer });
  }
  return { ...answer, seconds: tries / PHONE_TRIES };
}
