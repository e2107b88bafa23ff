import { AsyncLocalStorage } from 'node:async_hooks';
import type { Passwords } from '../auth-part.ts';

/**
 * Remembers which stored hash the password of a request was compared with: comparing takes time, and a password that
 * was replaced in the meantime must open nothing.
 */
export function verifiedHashes({ hash, verify }: Passwords) {
  const running = new AsyncLocalStorage<{ hash: string | null }>();
  return {
    passwords: {
      hash,
      async verify(input) {
        const isRight = await verify(input);
        const request = running.getStore();
        if (isRight && request) request.hash = input.hash;
        return isRight;
      },
    } satisfies Passwords,
    /** The hash of the correct password of this request; null without one. */
    verifiedHash: () => running.getStore()?.hash ?? null,
    /** Runs one request. */
    inRequest: <T>(work: () => Promise<T>): Promise<T> => running.run({ hash: null }, work),
  };
}
