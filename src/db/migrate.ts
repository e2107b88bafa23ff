import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { applyMigrations } from './apply-migrations.ts';
import { withConnection } from './connection.ts';

/** A migration was blocked by connections that use the tables. */
export class MigrationBlockedError extends Error {
  override readonly name = 'MigrationBlockedError';
  constructor(options: ErrorOptions) {
    super(
      'The database could not be brought up to date, because its tables were in use all the time. What was done is kept, and the next start goes on from there. End long-running queries and backups of it, or stop the other processes of the shop, then start again.',
      options,
    );
  }
}

/**
 * Migrates a database to the newest schema, as its owner, one transaction for each migration. Safe to run concurrently
 * and to interrupt. Throws NewerDatabaseError and MigrationBlockedError.
 */
export async function migrate(ownerUrl: string): Promise<void> {
  try {
    await withConnection(ownerUrl, 'migrate', async (client) => {
      await lockMigrations(client);
      // Of statements outside a transaction; migrations set their own. An index also waits for older transactions.
      await client.query(`SET lock_timeout = '20s'`);
      await client.query('SET statement_timeout = 0');
      await client.query('BEGIN');
      await applyMigrations(client, { commitEach: true });
      await client.query('COMMIT');
    });
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE)
      throw new MigrationBlockedError({ cause: error });
    throw error;
  }
}

/**
 * Asks again and again: a statement that waits for the lock has a snapshot, for whose end an index that is built by its
 * owner would wait.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ ok: boolean }>('SELECT pg_try_advisory_lock($1) AS ok', [
      ADVISORY_LOCKS.migrations,
    ]);
    if (rows[0]?.ok) return;
    await setTimeout(100);
  }
}

/** PostgreSQL's error code when lock_timeout expires. */
const LOCK_NOT_AVAILABLE = '55P03';
