import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createWorkQueue } from '../work-queue.ts';
import { writeWhole } from '../write-whole.ts';
import { drawShareImage, type ShareImageInput } from './share-image.ts';

/** The texts of a share image, and its image, which is read only when drawing is needed. */
export type ShareImageWish = Omit<ShareImageInput, 'image'> & {
  /** `state` changes with the image. */
  image: { state: string; read(): Promise<Uint8Array | null> } | null;
};

export interface ShareImages {
  /** JPEG of 1200 × 630, drawn once for the same input. Throws QueueFull if too many are waiting. */
  draw(wish: ShareImageWish): Promise<Buffer>;
}

/** Part of the file names: increase it when the drawing changes. */
const RECIPE = 3;

/** Share images cached in a folder, which may be emptied at any time. */
export function createShareImages({ dir }: { dir: string }): ShareImages {
  const queue = createWorkQueue({ atOnce: 1, maxWaiting: 20 });
  return {
    async draw({ image, ...words }) {
      const hash = createHash('sha256')
        .update(
          JSON.stringify([RECIPE, words.name, words.price, words.listPrice, words.reason, words.shopName]),
        )
        .update(image?.state ?? '')
        .digest('hex')
        .slice(0, 32);
      const file = join(dir, hash.slice(0, 2), `${hash}.jpg`);
      const readCached = () => readFile(file).catch(() => null);
      return (
        (await readCached()) ??
        queue.add(hash, async () => {
          const drawnMeanwhile = await readCached();
          if (drawnMeanwhile) return drawnMeanwhile;
          const jpeg = await drawShareImage({ ...words, image: image && (await image.read()) });
          await writeWhole(file, jpeg);
          return jpeg;
        })
      );
    },
  };
}
