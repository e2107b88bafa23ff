import { setTimeout as sleep } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';

interface Work<T> {
  /** Jobs that run at the same time. */
  slots: number;
  pollingMs: number;
  run(job: JobWithMetadata<T>, signal: AbortSignal): Promise<void>;
  onError(error: unknown, job?: JobWithMetadata<T>): void;
}

/**
 * Runs the jobs of a queue, each as soon as one of `slots` is free: unlike in a batch of `boss.work`, a slow job does not
 * keep the next from beginning. `stop` aborts the signal of running jobs and waits for them.
 */
export function workInSlots<T extends object>(boss: PgBoss, name: string, work: Work<T>) {
  const over = new AbortController();
  const running = new Set<Promise<void>>();

  async function settle(job: JobWithMetadata<T>): Promise<void> {
    try {
      await work.run(job, over.signal);
      await boss.complete(name, job.id);
    } catch (error) {
      work.onError(error, job);
      await boss.fail(name, job.id, { message: String((error as Error)?.message ?? error) });
    }
  }

  async function poll(): Promise<void> {
    const free = work.slots - running.size;
    if (free === 0) return;
    const jobs = await boss.fetch<T>(name, { batchSize: free, includeMetadata: true });
    for (const job of jobs) {
      const one: Promise<void> = settle(job)
        .catch(work.onError)
        .finally(() => running.delete(one));
      running.add(one);
    }
  }

  const polling = (async () => {
    while (!over.signal.aborted) {
      await poll().catch((error: unknown) => work.onError(error));
      await sleep(work.pollingMs, undefined, { signal: over.signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      over.abort();
      await polling;
      await Promise.all(running);
    },
  };
}
