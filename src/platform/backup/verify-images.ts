import { BackupError } from './backup-error.ts';
import type { BackupPlace, FolderPlace } from './backup-place.ts';
import { type BackupReader, backupsIn, DamagedImage, imageSetOf, openBackup } from './read-backup.ts';
import type { Keyring } from './sealing.ts';
import { DAMAGED, isImageFile, UNSEALED } from './stored-images.ts';

/** How many damaged images an error names. */
const NAMED = 3;

/**
 * Reads every image of a backup, and those that only the other backups of the place use. A damaged file is renamed, so
 * that the next backup writes it anew from the image of the shop, or its copy. Throws BackupError that names them.
 */
export async function verifyImages(
  place: FolderPlace,
  name: string,
  keyring: Keyring | undefined,
): Promise<void> {
  const readFiles = new Set<string>();
  const damaged: DamagedImage[] = [];
  const others = (await backupsIn(place)).filter((other) => other !== name);
  for (const one of [name, ...others.reverse()]) {
    const backup =
      one === name ? await openBackup(place, one, keyring) : await openOther(place, one, keyring);
    for (const image of backup?.manifest.pictures ?? []) {
      const file = await backup!.fileOf(image);
      if (readFiles.has(file)) continue;
      readFiles.add(file);
      try {
        for await (const _ of backup!.readImage(image));
      } catch (error) {
        if (!(error instanceof DamagedImage)) throw error;
        damaged.push(error);
        if (isImageFile(file) && (await place.has(file))) await place.rename(file, file + DAMAGED);
      }
    }
  }
  await place.sync();
  if (damaged.length === 0) return;
  const named = damaged.slice(0, NAMED).map(({ message }) => message.replace(/\. .*/, '.'));
  const more = damaged.length > NAMED ? ` And ${damaged.length - NAMED} more.` : '';
  throw new BackupError(
    `${named.join(' ')}${more} The next backup writes anew what the shop or the copy of the backups still has.`,
  );
}

/** Null for a backup that has its own images, was made with another key or is damaged. */
async function openOther(
  place: BackupPlace,
  name: string,
  keyring: Keyring | undefined,
): Promise<BackupReader | null> {
  if (((await imageSetOf(place, name)) === UNSEALED) !== (keyring === undefined)) return null;
  try {
    const backup = await openBackup(place, name, keyring);
    return backup.manifest.format === 1 ? null : backup;
  } catch (error) {
    if (error instanceof BackupError) return null;
    throw error;
  }
}
