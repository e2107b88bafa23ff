import type pg from 'pg';
import migrations from './migrations/meta/_journal.json' with { type: 'json' };

/** The name of the migration created at this time, such as '0006_backups'. */
export const migrationOf = (when: number): string | undefined =>
  migrations.entries.find((entry) => entry.when === when)?.tag;

/** Whether this version has a migration of that name. */
export const isMigration = (name: string): boolean => migrations.entries.some(({ tag }) => tag === name);

/** The last migration of a database; null if it has none, undefined if this version does not know it. */
export async function lastMigration(client: pg.ClientBase): Promise<string | null | undefined> {
  const { rows: known } = await client.query<{ yes: boolean }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS yes`,
  );
  if (!known[0]?.yes) return null;
  const { rows } = await client.query<{ at: string | null }>(
    'SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations',
  );
  const at = rows[0]?.at;
  return at ? migrationOf(Number(at)) : null;
}
