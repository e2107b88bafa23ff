import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '#platform/config.ts';
import { freeBytes } from '#platform/disk/disk-reserve.ts';

/** The folder of the originals in the data folder. */
export const uploadsDirOf = (dataDir: string): string => join(dataDir, 'uploads');

/** The folder of the backups: BACKUP_DIR, or `backups` in the data folder. */
export const backupsDirOf = (config: Pick<Config, 'BACKUP_DIR'>, dataDir: string): string =>
  config.BACKUP_DIR ? resolve(config.BACKUP_DIR) : join(dataDir, 'backups');

/** Bytes available for backups in this folder. On the disk of the orders, the reserve for orders is not available. */
export async function roomForBackups(
  dir: string,
  config: Pick<Config, 'DISK_RESERVE'>,
  dataDir: string,
): Promise<number> {
  const free = await freeBytes(await existingFolderAbove(dir));
  return free - ((await areOnOneDisk(dir, dataDir)) ? config.DISK_RESERVE : 0);
}

/** Whether both folders are, or would be, on the same disk. */
export async function areOnOneDisk(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map(async (dir) => stat(await existingFolderAbove(dir))),
  );
  return first!.dev === second!.dev;
}

/** The folder itself, or its nearest existing parent. */
export async function existingFolderAbove(dir: string): Promise<string> {
  const found = await stat(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && dirname(dir) !== dir) return null;
    throw error;
  });
  return found ? dir : existingFolderAbove(dirname(dir));
}
