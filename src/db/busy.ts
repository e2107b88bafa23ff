/** PostgreSQL's and the network's refusals that mean 'not now', not 'a bug': no connection, a timeout, too many. */
const BUSY_STATES = new Set([
  ...['57014', '53300', '57P01', '57P02', '57P03', '40001', '40P01', '55P03', '08006'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
]);

/** When to come back, for Retry-After: the pools try a new connection at every request. */
export const BUSY_RETRY_SECONDS = 5;

/** Whether the database is away or overloaded, rather than asked for something wrong. */
export function isBusy(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (BUSY_STATES.has((at as { code?: string }).code ?? '')) return true;
    if (
      /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/.test(
        at.message,
      )
    )
      return true;
  }
  return false;
}
