import { createHash } from 'node:crypto';
import type pg from 'pg';
import { ADVISORY_LOCKS } from '#db/advisory-locks.ts';
import { applyMigrations } from '#db/apply-migrations.ts';
import { isMigration } from '#db/last-migration.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { fileSegments, type Storage } from '#platform/storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { type BackupReader, readBackup, wholeOf } from './backup-folder.ts';
import { copyIn, copyOut } from './copy-stream.ts';
import type { Manifest } from './manifest.ts';
import { keyringOf } from './sealing.ts';
import { contentOf, listShopTables, rowsOf, type ShopTable, withCopyConnection } from './shop-tables.ts';

export interface RestoreDeps {
  /** Owner URL of an empty database. */
  databaseUrl: string;
  /** Where the images go; null only reads and compares them. */
  storage: Pick<Storage, 'put'> | null;
  /** The folder of the backup. */
  folder: string;
  /** The key it was sealed with. */
  key?: string;
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
export async function restoreBackup({ databaseUrl, storage, folder, key }: RestoreDeps): Promise<Restored> {
  const backup = await readBackup(folder, key === undefined ? undefined : keyringOf(key));
  const { manifest } = backup;
  if (!isMigration(manifest.migration)) {
    throw new BackupError(`This backup is of a newer shop (${manifest.migration}). Update the shop first.`);
  }
  const secret = manifest.secret && (await wholeOf(backup.read('auth-secret', manifest.secret)));
  await withCopyConnection(databaseUrl, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations]);
    await mustBeEmpty(client);
    await loadBackup(client, backup, storage);
    await applyMigrations(client);
    await noteRestored(client, backup);
    await client.query('commit');
  });
  await installJobs(databaseUrl);
  return { manifest, secret: secret?.toString('utf8') ?? null };
}

/** Restores only the images of a backup, and returns its secret. Throws BackupError. */
export async function restoreImages({
  storage,
  folder,
  key,
}: Omit<RestoreDeps, 'databaseUrl'>): Promise<Restored> {
  const backup = await readBackup(folder, key === undefined ? undefined : keyringOf(key));
  const { manifest } = backup;
  const secret = manifest.secret && (await wholeOf(backup.read('auth-secret', manifest.secret)));
  for (const image of manifest.pictures) await restoreImage(backup, image, storage);
  return { manifest, secret: secret?.toString('utf8') ?? null };
}

/** Loads a backup with the schema that it was made with, in the caller's transaction on an empty database. */
export async function loadBackup(
  client: pg.Client,
  backup: BackupReader,
  storage: RestoreDeps['storage'],
): Promise<void> {
  const { migration, sequences, pictures } = backup.manifest;
  await applyMigrations(client, { last: migration });
  await loadTables(client, backup);
  for (const { name, value } of sequences) {
    if (value !== null) await client.query('select setval($1::regclass, $2)', [`public.${name}`, value]);
  }
  for (const image of pictures) await restoreImage(backup, image, storage);
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

async function restoreImage(
  backup: BackupReader,
  { path, contentType, ...content }: Manifest['pictures'][number],
  storage: RestoreDeps['storage'],
): Promise<void> {
  // Never reads or writes outside the storage, whatever the manifest contains.
  fileSegments(path);
  const source = backup.read(`pictures/${path}`, content);
  if (storage) await storage.put(path, source, { contentType });
  else for await (const _ of source);
}

/** A restored backup counts as verified. */
async function noteRestored(client: pg.Client, { name, isSealed, manifest }: BackupReader): Promise<void> {
  await client.query(
    `insert into backups (name, made_at, sealed, verified_at) values ($1, $2, $3, now())
     on conflict (name) do update set verified_at = excluded.verified_at`,
    [name, manifest.madeAt, isSealed],
  );
}
