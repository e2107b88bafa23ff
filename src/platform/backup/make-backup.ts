import type pg from 'pg';
import { lastMigration } from '#db/last-migration.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { type BackupWriter, writeBackup } from './backup-folder.ts';
import { keepBackups, mustStillKeep } from './backup-lock.ts';
import { backupName } from './backup-name.ts';
import { folderPlace } from './backup-place.ts';
import { copyOut } from './copy-stream.ts';
import { findBase, storeImages } from './images-of-shop.ts';
import type { Manifest } from './manifest.ts';
import { inOne } from './pieces.ts';
import {
  contentOf,
  listSequences,
  listShopTables,
  type ShopTable,
  withCopyConnection,
} from './shop-tables.ts';
import { openStoredImages } from './stored-images.ts';

/** Unsent mail, including unsent mail restored from an earlier backup. */
const PENDING_JOBS = `(
  select id, name, data from pgboss.job where name = 'mail' and state < 'completed'
  union all select id, name, data from public.restored_jobs)`;

export interface BackupDeps {
  databaseUrl: string;
  storage: Pick<Storage, 'walk' | 'stat' | 'get'>;
  /** The folder of the backups; each is a folder in it. */
  dir: string;
  /** With a key the backup is sealed and also contains `secret`. */
  key?: string;
  /** Signs sessions. */
  secret: string;
  /** Called before each new image with its bytes; throws if there is no room for it. */
  mustHaveRoom?: (bytes: number) => Promise<void>;
}

export interface MadeBackup {
  name: string;
  folder: string;
  /** Size on the disk, without the images. */
  bytes: number;
  rows: number;
  images: number;
  /** Those that were not in a backup before, and their size on the disk. */
  newImages: number;
  newImageBytes: number;
  madeAt: Date;
}

/**
 * Makes a backup of the running shop. Throws BackupError and then leaves nothing behind but images, which the next
 * backup uses.
 */
export function makeBackup(deps: BackupDeps): Promise<MadeBackup> {
  const { databaseUrl, storage, dir, key, secret, mustHaveRoom = async () => {} } = deps;
  return withCopyConnection(databaseUrl, async (client) => {
    await keepBackups(client);
    const place = folderPlace(dir);
    const { keyring, before } = await findBase(place, key);
    const { madeAt, migration, postgres } = await beginSnapshot(client);
    const name = backupName(madeAt);
    const writer = await writeBackup(dir, name, keyring);
    try {
      const tables = await writeTables(client, writer);
      const sequences = await listSequences(client);
      // Images take long and need no snapshot: a migration waiting for it would block everything behind it.
      await client.query('commit');
      // After the rows: an image added later is then extra instead of missing.
      const stored = await openStoredImages(place, keyring, mustHaveRoom);
      const written = await storeImages(storage, stored, before);
      await place.sync();
      await mustStillKeep(client);
      const { folder, bytes } = await writer.finish({
        format: 2,
        madeAt: madeAt.toISOString(),
        migration,
        postgres,
        tables,
        sequences,
        pictures: written.images,
        secret: key === undefined ? null : await writer.write('auth-secret', inOne(Buffer.from(secret))),
      });
      return {
        ...{ name, folder, bytes, madeAt },
        rows: tables.reduce((sum, table) => sum + table.rows, 0),
        images: written.images.length,
        newImages: written.added,
        newImageBytes: written.bytes,
      };
    } catch (error) {
      await writer.abandon();
      throw error;
    }
  });
}

/**
 * From here to the commit every statement sees one snapshot. A migration waits for it, and queries on the same tables
 * wait behind the migration; all others continue.
 */
async function beginSnapshot(client: pg.Client) {
  await client.query('begin isolation level repeatable read read only');
  const migration = await lastMigration(client);
  if (migration === null) throw new BackupError('There is nothing to back up: the database holds no shop.');
  if (migration === undefined) {
    throw new BackupError('The database is of a newer shop than this one. Update the shop, then back it up.');
  }
  const { rows } = await client.query<{ at: Date; version: string }>(
    `select date_trunc('milliseconds', now()) as at, current_setting('server_version') as version`,
  );
  return { madeAt: rows[0]!.at, migration, postgres: rows[0]!.version };
}

async function writeTables(client: pg.Client, writer: BackupWriter): Promise<Manifest['tables']> {
  const tables = await listShopTables(client);
  await client.query(
    `lock table ${tables.map(({ name }) => `public.${name}`).join(', ')} in access share mode`,
  );
  const { rows } = await client.query<{ queue: boolean }>(
    `select to_regclass('pgboss.job') is not null as queue`,
  );
  const sourceOf = (table: ShopTable) =>
    table.name === 'restored_jobs' && rows[0]?.queue ? PENDING_JOBS : contentOf(table);
  const written: Manifest['tables'] = [];
  for (const table of tables) {
    let count = 0;
    const lines = copyOut(client, `copy ${sourceOf(table)} to stdout`);
    const content = await writer.write(
      `tables/${table.name}.copy.gz`,
      counted(lines, (n) => {
        count += n;
      }),
    );
    written.push({ ...table, ...content, rows: count });
  }
  return written;
}

/** Counts the lines: each is a row, because COPY writes a line feed within a value as \n. */
async function* counted(source: AsyncIterable<Buffer>, add: (lines: number) => void): AsyncGenerator<Buffer> {
  for await (const part of source) {
    let lines = 0;
    for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) lines++;
    add(lines);
    yield part;
  }
}
