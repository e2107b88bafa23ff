import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { demoCategories } from '#demo-store/categories.ts';
import { categoryImage, productImage, slideImage } from '#demo-store/image-files.ts';
import { demoProducts } from '#demo-store/products.ts';
import { demoSlides } from '#demo-store/slides.ts';
import { inspectImage } from '#platform/images/inspect-image.ts';
import { type Storage, uploadUrlOf } from '#platform/storage/storage.ts';
import type { Image } from '#shared/image.ts';

/** Ids by key. */
export type Ids = Map<string, string>;

/** The image of each row by its key; a product's images in their order. */
export interface DemoImages {
  products: Map<string, Image[]>;
  categories: Map<string, Image>;
  slides: Map<string, Image>;
}

/** Copies every image of the demo store into the storage, about two hundred, under the names that uploads get. */
export async function storeDemoImages(
  storage: Storage,
  ids: { products: Ids; categories: Ids; slides: Ids },
  now: Date,
): Promise<DemoImages> {
  const copy = async (file: string, path: string): Promise<Image> => {
    const bytes = await readFile(file);
    const [image] = await Promise.all([
      inspectImage(bytes),
      storage.put(path, bytes, { contentType: 'image/webp' }),
    ]);
    if (!image) throw new Error(`${file} is not an image`);
    const { width, height, placeholder } = image;
    return { url: uploadUrlOf(path), width, height, placeholder };
  };
  const products = new Map<string, Image[]>();
  // One product after the other: a storage of another machine gets a few requests at once.
  for (const { key, images } of demoProducts) {
    const pathOf = (at: number) => `product-images/${ids.products.get(key)}/${now.getTime() + at}.webp`;
    products.set(key, await Promise.all(images.map((view, at) => copy(productImage(key, view), pathOf(at)))));
  }
  const categories = new Map<string, Image>();
  for (const { key } of demoCategories) {
    const path = `category-images/${ids.categories.get(key)}-${randomUUID()}.webp`;
    categories.set(key, await copy(categoryImage(key), path));
  }
  const slides = new Map<string, Image>();
  for (const { key } of demoSlides) {
    slides.set(key, await copy(slideImage(key), `hero_slides/${ids.slides.get(key)}-${randomUUID()}.webp`));
  }
  return { products, categories, slides };
}
