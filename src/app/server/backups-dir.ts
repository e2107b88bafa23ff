import { join, resolve } from 'node:path';
import type { Config } from '#platform/config.ts';

/** Where backups lie: BACKUP_DIR, or a folder beside the data. */
export const backupsDirOf = (config: Pick<Config, 'BACKUP_DIR'>, dataDir: string): string =>
  config.BACKUP_DIR ? resolve(config.BACKUP_DIR) : join(dataDir, 'backups');
