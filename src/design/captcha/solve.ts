import { workerUrl } from '#shared/script-policies.ts';
import workScript from './proof-of-work-worker.ts?worker&url';

const GIVE_UP_MS = 90_000;

/**
 * Solves a challenge of the server: several workers share the search, and the first result ends the others.
 * Returns the text to send. Throws the reason of `signal`, or a worker's failure.
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
