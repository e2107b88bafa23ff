const FIRST_MS = 1_000;
const MOST_MS = 60_000;

/**
 * The wait before attempt `failures + 1`, in ms: doubled each time up to a minute, and randomised so that not all
 * browsers retry at once. `random` returns 0 to 1.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** failures) * (0.5 + random());
}
