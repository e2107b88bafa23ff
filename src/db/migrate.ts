import pg from 'pg';
import { applyMigrations, MIGRATION_LOCK } from './apply-migrations.ts';

/** Brings a database to the newest schema, as its owner. Safe to run from several processes at once. */
export async function migrate(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'aso-house migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query('BEGIN');
    await applyMigrations(client);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
