import type { Raises } from '#shared/errors.ts';
import type { Log } from '../log.ts';
import { type Storage, storagePathOf, uploadUrlOf } from '../storage/storage.ts';
import { StorageUnavailable } from '../storage/storage-unavailable.ts';
import type { AcceptedImage } from './accept-image.ts';

export interface ImageStoreDeps {
  storage: Storage;
  log: Pick<Log, 'warn'>;
}

/** Whether a row refers to the image of this URL. */
export type IsNamed = (url: string) => Promise<boolean>;

/**
 * Stores an image and runs `work`, which writes its row. The file is deleted if no row has it afterwards: `work` failed,
 * or a repeated request has its image already. It stays if this is unknown (the answer to a commit can get lost): an
 * extra file is harmless, a row without its image is not. `work` has not started if the image cannot be stored. The file
 * of an image whose row is deleted later stays for a month, so that the deletion can be undone (jobs/keep-history.ts).
 */
export async function storeImage<T>(
  keeping: ImageStoreDeps & Raises<'STORAGE_UNAVAILABLE'>,
  { path, image, isNamed }: { path: string; image: AcceptedImage; isNamed: IsNamed },
  work: (url: string) => Promise<T>,
): Promise<T> {
  const url = uploadUrlOf(path);
  await put(keeping, path, image);
  try {
    return await work(url);
  } finally {
    await removeImages(keeping, [url], isNamed);
  }
}

async function put(
  { storage, log, errors }: ImageStoreDeps & Raises<'STORAGE_UNAVAILABLE'>,
  path: string,
  image: AcceptedImage,
): Promise<void> {
  try {
    await storage.put(path, image.bytes, { contentType: image.contentType });
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    log.warn({ err: error, path }, 'an image could not be stored');
    throw errors.STORAGE_UNAVAILABLE();
  }
}

/** Deletes the files that no row has. A failure is logged and the file stays; then it resolves to false. */
export async function removeImages(
  { storage, log }: ImageStoreDeps,
  urls: readonly (string | null)[],
  isNamed: IsNamed,
): Promise<boolean> {
  let isComplete = true;
  for (const url of urls) {
    const path = url === null ? null : storagePathOf(url);
    // The placeholder is outside the buckets and stays.
    if (url === null || !path?.includes('/')) continue;
    try {
      if (!(await isNamed(url))) await storage.delete(path);
    } catch (error) {
      log.warn({ err: error, path }, 'an image that nothing shows stays');
      isComplete = false;
    }
  }
  return isComplete;
}
