import { AsyncLocalStorage } from 'node:async_hooks';
import type { Orm, Transaction } from '#db/client.ts';

interface Request {
  transaction: Transaction | null;
  failure: unknown;
  /** What the next transaction does first. */
  first?: ((tx: Transaction) => Promise<void>) | undefined;
}

/**
 * better-auth opens transactions of its own without exposing them, and swallows the errors of a mail
 * function. This handle records the current transaction, so that an email is queued in the one that causes
 * it, and rolls it back when the email cannot be queued.
 */
export function recordedTransactions(orm: Orm) {
  const running = new AsyncLocalStorage<Request>();
  const recorded: Orm = Object.create(orm, {
    transaction: {
      value: ((work, config) => {
        const request = running.getStore();
        return orm.transaction(async (transaction) => {
          const state: Request = { transaction, failure: null };
          const first = request?.first;
          if (request) request.first = undefined;
          const result = await running
            .run(state, async () => {
              await first?.(transaction);
              return work(transaction);
            })
            .finally(() => {
              if (request && state.failure !== null) request.failure = state.failure;
            });
          if (state.failure !== null) throw state.failure;
          return result;
        }, config);
      }) satisfies Orm['transaction'],
    },
  });
  return {
    orm: recorded,
    current: () => running.getStore()?.transaction ?? null,
    /** Runs a step at the beginning of the next transaction of this request: it takes effect with it, or not at all. */
    atItsBeginning(step: (tx: Transaction) => Promise<void>): void {
      const request = running.getStore();
      if (request) request.first = step;
    },
    /** Runs a step whose failure must fail the request, even when the error is caught on its way. */
    async failRequestOnError(step: () => Promise<void>): Promise<void> {
      try {
        await step();
      } catch (error) {
        const request = running.getStore();
        if (request) request.failure = error;
        throw error;
      }
    },
    /** Answers one request; throws the error of a failed step. */
    async request<T>(work: () => Promise<T>): Promise<T> {
      const state: Request = { transaction: null, failure: null };
      const result = await running.run(state, work);
      if (state.failure !== null) throw state.failure;
      return result;
    },
  };
}
