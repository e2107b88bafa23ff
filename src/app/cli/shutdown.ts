/** Cleanup steps of a start, run in reverse order at shutdown, after a signal or a failure. */
export interface Shutdown {
  /** Aborted when shutdown is requested: a start in progress stops. */
  readonly signal: AbortSignal;
  /** Adds a step; during shutdown it runs at once. */
  add(step: () => unknown): void;
  /** Runs each step once, even if others fail. Repeated calls wait for the same shutdown. */
  run(): Promise<void>;
}

/** Shutdown timeout, ms: the process exits after it even if a step hangs. */
const TIMEOUT_MS = 15_000;
/** Ctrl-C reaches this process and npm, which sends it again: only a signal later than this, ms, exits at once. */
const REPEATED_SIGNAL_MS = 2_000;

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

/** Shuts the process down cleanly on SIGTERM or SIGINT, also during the start. */
export function shutdownOnSignals(shutdown: Shutdown & { request(): void }, started: Promise<unknown>): void {
  let since: number | undefined;
  const end = async () => {
    if (since !== undefined) {
      if (performance.now() - since > REPEATED_SIGNAL_MS) process.exit(1);
      return;
    }
    since = performance.now();
    setTimeout(() => process.exit(1), TIMEOUT_MS).unref();
    shutdown.request();
    await started.catch(() => {});
    await shutdown.run();
    process.exit(0);
  };
  process.on('SIGTERM', () => void end());
  process.on('SIGINT', () => void end());
}
