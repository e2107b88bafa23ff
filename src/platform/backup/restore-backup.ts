import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type pg from 'pg';
import { ADVISORY_LOCKS } from '#db/advisory-locks.ts';
import { applyMigrations } from '#db/apply-migrations.ts';
import { isMigration } from '#db/last-migration.ts';
import { installJobs } from '#platform/jobs/install.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { type BackupPlace, folderPlace } from './backup-place.ts';
import { copyIn, copyOut } from './copy-stream.ts';
import type { Manifest } from './manifest.ts';
import { wholeOf } from './pieces.ts';
import { type BackupReader, DamagedImage, openBackup } from './read-backup.ts';
import { keyringOf } from './sealing.ts';
import { contentOf, listShopTables, rowsOf, type ShopTable, withCopyConnection } from './shop-tables.ts';

/** Of a history: its partitions are made, and none is dropped. */
const MORE_THAN_ALL_DAYS = 100_000;

export interface RestoreDeps {
  /** Owner URL of an empty database. */
  databaseUrl: string;
  /** Where the images go; null restores the rows only. */
  storage: Pick<Storage, 'put'> | null;
  /** The folder of the backup, or its name in `place`. */
  folder: string;
  /** Where the backup is, if not in a folder of this machine. */
  place?: BackupPlace;
  /** The key it was sealed with. */
  key?: string;
  /** Called for each damaged image, which is left out; without it the restore fails. */
  onDamagedImage?: (error: DamagedImage) => void;
  /** What the rows need beside them: if it fails, they are not restored. */
  beforeCommit?: (restored: Restored) => Promise<void>;
}

export interface Restored {
  manifest: Manifest;
  /** The secret that signed the sessions; null if the backup is not sealed and does not contain it. */
  secret: string | null;
}

/**
 * Restores a backup into an empty database, migrates it to the newest schema and creates its queue. Every table is
 * read back and compared. Throws BackupError; after any failure the database is empty again.
 */
export async function restoreBackup(deps: RestoreDeps): Promise<Restored> {
  const { databaseUrl, storage, onDamagedImage, beforeCommit } = deps;
  const backup = await backupOf(deps);
  const { manifest } = backup;
  if (!isMigration(manifest.migration)) {
    throw new BackupError(`This backup is of a newer shop (${manifest.migration}). Update the shop first.`);
  }
  const restored = await restoredOf(backup);
  await withCopyConnection(databaseUrl, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations]);
    await mustBeEmpty(client);
    await loadBackup(client, backup, storage, onDamagedImage);
    await applyMigrations(client);
    await keepAllMonths(client);
    await noteRestored(client, backup);
    await beforeCommit?.(restored);
    await client.query('commit');
  });
  await installJobs(databaseUrl);
  return restored;
}

/** Puts the history into partitions while nobody waits for its tables: the nightly job has seconds for it. */
async function keepAllMonths(client: pg.Client): Promise<void> {
  await client.query('select keep_change_partitions($1)', [MORE_THAN_ALL_DAYS]);
}

/** Restores only the images of a backup, and returns its secret. Throws BackupError. */
export async function restoreImages({
  storage,
  onDamagedImage,
  ...deps
}: Omit<RestoreDeps, 'databaseUrl' | 'storage' | 'beforeCommit'> & {
  storage: Pick<Storage, 'put'>;
}): Promise<Restored> {
  const backup = await backupOf(deps);
  await putImages(backup, storage, onDamagedImage);
  return restoredOf(backup);
}

const backupOf = ({ place, folder, key }: Pick<RestoreDeps, 'place' | 'folder' | 'key'>) =>
  openBackup(
    place ?? folderPlace(dirname(folder)),
    basename(folder),
    key === undefined ? undefined : keyringOf(key),
  );

async function restoredOf(backup: BackupReader): Promise<Restored> {
  const { manifest } = backup;
  const secret = manifest.secret && (await wholeOf(backup.read('auth-secret', manifest.secret)));
  return { manifest, secret: secret?.toString('utf8') ?? null };
}

async function putImages(
  backup: BackupReader,
  storage: Pick<Storage, 'put'>,
  onDamagedImage: RestoreDeps['onDamagedImage'],
): Promise<void> {
  for (const image of backup.manifest.pictures) {
    const { path, contentType } = image;
    await storage.put(path, backup.readImage(image), { contentType }).catch((error: unknown) => {
      if (!onDamagedImage || !(error instanceof DamagedImage)) throw error;
      onDamagedImage(error);
    });
  }
}

/** Loads a backup with the schema that it was made with, in the caller's transaction on an empty database. */
export async function loadBackup(
  client: pg.Client,
  backup: BackupReader,
  storage: RestoreDeps['storage'],
  onDamagedImage?: RestoreDeps['onDamagedImage'],
): Promise<void> {
  const { migration, sequences } = backup.manifest;
  await applyMigrations(client, { last: migration });
  await loadTables(client, backup);
  for (const { name, value } of sequences) {
    if (value !== null) await client.query('select setval($1::regclass, $2)', [`public.${name}`, value]);
  }
  if (storage) await putImages(backup, storage, onDamagedImage);
}

async function mustBeEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1 limit 1`,
  );
  if (rows[0]) {
    throw new BackupError(
      `The database is not empty: it holds ${rows[0].name}. Restore into a new DATA_DIR, or a new database in DATABASE_URL.`,
    );
  }
}

/**
 * Loads every table unchanged. The triggers of the shop are disabled: their results are in the rows already. Foreign
 * keys stay enabled.
 */
async function loadTables(client: pg.Client, backup: BackupReader): Promise<void> {
  const tables = await listShopTables(client);
  const { tables: held } = backup.manifest;
  const missing = tables.find(({ name }) => !held.some((one) => one.name === name));
  if (missing) throw new BackupError(`The backup has no table ${missing.name}: it is damaged.`);
  const names = tables.map(({ name }) => `public.${name}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // Rows inserted by migrations are in the backup too.
  await client.query(`truncate ${names.join(', ')}`);
  for (const { name } of tables) {
    const table = held.find((one) => one.name === name)!;
    await loadTable(client, table, backup);
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
}

async function loadTable(
  client: pg.Client,
  table: Manifest['tables'][number],
  backup: BackupReader,
): Promise<void> {
  const read = () => backup.read(`tables/${table.name}.copy.gz`, table);
  const rows = await copyIn(client, `copy ${rowsOf(table)} from stdin`, read()).catch(
    async (error: unknown) => {
      // The database may fail on a damaged row before the end of the file, where the damage is detected.
      for await (const _ of read());
      throw error;
    },
  );
  if (rows !== table.rows || (await checksumOf(client, table)) !== table.sha256) {
    throw new BackupError(`The rows of ${table.name} are not the same after they were loaded.`);
  }
}

async function checksumOf(client: pg.Client, table: ShopTable): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of copyOut(client, `copy ${contentOf(table)} to stdout`)) hash.update(part);
  return hash.digest('hex');
}

/** A restored backup counts as verified. */
async function noteRestored(client: pg.Client, { name, isSealed, manifest }: BackupReader): Promise<void> {
  await client.query(
    `insert into backups (name, made_at, sealed, verified_at) values ($1, $2, $3, now())
     on conflict (name) do update set verified_at = excluded.verified_at`,
    [name, manifest.madeAt, isSealed],
  );
}
