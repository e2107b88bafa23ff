import { createHash } from 'node:crypto';
import type { BackupPlace } from './backup-place.ts';
import type { Content } from './manifest.ts';
import { inOne, wholeOf } from './pieces.ts';
import { type Keyring, sealedSize } from './sealing.ts';

// The images of all backups of a place are stored once by their content: images/SET/AB/ABCD… An unsealed image is named
// by its SHA-256. A sealed one is named by an HMAC of it, so that nobody without the key can tell whether a known image
// is there. The images of one key and salt are a set, named by the salt, which begins the manifest of each backup that
// uses it: which backup needs which set is known without the key. Another key begins another set.

export const IMAGES = 'images';
/** The set of the images of unsealed backups. */
export const UNSEALED = 'unsealed';
/** Under which name an image is sealed: its content is checked by the SHA-256 in the sealed manifest. */
export const IMAGE_SEAL = 'image';
/** The end of the name of a damaged image, which the next backup writes anew. */
export const DAMAGED = '.damaged';

/** The folder of a set. */
export const imageFolder = (set: string): string => `${IMAGES}/${set}`;
/** The file of an image in a place. */
export const imageFile = (set: string, name: string): string =>
  `${imageFolder(set)}/${name.slice(0, 2)}/${name}`;

const FILE = /\/[0-9a-f]{64}$/;
/** Whether this is the file of an image, not of an unfinished or damaged one. */
export const isImageFile = (file: string): boolean => FILE.test(file);

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Whether a stored image has the content that its name stands for. The keyring must open its set. */
export async function isWhole(
  file: string,
  bytes: Uint8Array,
  keyring: Keyring | undefined,
): Promise<boolean> {
  const [, set = '', , name] = file.split('/');
  if (set === UNSEALED || !keyring) return sha256Of(bytes) === name;
  try {
    const opened = await wholeOf(keyring.unseal(IMAGE_SEAL, inOne(bytes)));
    return (await keyring.nameOf(set, sha256Of(opened))) === name;
  } catch {
    return false;
  }
}

export interface StoredImages {
  /** Whether this content is stored, by its name and size; it is not read. */
  has(content: Content): Promise<boolean>;
  /** Stores an image unless it is there. Returns its content and the bytes written. */
  add(bytes: Uint8Array): Promise<{ content: Content; written: number }>;
}

/**
 * The stored images that a backup with this keyring uses. They are listed once; `mustHaveRoom` is called with the bytes
 * of each image before it is written.
 */
export async function openStoredImages(
  place: BackupPlace,
  keyring: Keyring | undefined,
  mustHaveRoom: (bytes: number) => Promise<void>,
): Promise<StoredImages> {
  const set = keyring?.salt ?? UNSEALED;
  const sizes = new Map<string, number>();
  for await (const { name, size } of place.walk(imageFolder(set))) sizes.set(name, size);
  const fileOf = async (sha256: string) =>
    imageFile(set, keyring ? await keyring.nameOf(set, sha256) : sha256);
  const sizeOf = (bytes: number) => (keyring ? sealedSize(bytes) : bytes);
  const has = async ({ bytes, sha256 }: Content) => sizes.get(await fileOf(sha256)) === sizeOf(bytes);

  return {
    has,
    async add(bytes) {
      const content = { bytes: bytes.length, sha256: sha256Of(bytes) };
      if (await has(content)) return { content, written: 0 };
      const size = sizeOf(bytes.length);
      await mustHaveRoom(size);
      const file = await fileOf(content.sha256);
      await place.write(file, keyring ? keyring.seal(IMAGE_SEAL, inOne(bytes)) : inOne(bytes));
      sizes.set(file, size);
      return { content, written: size };
    },
  };
}
