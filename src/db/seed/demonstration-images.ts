import { randomUUID } from 'node:crypto';
import type { Image } from '#shared/image.ts';
import { demoCategories } from './demo/categories.ts';
import { demoProducts } from './demo/products.ts';
import { demoSlides } from './demo/slides.ts';
import { drawPlaceholder } from './pictures/placeholder.ts';
import { drawProduct } from './pictures/plate.ts';
import { drawSlide } from './pictures/slide.ts';
import { drawTile } from './pictures/tile.ts';

/** As many as Node's thread pool; more would only hold more pixels in memory. */
const AT_ONCE = 4;

export interface ImageStore {
  /** A drawing (SVG) as a JPEG. */
  rasterise(drawing: string): Promise<Buffer>;
  put(path: string, bytes: Buffer, contentType: string): Promise<unknown>;
  /** Size in pixels, and a data URL of a few pixels or ''; null if it is not an image. */
  inspect(bytes: Buffer): Promise<{ width: number; height: number; placeholder: string } | null>;
  /** The URL of a stored path. */
  urlOf(path: string): string;
}

/** The image of each row: by product key (in order), by category key, by slide index. */
export interface DemonstrationImages {
  products: Map<string, Image[]>;
  categories: Map<string, Image>;
  slides: Image[];
}

/** Draws and stores every image of the demo store: about two hundred, 0.15 s of one core each. */
export async function storeDemonstrationImages(
  store: ImageStore,
  ids: { products: Map<string, string>; categories: Map<string, string>; slides: readonly string[] },
  now: Date,
): Promise<DemonstrationImages> {
  const images: DemonstrationImages = { products: new Map(), categories: new Map(), slides: [] };
  const work: (() => Promise<void>)[] = [];
  for (const [at, { theme }] of demoSlides.entries()) {
    work.push(async () => {
      const path = `hero_slides/${ids.slides[at]}-${randomUUID()}.jpg`;
      images.slides[at] = await storeDrawing(store, path, drawSlide({ theme, seed: theme }));
    });
  }
  for (const { key, images: specs } of demoProducts) {
    const stored: Image[] = [];
    images.products.set(key, stored);
    for (const [at, spec] of specs.entries()) {
      const path = `product-images/${ids.products.get(key)}/${now.getTime() + at}.jpg`;
      work.push(async () => {
        stored[at] = await storeDrawing(store, path, drawProduct(spec));
      });
    }
  }
  for (const { key, tile } of demoCategories) {
    work.push(async () => {
      const path = `category-images/${ids.categories.get(key)}-${randomUUID()}.jpg`;
      images.categories.set(key, await storeDrawing(store, path, drawTile(tile)));
    });
  }
  await createLimiter(work);
  return images;
}

/** The placeholder for rows without an image: drawn if it does not exist, in every mode. */
export async function ensurePlaceholder(store: {
  has(path: string): Promise<boolean>;
  rasterise(drawing: string): Promise<Buffer>;
  put(path: string, bytes: Buffer, contentType: string): Promise<unknown>;
}): Promise<void> {
  if (await store.has('placeholder.jpg')) return;
  await store.put('placeholder.jpg', await store.rasterise(drawPlaceholder()), 'image/jpeg');
}

async function storeDrawing(store: ImageStore, path: string, drawing: string): Promise<Image> {
  const bytes = await store.rasterise(drawing);
  const [seen] = await Promise.all([store.inspect(bytes), store.put(path, bytes, 'image/jpeg')]);
  if (!seen) throw new Error(`The drawing for ${path} is not an image`);
  return {
    url: store.urlOf(path),
    width: seen.width,
    height: seen.height,
    placeholder: seen.placeholder,
  };
}

async function createLimiter(work: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = work.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const task of waiting) await task();
    }),
  );
}
