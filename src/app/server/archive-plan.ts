import { join } from 'node:path';
import { type Archive, openArchive } from '#platform/archive/archive.ts';
import { type Archiver, createArchiver } from '#platform/archive/archiver.ts';
import { verifyArchive } from '#platform/archive/verify-archive.ts';
import { isBucket } from '#platform/backup/bucket-address.ts';
import { openPlace } from '#platform/backup/open-place.ts';
import type { Settings } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { layoutOf } from '#platform/postgres/data-folder.ts';
import { databaseUser } from '#platform/postgres/database-user.ts';
import { superuserUrlOf } from '#platform/postgres/running-database.ts';
import { backupsDirOf, roomForBackups } from './folders.ts';

/** Why nothing is archived, or where the log waits for it. */
export type ArchivePlan =
  | { spool: string; why?: undefined }
  | { spool?: undefined; why: 'off' | 'provider' | 'no place' | 'no spool' | 'windows' };

/** What the settings say of the archive. */
export function archivePlanOf(config: Settings, dataDir: string): ArchivePlan {
  if (config.ARCHIVE !== 'on') return { why: config.ARCHIVE };
  if (!config.BACKUP_DIR && !config.ARCHIVE_PLACE) return { why: 'no place' };
  // archive-segment.sh needs a shell.
  if (process.platform === 'win32') return { why: 'windows' };
  if (!config.DATABASE_URL) return { spool: layoutOf(dataDir).spool };
  return config.ARCHIVE_SPOOL ? { spool: config.ARCHIVE_SPOOL } : { why: 'no spool' };
}

/** The archive of the settings: ARCHIVE_PLACE, or a folder beside the backups. */
export async function archiveOf(config: Settings, dataDir: string): Promise<Archive> {
  const address = config.ARCHIVE_PLACE ?? join(backupsDirOf(config, dataDir), 'archive');
  return openArchive(await openPlace(address, config), config.BACKUP_KEY);
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
    room: async () => {
      const { ARCHIVE_PLACE } = config;
      if (ARCHIVE_PLACE && isBucket(ARCHIVE_PLACE)) return undefined;
      return roomForBackups(ARCHIVE_PLACE ?? backupsDirOf(config, dataDir), config, dataDir);
    },
    log,
  });
}
