import { basename } from 'node:path';
import { BackupError } from './backup-error.ts';
import { listBackups, madeAtOf, removeOldBackups } from './backup-folder.ts';
import { drillBackup } from './drill.ts';
import { type BackupDeps, type MadeBackup, makeBackup } from './make-backup.ts';
import { noteBackup, noteDrill, noteFailure, reasonOf } from './record.ts';

export interface RoutineDeps extends BackupDeps {
  /** How many backups stay. */
  keep: number;
}

/**
 * What is done each night, or at a word: a backup, noted in the database; then the old ones go. Throws when there is
 * none, which is noted too.
 */
export async function backUp(deps: RoutineDeps): Promise<MadeBackup> {
  let made: MadeBackup;
  try {
    made = await makeBackup(deps);
  } catch (error) {
    // A database that is away, or of an older shop, takes no note either; the first reason is the one to tell.
    await noteFailure(deps.databaseUrl, error).catch(() => {});
    throw error;
  }
  // A database that this shop has not migrated yet has no table for it; the backup is good all the same.
  await noteBackup(deps.databaseUrl, made, deps.key !== undefined).catch(ifNoTable);
  await removeOldBackups(deps.dir, deps.keep);
  return made;
}

/** Proves the newest backup by restoring it beside the shop, and notes the day. Throws BackupError. */
export async function drillNewest({
  databaseUrl,
  dir,
  key,
}: Pick<BackupDeps, 'databaseUrl' | 'dir' | 'key'>): Promise<{
  name: string;
  rows: number;
  pictures: number;
}> {
  const folder = (await listBackups(dir)).at(-1);
  if (!folder) throw new BackupError(`There is no backup in ${dir} yet: npm run backup`);
  const name = basename(folder);
  const drilled = { name, madeAt: madeAtOf(name), sealed: key !== undefined };
  try {
    const { tables, pictures } = await drillBackup({ databaseUrl, folder, key });
    await noteDrill(databaseUrl, { ...drilled, error: null }).catch(ifNoTable);
    return { name, rows: tables.reduce((sum, { rows }) => sum + rows, 0), pictures: pictures.length };
  } catch (error) {
    await noteDrill(databaseUrl, { ...drilled, error: reasonOf(error) }).catch(() => {});
    throw error;
  }
}

function ifNoTable(error: unknown): void {
  if ((error as { code?: string }).code !== '42P01') throw error;
}
