import { pbkdf2Sync } from 'node:crypto';
import type { Challenge } from 'altcha-lib/types';

/** What a browser sends for a problem, and how many tries it took. */
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
