import pg from 'pg';

/**
 * Runs `work` on a connection of its own, which then ends: an unfinished transaction is rolled back, locks are
 * released. `name` is for PostgreSQL's log; `options` are the connection's settings.
 */
export async function withConnection<T>(
  databaseUrl: string,
  name: string,
  work: (client: pg.Client) => Promise<T>,
  options?: string,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: `aso-house ${name}`,
    options,
  });
  // A lost connection already fails the running query.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
