import { backUp } from '#platform/backup/back-up.ts';
import { storedSecret } from '#platform/secret.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { formatCount, plural } from '#shared/plural.ts';
import type { Installed } from '../cli/demo-store.ts';
import { copiedText, copyToSecondPlace } from './backup-copy.ts';
import { backupsDirOf, roomForBackups, uploadsDirOf } from './folders.ts';

/** Makes a backup now, copies it to the second place and returns a message for the terminal. */
export async function takeBackup({ config, dataDir, databaseUrl }: Installed): Promise<string> {
  const dir = backupsDirOf(config, dataDir);
  const { folder, rows, images, newImages, bytes, newImageBytes } = await backUp({
    databaseUrl,
    storage: await openStorage(config, uploadsDirOf(dataDir)),
    dir,
    key: config.BACKUP_KEY,
    keep: config.BACKUP_KEEP,
    room: () => roomForBackups(dir, config, dataDir),
    secret: config.AUTH_SECRET ?? (await storedSecret(dataDir)),
  });
  const counts = `${backupCounts({ rows, images })} (${formatCount(newImages)} new)`;
  const made = `${folder}: ${counts}, ${Math.ceil((bytes + newImageBytes) / 2 ** 20)} MB.`;
  const copied = await copyToSecondPlace(config, dataDir, databaseUrl).then(
    (copy) => copy && copiedText(copy),
    (error: Error) => `It was not copied: ${error.message}`,
  );
  return copied ? `${made}\n${copied}` : made;
}

export const backupCounts = ({ rows, images }: { rows: number; images: number }): string =>
  `${plural(rows, 'row')} and ${plural(images, 'image')}`;
