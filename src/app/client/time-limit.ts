/** How long a call of a page of the shop may take with its answer, ms; the back office imports and saves thousands of rows. */
const LIMIT_MS = 60_000;
const STAFF_LIMIT_MS = 10 * 60_000;

export const timeLimitOf = (pathname: string): number =>
  /^\/admin(\/|$)/.test(pathname) ? STAFF_LIMIT_MS : LIMIT_MS;

/**
 * Aborts as `signal` does, and after `ms`: a link that has gone silent ends no request by itself, and the page would wait
 * until the browser gives up.
 */
export function withTimeLimit(signal: AbortSignal, ms: number): AbortSignal {
  // Browsers before 2024 lack it: without a limit they wait as long as they do.
  return 'any' in AbortSignal ? AbortSignal.any([signal, AbortSignal.timeout(ms)]) : signal;
}
