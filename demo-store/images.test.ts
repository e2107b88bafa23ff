import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { demoCategories } from './categories.ts';
import { categoryImage, IMAGES, productImage, slideImage } from './image-files.ts';
import { demoProducts } from './products.ts';
import { demoSlides } from './slides.ts';

const products = demoProducts.flatMap(({ key, images }) => images.map((view) => productImage(key, view)));
const categories = demoCategories.map(({ key }) => categoryImage(key));
const slides = demoSlides.map(({ key }) => slideImage(key));
const stored = readdirSync(IMAGES, { recursive: true, encoding: 'utf8' })
  .map((name) => join(IMAGES, name))
  .filter((path) => statSync(path).isFile());

test('every image has a file, and every file is an image of the data', () => {
  expect(stored.sort()).toEqual([...products, ...categories, ...slides].sort());
});

test('the files are WebP of the size that their place needs, 10 MB in all', async () => {
  const shapes = async (files: string[]) =>
    new Set(
      await Promise.all(
        files.map(async (file) => {
          const { format, width, height } = await sharp(file).metadata();
          return `${format} ${width}x${height}`;
        }),
      ),
    );
  expect(await shapes(products)).toEqual(new Set(['webp 960x1200', 'webp 720x900']));
  expect(await shapes(categories)).toEqual(new Set(['webp 800x800']));
  expect(await shapes(slides)).toEqual(new Set(['webp 1920x1080']));
  expect(stored.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(10_000_000);
});

test.each(demoSlides.map(({ key }) => key))(
  'slide %s is dark enough on the left for white text',
  async (key) => {
    const { data, info } = await sharp(slideImage(key))
      .resize(192)
      .raw()
      .toBuffer({ resolveWithObject: true });
    let brightest = 0;
    for (let y = 0; y < info.height; y++) {
      for (let x = 0; x < info.width / 3; x++) {
        const at = (y * info.width + x) * info.channels;
        brightest = Math.max(brightest, luminance(data[at]!, data[at + 1]!, data[at + 2]!));
      }
    }
    // White on this luminance has a contrast of 4.5 to 1.
    expect(brightest).toBeLessThan(1.05 / 4.5 - 0.05);
  },
);

/** WCAG's relative luminance of an sRGB colour. */
function luminance(red: number, green: number, blue: number): number {
  const [r, g, b] = [red, green, blue].map((value) => {
    const c = value / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
