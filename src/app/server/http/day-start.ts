import type { MiddlewareHandler } from 'hono';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { outsideTrace } from '#platform/tracing/span.ts';
import { withTimeout } from '#platform/with-timeout.ts';

/** How long a request waits for the work. */
const PATIENCE_MS = 2_000;
/** How long after a failure it is tried again. */
const RETRY_MS = 5_000;

/**
 * Runs `work` before the first request after the start and after each midnight of the shop; requests at the same time wait
 * for it, so that all of them see its result. While it fails or takes long, as without a database, requests go on.
 */
export function dayStart(deps: {
  clock: Pick<Clock, 'now' | 'msToMidnight'>;
  log: Pick<Log, 'warn'>;
  work: () => Promise<unknown>;
}): MiddlewareHandler {
  const { clock, log, work } = deps;
  const now = () => clock.now().getTime();
  let dueAt = Number.NEGATIVE_INFINITY;
  let waiting: Promise<unknown> | undefined;

  function begin(): Promise<unknown> {
    const midnight = now() + clock.msToMidnight();
    const done = outsideTrace(work)
      .then(
        () => {
          dueAt = midnight;
        },
        (error: unknown) => {
          log.warn({ err: error }, 'the work of a new day failed');
          dueAt = now() + RETRY_MS;
        },
      )
      .finally(() => {
        waiting = undefined;
      });
    return withTimeout(PATIENCE_MS, done);
  }

  return async (_, next) => {
    if (now() >= dueAt) {
      waiting ??= begin();
      await waiting;
    }
    await next();
  };
}
