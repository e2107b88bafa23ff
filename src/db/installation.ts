import pg from 'pg';

/** What go-live and the demonstration note of a migrated database. */
async function noted(databaseUrl: string, key: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'aso-house start' });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: string }>('SELECT value FROM installation WHERE key = $1', [
      key,
    ]);
    return rows[0]?.value;
  } finally {
    await client.end();
  }
}

/** Whether go-live was run. */
export const isLive = async (databaseUrl: string): Promise<boolean> =>
  (await noted(databaseUrl, 'mode')) === 'live';

/** Whether the demonstration was filled in, once. */
export const isFilled = async (databaseUrl: string): Promise<boolean> =>
  (await noted(databaseUrl, 'filled')) !== undefined;
