import { join } from 'node:path';
import type { DemoCategoryKey } from './category.ts';
import type { DemoView } from './product.ts';
import type { DemoSlideKey } from './slides.ts';

/** The folder of the finished images. */
export const IMAGES = join(import.meta.dirname, 'images');

const webp = (folder: string, name: string): string => join(IMAGES, folder, `${name}.webp`);

/** 960 × 1200 pixels, 720 × 900 for what is not the front. */
export const productImage = (key: string, view: DemoView): string => webp('products', `${key}-${view}`);
/** 800 × 800 pixels. */
export const categoryImage = (key: DemoCategoryKey): string => webp('categories', key);
/** 1920 × 1080 pixels, dark on the left, where the text is. */
export const slideImage = (key: DemoSlideKey): string => webp('slides', key);
