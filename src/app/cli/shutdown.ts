/** What a start has done, to be undone in reverse order whenever the end comes: by a signal or by a failure. */
export interface Shutdown {
  /** Aborted as soon as the end is asked for: a start that is under way goes no further. */
  readonly signal: AbortSignal;
  /** Notes a step; one that is noted after the end has begun is taken at once. */
  add(step: () => unknown): void;
  /** Takes the steps, each once and whatever becomes of the others. Repeated, it waits for the same end. */
  run(): Promise<void>;
}

/** A supervisor is waiting: whatever hangs, the process ends after so many ms. */
const PATIENCE = 15_000;
/** Ctrl-C reaches us as well as npm, which tells us again: only a later signal means 'now'. */
const SAME_WISH = 2_000;

export function createShutdown(): Shutdown & { request(): void } {
  const steps: (() => unknown)[] = [];
  const requested = new AbortController();
  let ended: Promise<void> | undefined;

  async function take(step: () => unknown): Promise<void> {
    try {
      await step();
    } catch (error) {
      console.error(error);
    }
  }
  async function takeAll(): Promise<void> {
    for (let step = steps.pop(); step; step = steps.pop()) await take(step);
  }
  return {
    signal: requested.signal,
    request: () => requested.abort(),
    add(step) {
      if (ended) void take(step);
      else steps.push(step);
    },
    run() {
      ended ??= takeAll();
      return ended;
    },
  };
}

/** Ends the process by SIGTERM or SIGINT, in good order, also while it is still starting. */
export function shutdownOnSignals(shutdown: Shutdown & { request(): void }, started: Promise<unknown>): void {
  let since: number | undefined;
  const end = async () => {
    if (since !== undefined) {
      if (performance.now() - since > SAME_WISH) process.exit(1);
      return;
    }
    since = performance.now();
    setTimeout(() => process.exit(1), PATIENCE).unref();
    shutdown.request();
    await started.catch(() => {});
    await shutdown.run();
    process.exit(0);
  };
  process.on('SIGTERM', () => void end());
  process.on('SIGINT', () => void end());
}
