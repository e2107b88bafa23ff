import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { applyMigrations } from './apply-migrations.ts';
import { withConnection } from './connection.ts';

/** A migration was blocked by connections that use the tables. */
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
 * Migrates a database to the newest schema, as its owner. Safe to run concurrently. Throws NewerDatabaseError and
 * MigrationBlockedError.
 */
export async function migrate(ownerUrl: string): Promise<void> {
  try {
    await withConnection(ownerUrl, 'migrate', async (client) => {
      await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migrations]);
      await client.query('BEGIN');
      await applyMigrations(client);
      await client.query('COMMIT');
    });
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE)
      throw new MigrationBlockedError({ cause: error });
    throw error;
  }
}

/** PostgreSQL's error code when lock_timeout expires. */
const LOCK_NOT_AVAILABLE = '55P03';
