import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShareFormat } from '#shared/share-image.ts';
import { createWorkQueue } from '../work-queue.ts';
import { writeWhole } from '../write-whole.ts';
import { drawShareImage, type ShareWords } from './share-image.ts';

/** The texts of a share image, and its images, which are read only when drawing is needed. */
export type ShareImageWish = ShareWords & {
  format: ShareFormat;
  /** `state` changes with the image. */
  images: readonly { state: string; read(): Promise<Uint8Array | null> }[];
};

export interface ShareImages {
  /** JPEG in the size of its format, drawn once for the same input. Throws QueueFull if too many are waiting. */
  draw(wish: ShareImageWish): Promise<Buffer>;
}

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

/** Share images cached in a folder, which may be emptied at any time. */
export function createShareImages({ dir }: { dir: string }): ShareImages {
  const queue = createWorkQueue({ atOnce: 1, maxWaiting: 20 });
  return {
    async draw(wish) {
      const hash = stateOfWish(wish);
      const file = join(dir, hash.slice(0, 2), `${hash}.jpg`);
      const readCached = () => readFile(file).catch(() => null);
      return (
        (await readCached()) ??
        queue.add(hash, async () => {
          const drawnMeanwhile = await readCached();
          if (drawnMeanwhile) return drawnMeanwhile;
          const images = await Promise.all(wish.images.map((image) => image.read()));
          const jpeg = await drawShareImage({ ...wish, images });
          await writeWhole(file, jpeg);
          return jpeg;
        })
      );
    },
  };
}
