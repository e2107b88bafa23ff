import { join, resolve } from 'node:path';
import type { Config } from '#platform/config.ts';

/** The folder of the backups: BACKUP_DIR, or `backups` in the data folder. */
export const backupsDirOf = (config: Pick<Config, 'BACKUP_DIR'>, dataDir: string): string =>
  config.BACKUP_DIR ? resolve(config.BACKUP_DIR) : join(dataDir, 'backups');
