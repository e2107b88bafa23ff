/** Longest wait for a frame, ms: a hidden tab paints none. */
const LONGEST = 100;

/** Resolves once the browser has painted what is due, so that a press is answered before the work that follows it. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
