import { workerUrl } from '#shared/script-policies.ts';
import workScript from './proof-of-work-worker.ts?worker&url';

const GIVE_UP_MS = 90_000;

/**
 * Tries answers to a problem of the shop's until one is right: several workers share the tries, and the one that finds
 * it ends the others. Gives the text to send. Throws what `signal` was aborted with, and whatever a worker fails with.
 */
export async function solve(challenge: unknown, signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted();
  const count = Math.min(4, Math.max(1, navigator.hardwareConcurrency ?? 1));
  const workers = Array.from({ length: count }, () => new Worker(workerUrl(workScript), { type: 'module' }));
  const aborted = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason)),
  );
  try {
    const solution = await Promise.race([
      aborted,
      ...workers.map(
        (worker, counterStart) =>
          new Promise((resolve, reject) => {
            worker.onerror = () => reject(new Error('A worker ended'));
            worker.onmessage = ({ data }) => (data?.derivedKey ? resolve(data) : reject(data));
            worker.postMessage({
              type: 'work',
              challenge,
              counterStart,
              counterStep: count,
              timeout: GIVE_UP_MS,
            });
          }),
      ),
    ]);
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    for (const worker of workers) worker.terminate();
  }
}
