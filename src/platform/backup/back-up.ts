import { formatCount } from '#shared/plural.ts';
import { BackupError } from './backup-error.ts';
import { unlessBackupsAreRead } from './backup-lock.ts';
import { folderPlace } from './backup-place.ts';
import { type BackupDeps, type MadeBackup, makeBackup } from './make-backup.ts';
import { ignoreOldSchema, noteBackup, noteFailure, sizeOfLast } from './record.ts';
import { removeOldBackups } from './remove-old-backups.ts';

interface BackUpDeps extends BackupDeps {
  /** How many backups are retained. */
  keep: number;
  /** Bytes available for a backup. */
  room(): Promise<number>;
}

const megabytes = (bytes: number) => `${formatCount(Math.ceil(bytes / 2 ** 20))} MB`;

/** A full disk stops the database, and with it all orders. */
async function mustHaveRoom({ dir, room }: BackUpDeps, needed: number, what: string): Promise<void> {
  const free = await room();
  if (needed <= free) return;
  throw new BackupError(
    `There is no room for a backup in ${dir}: ${what} ${megabytes(needed)}, and ${megabytes(Math.max(0, free))} are left for it. Set BACKUP_DIR to another disk, or keep fewer with BACKUP_KEEP.`,
  );
}

/**
 * Makes a backup, nightly or on request, records it in the database and deletes old backups. Throws when no backup
 * could be made, which is recorded too.
 */
export async function backUp(deps: BackUpDeps): Promise<MadeBackup> {
  let made: MadeBackup;
  try {
    await mustHaveRoom(deps, await sizeOfLast(deps.databaseUrl), 'the last one took');
    made = await makeBackup({
      ...deps,
      mustHaveRoom: (bytes) => mustHaveRoom(deps, bytes, 'a new image takes'),
    });
  } catch (error) {
    // An unavailable or unmigrated database cannot record it either; report the first error.
    await noteFailure(deps.databaseUrl, error).catch(() => {});
    throw error;
  }
  await noteBackup(deps.databaseUrl, made, deps.key !== undefined).catch(ignoreOldSchema);
  await unlessBackupsAreRead(deps.databaseUrl, () =>
    removeOldBackups(folderPlace(deps.dir), deps.keep, deps.key),
  );
  return made;
}
