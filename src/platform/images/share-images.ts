import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull } from '#db/busy.ts';
import type { ShareFormat } from '#shared/share-image.ts';
import { createWorkQueue } from '../work-queue.ts';
import { writeWhole } from '../write-whole.ts';
import { drawShareImage, type ShareWords } from './share-image.ts';
import { trimFolder } from './trim-folder.ts';

/** The texts of a share image, and its images, which are read only when drawing is needed. */
export type ShareImageWish = ShareWords & {
  format: ShareFormat;
  /** `state` changes with the image. */
  images: readonly { state: string; read(): Promise<Uint8Array | null> }[];
};

export interface ShareImages {
  /** The JPEG, if it was drawn before. */
  cached(wish: ShareImageWish): Promise<Buffer | null>;
  /**
   * JPEG in the size of its format, drawn once for the same input. Throws QueueFull if too many are waiting, in total or
   * for this network.
   */
  draw(wish: ShareImageWish, network: string): Promise<Buffer>;
}

/** Images are drawn one at a time. */
const MAX_WAITING = 20;
/** One network leaves room for the others. */
const MAX_WAITING_OF_NETWORK = 10;

/** Part of the file names: increase it when the drawing changes. */
const RECIPE = 4;

/** Changes with everything that the image shows. */
export const stateOfWish = ({ images, format, ...words }: ShareImageWish): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        ...[RECIPE, format, words.name, words.label, words.price, words.listPrice, words.reason],
        ...[words.shopName, words.url, images.map(({ state }) => state)],
      ]),
    )
    .digest('hex')
    .slice(0, 32);

const MAX_BYTES = 500_000_000;
/** The folder is read after so many images: at most 60 MB more than it may hold. */
const TRIM_EVERY = 200;

/**
 * Share images cached in a folder, which may be emptied at any time. Prices make them outdated: the oldest are deleted
 * where all have more than `maxBytes`.
 */
export function createShareImages({
  dir,
  maxBytes = MAX_BYTES,
  trimEvery = TRIM_EVERY,
}: {
  dir: string;
  maxBytes?: number;
  trimEvery?: number;
}): ShareImages {
  let drawn = 0;
  const queue = createWorkQueue({
    atOnce: 1,
    maxWaiting: MAX_WAITING,
    maxWaitingOfKey: MAX_WAITING_OF_NETWORK,
  });
  const fileOf = (wish: ShareImageWish) => {
    const hash = stateOfWish(wish);
    return join(dir, hash.slice(0, 2), `${hash}.jpg`);
  };
  const cached = (wish: ShareImageWish) => readFile(fileOf(wish)).catch(() => null);
  return {
    cached,
    draw: (wish, network) =>
      queue.add(network, async () => {
        const drawnMeanwhile = await cached(wish);
        if (drawnMeanwhile) return drawnMeanwhile;
        const images = await Promise.all(wish.images.map((image) => image.read()));
        const jpeg = await drawShareImage({ ...wish, images });
        // On a full disk it is answered all the same, and drawn again for the next request.
        await writeWhole(fileOf(wish), jpeg).catch((error: unknown) => {
          if (!isDiskFull(error)) throw error;
        });
        drawn++;
        if (drawn % trimEvery === 0) await trimFolder(dir, maxBytes);
        return jpeg;
      }),
  };
}
