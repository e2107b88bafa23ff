/** A reason why the database cannot run here, in words for whoever starts the shop. */
export class PostgresError extends Error {
  override name = 'PostgresError';
}
