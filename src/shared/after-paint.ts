/** Longest wait for a frame, ms: a hidden tab paints none. */
const LONGEST = 100;

interface Scheduler {
  postTask(task: () => void, options: { delay: number }): Promise<unknown>;
}

/** Resolves once the browser has painted what is due, so that a press is answered before the work that follows it. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    // A message rather than a timer: Chromium holds timers back for 100 ms after a finger comes down.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      resolve();
      port1.close();
    };
    requestAnimationFrame(() => port2.postMessage(null));
    // A task rather than a timer, where there are tasks: timers may be stopped together with the frames.
    const { scheduler } = globalThis as { scheduler?: Scheduler };
    if (scheduler) void scheduler.postTask(resolve, { delay: LONGEST });
    else setTimeout(resolve, LONGEST);
  });
}
