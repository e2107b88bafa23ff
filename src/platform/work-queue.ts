/** The queue is full. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

interface Job {
  key: string;
  run: () => Promise<void>;
}

export interface WorkQueue {
  /**
   * Runs `work` in turn; never two of one `key` at the same time. Background work runs alone, while no other job
   * waits. Throws QueueFull if too many are waiting, in total or of this `key`; background work is not counted.
   */
  add<T>(key: string, work: () => Promise<T>, options?: { background?: boolean }): Promise<T>;
  readonly waiting: number;
}

/** A queue for expensive work, with limited concurrency. */
export function createWorkQueue({
  atOnce,
  maxWaiting,
  maxWaitingOfKey = maxWaiting,
}: {
  atOnce: number;
  maxWaiting: number;
  maxWaitingOfKey?: number;
}): WorkQueue {
  const waiting: Job[] = [];
  const background: Job[] = [];
  const running = new Set<string>();

  function dequeue(): Job | undefined {
    if (running.size >= atOnce) return undefined;
    const index = waiting.findIndex(({ key }) => !running.has(key));
    if (index !== -1) return waiting.splice(index, 1)[0];
    return waiting.length === 0 && running.size === 0 ? background.shift() : undefined;
  }

  function advance(): void {
    for (let job = dequeue(); job; job = dequeue()) {
      const { key, run } = job;
      running.add(key);
      void run().finally(() => {
        running.delete(key);
        advance();
      });
    }
  }

  const isFull = (key: string) =>
    waiting.length >= maxWaiting || waiting.filter((job) => job.key === key).length >= maxWaitingOfKey;

  return {
    get waiting() {
      return waiting.length;
    },
    add(key, work, options = {}) {
      if (!options.background && isFull(key)) {
        return Promise.reject(new QueueFull('Too much work is waiting'));
      }
      return new Promise((resolve, reject) => {
        (options.background ? background : waiting).push({ key, run: () => work().then(resolve, reject) });
        advance();
      });
    },
  };
}
