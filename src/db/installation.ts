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

/** Bytes of a block of SHA-256. */
const BLOCK = 64;

/** Gives the database the key of preview links, in the two forms of which HMAC-SHA-256 makes a signature. */
export const keepPreviewKey = (databaseUrl: string, key: Uint8Array): Promise<void> =>
  withConnection(databaseUrl, 'start', async (client) => {
    const padded = (padding: number) =>
      Buffer.from(Array.from({ length: BLOCK }, (_, at) => (key[at] ?? 0) ^ padding));
    await client.query(
      `INSERT INTO preview.signing_key AS k (inner_key, outer_key) VALUES ($1, $2)
       ON CONFLICT (is_only) DO UPDATE SET inner_key = excluded.inner_key, outer_key = excluded.outer_key
       WHERE k.inner_key <> excluded.inner_key`,
      [padded(0x36), padded(0x5c)],
    );
  });

/** The shop's key pair for push services: `made` at the first start with this table, and the same ever after. */
export const keepPushKeys = <K extends { publicKey: string; privateKey: string }>(
  databaseUrl: string,
  made: K,
): Promise<K> =>
  withConnection(databaseUrl, 'start', async (client) => {
    await client.query(
      'INSERT INTO push_keys (public_key, private_key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [made.publicKey, made.privateKey],
    );
    const { rows } = await client.query<K>(
      'SELECT public_key AS "publicKey", private_key AS "privateKey" FROM push_keys',
    );
    return rows[0]!;
  });

/** Gives the calendar its first special days, once: those that staff delete do not return. */
export const seedSpecialDays = (databaseUrl: string): Promise<void> =>
  withConnection(databaseUrl, 'start', async (client) => {
    // Nobody's change.
    await client.query("SET app.unrecorded = 'on'");
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
