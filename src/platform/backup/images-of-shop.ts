import { BUCKETS, type Storage, type StoredFile } from '#platform/storage/storage.ts';
import { BackupError } from './backup-error.ts';
import type { BackupPlace } from './backup-place.ts';
import type { Content } from './manifest.ts';
import { wholeOf } from './pieces.ts';
import { type BackedUpImage, type BackupReader, backupsIn, imageSetOf, openBackup } from './read-backup.ts';
import { type Keyring, keyringOf } from './sealing.ts';
import { type StoredImages, UNSEALED } from './stored-images.ts';

/** An image that was written this shortly before a backup is read again by the next: clocks and times differ, ms. */
const RECENT_MS = 60_000;

/** What a new backup continues. */
export interface Base {
  /** Undefined without a key. It has the salt of the backup before, so that both share their images. */
  keyring: Keyring | undefined;
  /** The newest backup that opens with the key; null if there is none. */
  before: BackupReader | null;
}

export async function findBase(place: BackupPlace, key: string | undefined): Promise<Base> {
  for (const name of (await backupsIn(place)).reverse()) {
    const set = await imageSetOf(place, name);
    if ((set === UNSEALED) !== (key === undefined)) continue;
    const keyring = key === undefined ? undefined : keyringOf(key, set);
    try {
      return { keyring, before: await openBackup(place, name, keyring) };
    } catch (error) {
      // Another key, or damaged: the one before it may open.
      if (!(error instanceof BackupError)) throw error;
    }
  }
  return { keyring: key === undefined ? undefined : keyringOf(key), before: null };
}

export interface WrittenImages {
  images: BackedUpImage[];
  /** Images that were not stored before, and their bytes. */
  added: number;
  bytes: number;
}

/**
 * Stores every image of the shop that is not stored yet. An image is not even read if the storage says that it was not
 * written since the backup before, and if what was stored then is still there.
 */
export async function storeImages(
  storage: Pick<Storage, 'walk' | 'stat' | 'get'>,
  stored: StoredImages,
  before: BackupReader | null,
): Promise<WrittenImages> {
  const known = before ? knownImages(before) : new Map<string, Content>();
  const written: WrittenImages = { images: [], added: 0, bytes: 0 };
  for await (const file of imagesOf(storage)) {
    const { path, contentType } = file;
    const same = known.get(stateOf(file));
    if (same && (await stored.has(same))) {
      written.images.push({ path, contentType, modified: file.modified.toISOString(), ...same });
      continue;
    }
    const image = await storage.get(path);
    // Deleted in the meantime.
    if (!image) continue;
    const { content, written: bytes } = await stored.add(await wholeOf(image.stream));
    if (bytes > 0) written.added++;
    written.bytes += bytes;
    written.images.push({ path, contentType, modified: image.modified.toISOString(), ...content });
  }
  return written;
}

/** Contents by the state of their files at the time of a backup, without those that were written shortly before it. */
function knownImages({ manifest }: BackupReader): Map<string, Content> {
  const until = Date.parse(manifest.madeAt) - RECENT_MS;
  return new Map(
    manifest.pictures.flatMap(({ path, modified, bytes, sha256 }) =>
      modified !== undefined && Date.parse(modified) < until
        ? [[stateOf({ path, size: bytes, modified: new Date(modified) }), { bytes, sha256 }] as const]
        : [],
    ),
  );
}

/** In whole seconds: some stores answer parts of a second in a list, and none for one object. */
const stateOf = ({ path, size, modified }: Pick<StoredFile, 'path' | 'size' | 'modified'>): string =>
  `${path}|${size}|${Math.floor(modified.getTime() / 1000)}`;

async function* imagesOf(storage: Pick<Storage, 'walk' | 'stat'>): AsyncGenerator<StoredFile> {
  const placeholder = await storage.stat('placeholder.jpg');
  if (placeholder) yield placeholder;
  for (const bucket of BUCKETS) yield* storage.walk(bucket);
}
