/** More work waits than is worth waiting for. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

interface Job {
  key: string;
  run: () => Promise<void>;
}

export interface WorkQueue {
  /**
   * Runs `work` when its turn comes; never two of one `key` at once. Work in the background runs alone,
   * while nobody waits. Throws QueueFull when too many wait, in all or of this `key`, which background work does not
   * count as.
   */
  add<T>(key: string, work: () => Promise<T>, options?: { background?: boolean }): Promise<T>;
  readonly waiting: number;
}

/** Heavy work, a few at a time. */
export function createWorkQueue({
  atOnce,
  maxWaiting,
  maxWaitingOfKey = maxWaiting,
}: {
  atOnce: number;
  maxWaiting: number;
  maxWaitingOfKey?: number;
}): WorkQueue {
  const asked: Job[] = [];
  const background: Job[] = [];
  const running = new Set<string>();

  function takeNext(): Job | undefined {
    if (running.size >= atOnce) return undefined;
    const index = asked.findIndex(({ key }) => !running.has(key));
    if (index !== -1) return asked.splice(index, 1)[0];
    return asked.length === 0 && running.size === 0 ? background.shift() : undefined;
  }

  function advance(): void {
    for (let job = takeNext(); job; job = takeNext()) {
      const { key, run } = job;
      running.add(key);
      void run().finally(() => {
        running.delete(key);
        advance();
      });
    }
  }

  const isFull = (key: string) =>
    asked.length >= maxWaiting || asked.filter((job) => job.key === key).length >= maxWaitingOfKey;

  return {
    get waiting() {
      return asked.length;
    },
    add(key, work, options = {}) {
      if (!options.background && isFull(key)) {
        return Promise.reject(new QueueFull('Too much work is waiting'));
      }
      return new Promise((resolve, reject) => {
        (options.background ? background : asked).push({ key, run: () => work().then(resolve, reject) });
        advance();
      });
    },
  };
}
