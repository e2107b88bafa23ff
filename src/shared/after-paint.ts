/** Longest wait for a frame, ms: a hidden tab paints none. */
const LONGEST = 100;

interface Scheduler {
  postTask(task: () => void, options: { delay: number }): Promise<unknown>;
}

/** Resolves once the browser has painted what is due, so that a press is answered before the work that follows it. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    // A task rather than a timer, where there are tasks: timers may be stopped together with the frames.
    const { scheduler } = globalThis as { scheduler?: Scheduler };
    if (scheduler) void scheduler.postTask(resolve, { delay: LONGEST });
    else setTimeout(resolve, LONGEST);
  });
}
