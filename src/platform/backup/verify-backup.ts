import { randomBytes } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { withConnection } from '#db/connection.ts';
import { folderPlace } from './backup-place.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { keyringOf } from './sealing.ts';
import { verifyImages } from './verify-images.ts';

/** Followed by the start time in seconds and a random part. */
const PREFIX = 'aso_drill_';
/** Older databases are abandoned: no verification takes this long. */
const ABANDONED = '1 day';

/**
 * Restores a backup into a temporary database beside the shop's, compares every table with the backup, drops the
 * database and reads every image of this and the other backups. Throws BackupError. The owner needs the right to create databases.
 */
export async function verifyBackup({
  databaseUrl,
  folder,
  key,
}: {
  databaseUrl: string;
  folder: string;
  key?: string;
}): Promise<Manifest> {
  await dropAbandoned(databaseUrl);
  const name = `${PREFIX}${Math.floor(Date.now() / 1000)}_${randomBytes(6).toString('hex')}`;
  const scratch = new URL(databaseUrl);
  scratch.pathname = `/${name}`;
  await run(databaseUrl, `create database ${name}`);
  let manifest: Manifest;
  try {
    ({ manifest } = await restoreBackup({ databaseUrl: scratch.href, storage: null, folder, key }));
  } finally {
    // Not WITH (FORCE): that would also end autovacuum, which only a superuser may do. The connections of the restore
    // are closed already.
    await run(databaseUrl, `drop database if exists ${name}`);
  }
  const keyring = key === undefined ? undefined : keyringOf(key);
  await verifyImages(folderPlace(dirname(folder)), basename(folder), keyring);
  return manifest;
}

const run = (databaseUrl: string, statement: string): Promise<void> =>
  withConnection(databaseUrl, 'backup', async (client) => void (await client.query(statement)));

/** A killed verification leaves its database, as large as the shop's. */
const dropAbandoned = (databaseUrl: string): Promise<void> =>
  withConnection(databaseUrl, 'backup', async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname ~ '^${PREFIX}\\d{10}_'
         and split_part(datname, '_', 3)::bigint < extract(epoch from now() - interval '${ABANDONED}')
         and pg_has_role(datdba, 'member')`,
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  });
