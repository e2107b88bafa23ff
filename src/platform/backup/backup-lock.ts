import type pg from 'pg';
import { ADVISORY_LOCKS } from '#db/advisory-locks.ts';
import { withConnection } from '#db/connection.ts';
import { BackupError } from './backup-error.ts';

/** From here to the end of the connection nothing is deleted from the backups of the shop. */
export const keepBackups = async (client: pg.ClientBase): Promise<void> =>
  void (await client.query('select pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.backups]));

/** A lost connection has lost its lock: what was read before may be deleted. Throws BackupError. */
export const mustStillKeep = async (client: pg.ClientBase): Promise<void> =>
  void (await client.query('select 1').catch(() => {
    throw new BackupError('The connection to the database was lost during the backup. Take another one.');
  }));

/** Reads backups while nothing is deleted from them. */
export const readingBackups = <T>(databaseUrl: string, work: () => Promise<T>): Promise<T> =>
  withConnection(databaseUrl, 'backup', async (client) => {
    await keepBackups(client);
    return work();
  });

/** Deletes from backups, unless one is made, copied or verified at this time: then the next one does it. */
export const unlessBackupsAreRead = (databaseUrl: string, work: () => Promise<void>): Promise<void> =>
  withConnection(databaseUrl, 'backup', async (client) => {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      ADVISORY_LOCKS.backups,
    ]);
    if (rows[0]?.locked) await work();
  });
