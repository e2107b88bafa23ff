import { QueueFull } from '#platform/work-queue.ts';

/** Limits concurrency: at most `running` calls run, `waiting` more are queued, others throw QueueFull. */
export function createLimiter(running: number, waiting: number) {
  let busy = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy >= running) {
      if (queue.length >= waiting) throw new QueueFull('Too many calls are waiting');
      // A finished call hands over its slot directly, so that no new call takes it.
      await new Promise<void>((go) => queue.push(go));
    } else {
      busy++;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else busy--;
    }
  };
}

export type Limiter = ReturnType<typeof createLimiter>;
