const FIRST_MS = 1_000;
const MOST_MS = 60_000;

/**
 * How long to wait before try `failures + 1`, in ms: twice as long each time up to a minute, and never all
 * browsers in the same moment. `random` gives 0 to 1.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** failures) * (0.5 + random());
}
