import { join } from 'node:path';
import { type Archive, openArchive } from '#platform/archive/archive.ts';
import { type ArchiveStore, folderStore } from '#platform/archive/archive-store.ts';
import { type Archiver, createArchiver } from '#platform/archive/archiver.ts';
import { verifyArchive } from '#platform/archive/verify-archive.ts';
import type { Settings } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { layoutOf } from '#platform/postgres/data-folder.ts';
import { databaseUser } from '#platform/postgres/database-user.ts';
import { superuserUrlOf } from '#platform/postgres/running-database.ts';
import { backupsDirOf, roomForBackup } from './folders.ts';

/** Why nothing is archived, or where the log waits for it. */
export type ArchivePlan =
  | { spool: string; why?: undefined }
  | { spool?: undefined; why: 'off' | 'provider' | 'no place' | 'no spool' | 'windows' };

/** What the settings say of the archive. */
export function archivePlanOf(config: Settings, dataDir: string): ArchivePlan {
  if (config.ARCHIVE !== 'on') return { why: config.ARCHIVE };
  if (!config.BACKUP_DIR && !config.BACKUP_S3_BUCKET) return { why: 'no place' };
  // archive-segment.sh needs a shell.
  if (process.platform === 'win32') return { why: 'windows' };
  if (!config.DATABASE_URL) return { spool: layoutOf(dataDir).spool };
  return config.ARCHIVE_SPOOL ? { spool: config.ARCHIVE_SPOOL } : { why: 'no spool' };
}

/** The archive in BACKUP_S3_BUCKET, or else in the folder of the backups. */
export async function archiveOf(config: Settings, dataDir: string): Promise<Archive> {
  return openArchive(await storeOf(config, dataDir), config.BACKUP_KEY);
}

async function storeOf(config: Settings, dataDir: string): Promise<ArchiveStore> {
  if (!config.BACKUP_S3_BUCKET) return folderStore(join(backupsDirOf(config, dataDir), 'archive'));
  // The S3 client is loaded only if it is configured.
  const { s3ArchiveStore } = await import('#platform/archive/s3-archive-store.ts');
  return s3ArchiveStore(
    {
      bucket: config.BACKUP_S3_BUCKET,
      // Present: checked with the settings.
      endpoint: (config.BACKUP_S3_ENDPOINT ?? config.S3_ENDPOINT)!,
      region: (config.BACKUP_S3_REGION ?? config.S3_REGION)!,
      accessKeyId: (config.BACKUP_S3_ACCESS_KEY_ID ?? config.S3_ACCESS_KEY_ID)!,
      secretAccessKey: (config.BACKUP_S3_SECRET_ACCESS_KEY ?? config.S3_SECRET_ACCESS_KEY)!,
      forcePathStyle: config.BACKUP_S3_FORCE_PATH_STYLE,
    },
    'archive',
  );
}

/** Restores the running shop from its archive to a moment of now, beside it. Throws BackupError. */
export async function verifyArchiveOf(
  { config, dataDir, databaseUrl }: { config: Settings; dataDir: string; databaseUrl: string },
  roomFor?: (bytes: number) => Promise<boolean>,
): Promise<{ restoredTo: Date; rows: number }> {
  const layout = layoutOf(dataDir);
  return verifyArchive({
    archive: await archiveOf(config, dataDir),
    databaseUrl,
    dir: config.DATABASE_URL ? dataDir : layout.home,
    user: databaseUser(layout.cluster),
    roomFor,
  });
}

/** What archives the running database; undefined if the settings say that nothing is archived here. */
export async function archiverOf(
  { config, dataDir, databaseUrl }: { config: Settings; dataDir: string; databaseUrl: string },
  log: Log,
): Promise<Archiver | undefined> {
  const { spool } = archivePlanOf(config, dataDir);
  if (spool === undefined || !config.BACKGROUND_WORK) return undefined;
  const builtIn = !config.DATABASE_URL;
  return createArchiver({
    archive: await archiveOf(config, dataDir),
    database: {
      databaseUrl,
      replicationUrl: builtIn
        ? superuserUrlOf(dataDir, databaseUrl)
        : (config.ARCHIVE_DATABASE_URL ?? databaseUrl),
      builtIn,
    },
    spool,
    days: config.BACKUP_KEEP,
    room: async () => (config.BACKUP_S3_BUCKET ? undefined : roomForBackup(config, dataDir)),
    log,
  });
}
