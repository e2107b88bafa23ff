import { withConnection } from './connection.ts';

/** Reads a value that go-live or the seed recorded in a migrated database. */
const noted = (databaseUrl: string, key: string): Promise<string | undefined> =>
  withConnection(databaseUrl, 'start', async (client) => {
    const { rows } = await client.query<{ value: string }>('SELECT value FROM installation WHERE key = $1', [
      key,
    ]);
    return rows[0]?.value;
  });

/** Allows orders to have chat links to this number. Earlier numbers remain: other processes may still use them. */
export const noteSeller = (databaseUrl: string, whatsapp: string): Promise<void> =>
  withConnection(databaseUrl, 'start', async (client) => {
    await client.query(
      `INSERT INTO installation (key, value) VALUES ('whatsapp:' || $1, '') ON CONFLICT DO NOTHING`,
      [whatsapp],
    );
  });

/** Tells the database the shop's time zone, by whose days it keeps totals. A new one counts all orders again. */
export const keepTimeZone = (databaseUrl: string, timeZone: string): Promise<void> =>
  withConnection(databaseUrl, 'start', async (client) => {
    await client.query('SELECT keep_time_zone($1)', [timeZone]);
  });

/** Whether go-live was run. */
export const isLive = async (databaseUrl: string): Promise<boolean> =>
  (await noted(databaseUrl, 'mode')) === 'live';

/** Whether the demo store was seeded once. */
export const isFilled = async (databaseUrl: string): Promise<boolean> =>
  (await noted(databaseUrl, 'filled')) !== undefined;
