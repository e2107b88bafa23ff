import { backUp } from '#platform/backup/back-up.ts';
import { storedSecret } from '#platform/secret.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import type { Installed } from '../cli/demo-store.ts';
import { backupsDirOf, roomForBackup, uploadsDirOf } from './folders.ts';

/** Makes a backup now and returns a message for the terminal. */
export async function takeBackup({ config, dataDir, databaseUrl }: Installed): Promise<string> {
  const { folder, rows, images, bytes } = await backUp({
    databaseUrl,
    storage: await openStorage(config, uploadsDirOf(dataDir)),
    dir: backupsDirOf(config, dataDir),
    key: config.BACKUP_KEY,
    keep: config.BACKUP_KEEP,
    room: () => roomForBackup(config, dataDir),
    secret: config.AUTH_SECRET ?? (await storedSecret(dataDir)),
  });
  return `${folder}: ${backupCounts({ rows, images })}, ${Math.ceil(bytes / 2 ** 20)} MB.`;
}

export const backupCounts = ({ rows, images }: { rows: number; images: number }): string =>
  `${rows.toLocaleString('en')} rows and ${images.toLocaleString('en')} images`;
