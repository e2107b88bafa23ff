import type pg from 'pg';
import { lastMigration } from '#db/last-migration.ts';
import { BUCKETS, type Storage, type StoredFile } from '#platform/storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { type BackupWriter, backupName, inOne, writeBackup } from './backup-folder.ts';
import { copyOut } from './copy-stream.ts';
import type { Manifest } from './manifest.ts';
import { keyringOf } from './sealing.ts';
import {
  contentOf,
  listSequences,
  listShopTables,
  type ShopTable,
  withCopyConnection,
} from './shop-tables.ts';

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
}

export interface MadeBackup {
  name: string;
  folder: string;
  /** Size on the disk. */
  bytes: number;
  rows: number;
  images: number;
  madeAt: Date;
}

/** Makes a backup of the running shop. Throws BackupError and then leaves nothing behind. */
export function makeBackup({ databaseUrl, storage, dir, key, secret }: BackupDeps): Promise<MadeBackup> {
  return withCopyConnection(databaseUrl, async (client) => {
    const { madeAt, migration, postgres } = await beginSnapshot(client);
    const name = backupName(madeAt);
    const writer = await writeBackup(dir, name, key === undefined ? undefined : keyringOf(key));
    try {
      const tables = await writeTables(client, writer);
      const sequences = await listSequences(client);
      // Images take long and need no snapshot: a migration waiting for it would block everything behind it.
      await client.query('commit');
      // After the rows: an image added later is then extra instead of missing.
      const images = await writeImages(storage, writer);
      const { folder, bytes } = await writer.finish({
        format: 1,
        madeAt: madeAt.toISOString(),
        migration,
        postgres,
        tables,
        sequences,
        pictures: images,
        secret: key === undefined ? null : await writer.write('auth-secret', inOne(Buffer.from(secret))),
      });
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      return { name, folder, bytes, rows, images: images.length, madeAt };
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

async function writeImages(
  storage: BackupDeps['storage'],
  writer: BackupWriter,
): Promise<Manifest['pictures']> {
  const written: Manifest['pictures'] = [];
  for await (const { path } of imagesOf(storage)) {
    const image = await storage.get(path);
    // Deleted in the meantime.
    if (!image) continue;
    const content = await writer.write(`pictures/${path}`, image.stream);
    written.push({ path, contentType: image.contentType, ...content });
  }
  return written;
}

async function* imagesOf(storage: BackupDeps['storage']): AsyncGenerator<StoredFile> {
  const placeholder = await storage.stat('placeholder.jpg');
  if (placeholder) yield placeholder;
  for (const bucket of BUCKETS) yield* storage.walk(bucket);
}
