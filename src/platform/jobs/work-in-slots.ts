import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';

/** How often a worker that nothing wakes polls by itself. */
const UNWOKEN_SECONDS = 60 * 60;

interface Slots {
  /** Jobs that run at the same time. */
  slots: number;
  /** How often all slots together poll while there is no job. */
  pollingSeconds: number;
}

/**
 * Runs the jobs of a queue until `boss` stops, each in a worker of its own: its result is recorded as soon as it ends,
 * and a slow job delays no other, as it would in a batch. An idle worker is woken to poll; one that found a job wakes the
 * next, and polls again as soon as its job has ended.
 */
export async function workInSlots<T extends object>(
  boss: PgBoss,
  name: string,
  { slots, pollingSeconds }: Slots,
  run: (job: JobWithMetadata<T>) => Promise<JobResult>,
): Promise<void> {
  const idle = new Set<string>();
  const wakeNext = () => {
    const [next] = idle;
    if (!next) return;
    // In turn, so that one whose poll hangs does not hold up the queue.
    idle.delete(next);
    idle.add(next);
    boss.notifyWorker(next);
  };
  const options = {
    pollingIntervalSeconds: UNWOKEN_SECONDS,
    includeMetadata: true,
    perJobResults: true,
  } as const;
  for (let slot = 0; slot < slots; slot++) {
    const worker = await boss.work<T>(name, options, async (jobs) => {
      idle.delete(worker);
      wakeNext();
      boss.notifyWorker(worker);
      // A job that takes longer than its time is given up, and its worker goes on without it.
      for (const { signal } of jobs) signal.addEventListener('abort', () => idle.add(worker));
      try {
        return await Promise.all((jobs as JobWithMetadata<T>[]).map(run));
      } finally {
        idle.add(worker);
      }
    });
    idle.add(worker);
  }
  const polling = setInterval(wakeNext, pollingSeconds * 1000);
  boss.once('stopped', () => clearInterval(polling));
}
