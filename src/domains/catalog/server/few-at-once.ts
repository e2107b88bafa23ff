import { DomainError } from '#shared/errors.ts';

/** Runs at most `running` works at once; `waiting` more wait their turn, whoever comes then is told BUSY. */
export function createLimiter(running: number, waiting: number) {
  let busy = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy >= running) {
      if (queue.length >= waiting) throw new DomainError('BUSY');
      // The place is handed over by whoever leaves, so that nobody slips in between.
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
