import pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { applyMigrations } from './apply-migrations.ts';

/** Connections that work with the tables kept a migration from them. */
export class MigrationBlockedError extends Error {
  override readonly name = 'MigrationBlockedError';
  constructor(options: ErrorOptions) {
    super(
      'The database could not be brought up to date, because its tables were in use all the time; nothing was changed. End long-running queries and backups of it, or stop the other processes of the shop, then start again.',
      options,
    );
  }
}

/**
 * Brings a database to the newest schema, as its owner. Safe to run from several processes at once. Throws
 * NewerDatabaseError and MigrationBlockedError.
 */
export async function migrate(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'aso-house migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migrations]);
    await client.query('BEGIN');
    await applyMigrations(client);
    await client.query('COMMIT');
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE)
      throw new MigrationBlockedError({ cause: error });
    throw error;
  } finally {
    await client.end();
  }
}

/** What PostgreSQL answers when a migration's lock_timeout is over. */
const LOCK_NOT_AVAILABLE = '55P03';
