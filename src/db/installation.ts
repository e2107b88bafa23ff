import pg from 'pg';

/** Whether go-live was run on this migrated database. */
export async function isLive(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'aso-house start' });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT value FROM installation WHERE key = 'mode'`);
    return rows[0]?.value === 'live';
  } finally {
    await client.end();
  }
}
