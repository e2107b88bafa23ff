import { removeOldBackups } from './backup-folder.ts';
import { type BackupDeps, type MadeBackup, makeBackup } from './make-backup.ts';
import { ifNoTable, noteBackup, noteFailure } from './record.ts';

interface BackUpDeps extends BackupDeps {
  /** How many backups stay. */
  keep: number;
}

/**
 * What is done each night, or at a word: a backup, noted in the database; then the old ones go. Throws when there is
 * none, which is noted too.
 */
export async function backUp(deps: BackUpDeps): Promise<MadeBackup> {
  let made: MadeBackup;
  try {
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
