import { BackupError } from './backup-error.ts';
import { removeOldBackups } from './backup-folder.ts';
import { type BackupDeps, type MadeBackup, makeBackup } from './make-backup.ts';
import { ifNoTable, noteBackup, noteFailure, sizeOfLast } from './record.ts';

interface BackUpDeps extends BackupDeps {
  /** How many backups stay. */
  keep: number;
  /** Bytes that a backup may take. */
  room(): Promise<number>;
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MB`;

/** It will be about as large as the one before it. A disk that is full ends the database, and with it all orders. */
async function mustHaveRoom({ databaseUrl, dir, room }: BackUpDeps): Promise<void> {
  const [needed, free] = [await sizeOfLast(databaseUrl), await room()];
  if (needed <= free) return;
  throw new BackupError(
    `There is no room for a backup in ${dir}: the last one took ${megabytes(needed)}, and ${megabytes(Math.max(0, free))} are left for it. Set BACKUP_DIR to another disk, or keep fewer with BACKUP_KEEP.`,
  );
}

/**
 * What is done each night, or at a word: a backup, noted in the database; then the old ones go. Throws when there is
 * none, which is noted too.
 */
export async function backUp(deps: BackUpDeps): Promise<MadeBackup> {
  let made: MadeBackup;
  try {
    await mustHaveRoom(deps);
    made = await makeBackup(deps);
  } catch (error) {
    // A database that is away, or of an older shop, takes no note either; the first reason is the one to tell.
    await noteFailure(deps.databaseUrl, error).catch(() => {});
    throw error;
  }
  await noteBackup(deps.databaseUrl, made, deps.key !== undefined).catch(ifNoTable);
  await removeOldBackups(deps.dir, deps.keep);
  return made;
}
