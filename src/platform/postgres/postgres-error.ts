/** A reason why the database cannot run here, as a message for the terminal. */
export class PostgresError extends Error {
  override name = 'PostgresError';
}
