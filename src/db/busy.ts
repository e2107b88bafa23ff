/** PostgreSQL's and the network's refusals that mean 'not now', not 'a bug': no connection, a timeout, too many. */
const BUSY_STATES = new Set([
  ...['57014', '53300', '57P01', '57P02', '57P03', '40001', '40P01', '55P03', '08006', '53200'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
]);

/** PostgreSQL or the system found no room to write, on a disk or within a quota. */
const FULL_STATES = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** When to come back, for Retry-After: the pools try a new connection at every request. */
export const BUSY_RETRY_SECONDS = 5;

/** Whether the database is away, overloaded or without room, rather than asked for something wrong. */
export const isBusy = (error: unknown): boolean =>
  isDiskFull(error) ||
  causesOf(error).some(
    (cause) =>
      BUSY_STATES.has(cause.code ?? '') ||
      /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/.test(
        cause.message,
      ),
  );

/** Whether something could not be written for lack of room. */
export const isDiskFull = (error: unknown): boolean =>
  causesOf(error).some(({ code }) => FULL_STATES.has(code ?? ''));

/** An error and what caused it, five deep at most. */
function causesOf(error: unknown): (Error & { code?: string })[] {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at);
  return causes;
}
