import { BackupError } from './backup-error.ts';
import { madeAtOf } from './backup-name.ts';
import { type BackupPlace, PARTIAL } from './backup-place.ts';
import { backupsIn, imageSetOf, MANIFESTS, openBackup, sortBackups } from './read-backup.ts';
import { keyringOf } from './sealing.ts';
import { DAMAGED, IMAGES, imageFolder, UNSEALED } from './stored-images.ts';

/** An unfinished backup or copy of a backup older than this is abandoned. */
const ABANDONED_MS = 24 * 60 * 60_000;

/** The files of the images that backups use, by set; null if a backup of the set does not open with this key. */
type UsedImages = Map<string, Set<string> | null>;

/**
 * Deletes all but the newest `keep` backups of a place, those that are unfinished, and every stored image that no
 * remaining backup uses. Only while nothing else reads or writes the place (backup-lock.ts).
 */
export async function removeOldBackups(
  place: BackupPlace,
  keep: number,
  key: string | undefined,
): Promise<void> {
  const { complete, incomplete } = await sortBackups(place);
  const abandoned = incomplete.filter(
    (name) => Date.now() - madeAtOf(name.replace(PARTIAL, '')).getTime() > ABANDONED_MS,
  );
  for (const name of [...complete.slice(0, -keep), ...abandoned]) await place.removeFolder(name, MANIFESTS);
  const used = await listUsedImages(place, key);
  const sets = new Set<string>();
  for await (const { name } of place.walk(IMAGES)) {
    const set = name.split('/')[1] ?? '';
    const files = used.get(set);
    const whole = name.replace(DAMAGED, '');
    const isReplaced = name !== whole && (await place.has(whole));
    // Of images of another key is known only that they are used.
    if (files === null || (files?.has(whole) && !isReplaced)) continue;
    await place.remove(name);
    sets.add(set);
  }
  for (const set of sets) if (!used.has(set)) await place.removeFolder(imageFolder(set), []);
}

/** The stored images that the backups of a place use. */
export async function listUsedImages(place: BackupPlace, key: string | undefined): Promise<UsedImages> {
  const used: UsedImages = new Map();
  for (const name of await backupsIn(place)) {
    const set = await imageSetOf(place, name);
    const files = used.get(set) ?? (used.has(set) ? null : new Set<string>());
    used.set(set, files && (await addImages(files, place, name, set, key)));
  }
  return used;
}

/** Adds the images of a backup to `files`. Null if it cannot be opened. */
async function addImages(
  files: Set<string>,
  place: BackupPlace,
  name: string,
  set: string,
  key: string | undefined,
): Promise<Set<string> | null> {
  try {
    const keyring = key === undefined || set === UNSEALED ? undefined : keyringOf(key, set);
    const backup = await openBackup(place, name, keyring);
    if (backup.manifest.format === 1) return files;
    for (const image of backup.manifest.pictures) files.add(await backup.fileOf(image));
    return files;
  } catch (error) {
    if (error instanceof BackupError) return null;
    throw error;
  }
}
