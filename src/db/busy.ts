/**
 * Error codes of PostgreSQL and the network that mean overload, not a bug: no connection, a timeout, too many
 * connections.
 */
const BUSY_STATES = new Set([
  ...['57014', '53300', '57P01', '57P02', '57P03', '40001', '40P01', '55P03', '08006', '53200'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
]);

/** Error codes for no space to write, on a disk or within a quota. */
const FULL_STATES = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** The Retry-After value: the pools try a new connection at every request. */
export const BUSY_RETRY_SECONDS = 5;

/** Whether the database is unavailable, overloaded or without space, instead of given an invalid statement. */
export const isBusy = (error: unknown): boolean =>
  isDiskFull(error) ||
  causesOf(error).some(
    (cause) =>
      BUSY_STATES.has(cause.code ?? '') ||
      /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/.test(
        cause.message,
      ),
  );

/** Whether a write failed for lack of space. */
export const isDiskFull = (error: unknown): boolean =>
  causesOf(error).some(({ code }) => FULL_STATES.has(code ?? ''));

/** An error and its causes, five levels at most. */
export function causesOf(error: unknown): (Error & { code?: string; constraint?: string })[] {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at);
  return causes;
}
