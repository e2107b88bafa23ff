import { SPECIAL_DAYS } from '#brand/special-days.ts';
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

/** Gives the calendar its first special days, once: those that staff delete do not return. */
export const seedSpecialDays = (databaseUrl: string): Promise<void> =>
  withConnection(databaseUrl, 'start', async (client) => {
    await client.query(
      `WITH once AS (
        INSERT INTO installation (key, value) VALUES ('special_days', 'seeded') ON CONFLICT DO NOTHING RETURNING key
      ) INSERT INTO special_days (name, first_day, last_day, every_year)
      SELECT d.name, d."firstDay", d."lastDay", d."everyYear"
      FROM once, json_to_recordset($1) AS d (name text, "firstDay" date, "lastDay" date, "everyYear" boolean)`,
      [JSON.stringify(SPECIAL_DAYS)],
    );
  });

/** Whether go-live was run. */
export const isLive = async (databaseUrl: string): Promise<boolean> =>
  (await noted(databaseUrl, 'mode')) === 'live';

/** Whether the demo store was seeded once. */
export const isFilled = async (databaseUrl: string): Promise<boolean> =>
  (await noted(databaseUrl, 'filled')) !== undefined;
