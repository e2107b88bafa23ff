import { resolve } from 'node:path';
import { folderPlace } from '#platform/backup/backup-place.ts';
import { isBucket } from '#platform/backup/bucket-address.ts';
import { type Copied, type CopyDeps, copyBackups } from '#platform/backup/copy-backups.ts';
import { openPlace } from '#platform/backup/open-place.ts';
import type { Settings } from '#platform/config.ts';
import { plural } from '#shared/plural.ts';
import { backupsDirOf, roomForBackups } from './folders.ts';

/** The second place of backups, as recorded with each copy; null if none is set. */
export function copyAddressOf({ BACKUP_COPY }: Pick<Settings, 'BACKUP_COPY'>): string | null {
  if (!BACKUP_COPY) return null;
  return isBucket(BACKUP_COPY) ? BACKUP_COPY.replace(/\/+$/, '') : resolve(BACKUP_COPY);
}

/** The folder of the copies; null if they are in a bucket or none is set. */
export function copyDirOf(config: Pick<Settings, 'BACKUP_COPY'>): string | null {
  const address = copyAddressOf(config);
  return address !== null && !isBucket(address) ? address : null;
}

/** Copies the backups to BACKUP_COPY; null if it is not set. Throws if they could not be copied. */
export async function copyToSecondPlace(
  config: Settings,
  dataDir: string,
  databaseUrl: string,
): Promise<(Copied & { to: string }) | null> {
  const address = copyAddressOf(config);
  if (address === null) return null;
  const dir = copyDirOf(config);
  const deps: CopyDeps = {
    databaseUrl,
    from: folderPlace(backupsDirOf(config, dataDir)),
    to: await openPlace(address, config),
    keep: config.BACKUP_COPY_KEEP,
    key: config.BACKUP_KEY,
    room: async () => (dir ? roomForBackups(dir, config, dataDir) : Number.POSITIVE_INFINITY),
  };
  return { to: address, ...(await copyBackups(deps)) };
}

/** What was copied, for the terminal. */
export const copiedText = ({ to, files, bytes }: Copied & { to: string }): string =>
  files === 0
    ? `${to} has all of it already.`
    : `Copied to ${to}: ${plural(files, 'file')}, ${Math.ceil(bytes / 2 ** 20)} MB.`;
