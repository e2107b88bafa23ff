import pg from 'pg';

/** Runs `work` on a connection of its own as the owner of the database. */
export async function asOwner<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'aso-house backup' });
  // A connection that is lost fails the query it carries.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
