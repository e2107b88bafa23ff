import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Archive, type BaseManifest, openArchive } from '#platform/archive/archive.ts';
import { type Course, chooseBase, type Target } from '#platform/archive/choose-base.ts';
import { recover } from '#platform/archive/recover.ts';
import { recoveryIn, withScratchFolder } from '#platform/archive/scratch-folder.ts';
import { programsFor } from '#platform/archive/server-programs.ts';
import { assertStopped, restoreCluster } from '#platform/archive/swap-cluster.ts';
import { parseTarget } from '#platform/archive/target-time.ts';
import { folderPlace } from '#platform/backup/backup-place.ts';
import { makeBackup } from '#platform/backup/make-backup.ts';
import {
  type RestoreDeps,
  type Restored,
  restoreBackup,
  restoreImages,
} from '#platform/backup/restore-backup.ts';
import type { Settings } from '#platform/config.ts';
import { embeddedPostgres } from '#platform/postgres/binaries.ts';
import { databaseUser } from '#platform/postgres/database-user.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { fullTime } from '#shared/dates.ts';
import { archiveOf, archivePlanOf } from '../server/archive-plan.ts';
import { uploadsDirOf } from '../server/folders.ts';
import { keepSecret } from './keep-secret.ts';
import { withDatabase } from './run-command.ts';

/** The word for the archive of the settings in place of a backup. */
export const ARCHIVE = 'archive';

export interface RestoreToTime {
  config: Settings;
  dataDir: string;
  /** A backup, or the folder of an archive; undefined for the archive of the settings. */
  backup: Pick<RestoreDeps, 'folder' | 'place'> | undefined;
  /** What the user wrote after --to. */
  to: string;
  /** As for `restoreBackup`. */
  onDamagedImage: RestoreDeps['onDamagedImage'];
}

/**
 * Restores the rows of the archive as they were at a moment; images and the secret come from the backup, if one is
 * given. They come before the rows: a failure leaves the database as it was. Throws BackupError.
 */
export async function restoreToTime({
  config,
  dataDir,
  backup: given,
  to,
  onDamagedImage,
}: RestoreToTime): Promise<void> {
  const target = parseTarget(to, config.TIME_ZONE, new Date());
  if (!config.DATABASE_URL) assertStopped(dataDir);
  const folder = given && !given.place ? given.folder : undefined;
  const isArchive = folder !== undefined && existsSync(join(folder, 'bases'));
  const backup = isArchive ? undefined : given;
  const archive = await archiveBeside(config, dataDir, folder);
  const course = await chooseBase(archive, target);
  const { base } = course;
  console.log(
    `Restoring from the base backup of ${timeIn(config, new Date(base.completedAt))} and ${course.wal.length} files of the log.`,
  );
  const restore = (await isForBuiltIn(config, base)) ? intoDataFolder : intoDatabase;
  let images: Restored | undefined;
  const beforeCommit = async () => {
    if (!backup) return;
    images = await imagesOf(backup, { config, dataDir, onDamagedImage });
    await keepSecret(config, dataDir, images.secret);
  };
  const { lastChangeAt, note } = await restore({ archive, course, target, config, dataDir, beforeCommit });
  const moment = target === 'latest' ? 'at the end of the archive' : `at ${timeIn(config, target)}`;
  const last = lastChangeAt ?? new Date(base.completedAt);
  console.log(`Restored as it was ${moment}. The last change in it is of ${timeIn(config, last)}.`);
  if (note) console.log(note);
  console.log(
    images && backup
      ? `${images.manifest.pictures.length} images are those of ${basename(backup.folder)}.`
      : 'Images are those in the storage, AUTH_SECRET is that of the settings or of DATA_DIR: npm run storage -- check lists images that are missing.',
  );
}

const imagesOf = async (
  backup: Pick<RestoreDeps, 'folder' | 'place'>,
  { config, dataDir, onDamagedImage }: Pick<RestoreToTime, 'config' | 'dataDir' | 'onDamagedImage'>,
) =>
  restoreImages({
    ...backup,
    storage: await openStorage(config, uploadsDirOf(dataDir)),
    key: config.BACKUP_KEY,
    onDamagedImage,
  });

const timeIn = ({ TIME_ZONE }: Settings, moment: Date) =>
  `${fullTime(moment, TIME_ZONE)}:${String(moment.getUTCSeconds()).padStart(2, '0')} (${TIME_ZONE})`;

/** That of a folder given by the user, that beside a backup, or that of the settings. */
async function archiveBeside(
  config: Settings,
  dataDir: string,
  folder: string | undefined,
): Promise<Archive> {
  if (folder !== undefined) {
    for (const place of [folder, join(dirname(resolve(folder)), 'archive')]) {
      if (existsSync(join(place, 'bases'))) return openArchive(folderPlace(place), config.BACKUP_KEY);
    }
  }
  return archiveOf(config, dataDir);
}

/** Whether the files can become those of the built-in database. */
async function isForBuiltIn(config: Settings, { builtIn, postgres }: BaseManifest): Promise<boolean> {
  if (config.DATABASE_URL || !builtIn) return false;
  const { version } = await embeddedPostgres(databaseUser(), console.log);
  return version === Math.floor(postgres / 10_000);
}

interface Restore {
  archive: Archive;
  course: Course;
  target: Target;
  config: Settings;
  dataDir: string;
  beforeCommit: () => Promise<void>;
}
interface Done {
  lastChangeAt: Date | null;
  note?: string | null;
}

async function intoDataFolder({ config, ...restore }: Restore): Promise<Done> {
  const isArchiving = archivePlanOf(config, restore.dataDir).spool !== undefined;
  const { kept, lastChangeAt } = await restoreCluster({ ...restore, isArchiving });
  const note = kept && `The database of before is in ${kept}: delete it when the shop works as it should.`;
  return { lastChangeAt, note };
}

const NO_IMAGES = { stat: async () => null, get: async () => null, async *walk() {} };

/**
 * Another server or version: a server that runs only for this is backed up, and the backup is restored into the empty
 * database.
 */
async function intoDatabase({
  archive,
  course,
  target,
  config,
  dataDir,
  beforeCommit,
}: Restore): Promise<Done> {
  await mkdir(dataDir, { recursive: true });
  const user = databaseUser();
  return withScratchFolder(dataDir, 'archive-restore-', async (scratch) => {
    const recovered = await recover({
      ...{ archive, course, target, user },
      dir: recoveryIn(scratch),
      binaries: await programsFor(course.base, user),
    });
    let folder: string;
    try {
      ({ folder } = await makeBackup({
        databaseUrl: recovered.urlFor(course.base.owner),
        storage: NO_IMAGES,
        dir: join(scratch, 'backup'),
        secret: '',
      }));
    } finally {
      await recovered.stop();
    }
    await withDatabase(config, async ({ databaseUrl }) => {
      await restoreBackup({ databaseUrl, storage: null, folder, beforeCommit });
    });
    return { lastChangeAt: recovered.lastChangeAt };
  });
}
