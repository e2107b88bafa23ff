import { DomainError } from '#shared/errors.ts';
import type { Log } from '../log.ts';
import { pathOfAddress, type Storage } from '../storage/storage.ts';
import { StorageUnavailable } from '../storage/storage-unavailable.ts';
import type { AcceptedImage } from './accept-image.ts';

export interface ImageStoreDeps {
  storage: Storage;
  log: Pick<Log, 'warn'>;
}

/** Whether a row names the image of this address. */
export type IsNamed = (address: string) => Promise<boolean>;

/**
 * Stores an image and lets `work` write the row that names it. When that fails the file goes again, unless the
 * row is there all the same (the answer to a commit can get lost) or nobody can say: a file too many harms nobody,
 * a row without its image does. Throws STORAGE_UNAVAILABLE when the image cannot be stored now; then `work` was not
 * begun.
 */
export async function storeImage<T>(
  keeping: ImageStoreDeps,
  { path, image, isNamed }: { path: string; image: AcceptedImage; isNamed: IsNamed },
  work: (address: string) => Promise<T>,
): Promise<T> {
  const { storage } = keeping;
  const address = storage.publicAddress(path);
  await put(keeping, path, image);
  try {
    return await work(address);
  } catch (error) {
    await removeImages(keeping, [address], isNamed);
    throw error;
  }
}

async function put({ storage, log }: ImageStoreDeps, path: string, image: AcceptedImage): Promise<void> {
  try {
    await storage.put(path, image.bytes, { contentType: image.contentType });
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    log.warn({ err: error, path }, 'an image could not be stored');
    throw new DomainError('STORAGE_UNAVAILABLE');
  }
}

/**
 * Removes the files of images whose rows are gone, after the commit. What cannot be removed is noted and stays:
 * the deed itself is done.
 */
export async function removeImages(
  { storage, log }: ImageStoreDeps,
  addresses: readonly (string | null)[],
  isNamed: IsNamed,
): Promise<void> {
  for (const address of addresses) {
    const path = address === null ? null : pathOfAddress(address);
    // The image that stands for none lies outside the buckets and stays.
    if (address === null || !path?.includes('/')) continue;
    try {
      if (!(await isNamed(address))) await storage.delete(path);
    } catch (error) {
      log.warn({ err: error, path }, 'an image that nothing shows stays');
    }
  }
}
