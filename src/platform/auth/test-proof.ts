import { pbkdf2Sync } from 'node:crypto';
import type { Challenge } from 'altcha-lib/types';

/** What a browser sends for a problem, and how many tries it took. */
export function solveProof(challenge: Challenge): { answer: string; tries: number } {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(4)]);
  for (let counter = 0; ; counter++) {
    password.writeUInt32BE(counter, password.length - 4);
    const derivedKey = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString(
      'hex',
    );
    if (!derivedKey.startsWith(keyPrefix)) continue;
    const payload = { challenge, solution: { counter, derivedKey } };
    return { answer: Buffer.from(JSON.stringify(payload)).toString('base64'), tries: counter + 1 };
  }
}
