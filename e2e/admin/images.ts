import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Client } from 'pg';
import sharp from 'sharp';
import { ignoreLaterErrors } from '../journey.ts';
import { test as base, expect, newWord, openAs } from './products.ts';

export { expect, expectAccessible, expectToast, failing, holdRequests, operation } from './products.ts';

const bucketOf = (productId: string) =>
  join(process.env.SHOP_DATA_DIR!, 'uploads', 'product-images', productId);

/** A product without images; its stored files are deleted with it. */
export const test = base.extend<{ productId: string }>({
  productId: async ({ db }, use) => {
    const { rows } = await db.query(
      "INSERT INTO products (id, name, description, price) VALUES (gen_random_uuid(), $1, 'Plain cotton.', 1000) RETURNING id",
      [`Images ${newWord()}`],
    );
    await use(rows[0].id);
    // An open page would still request the deleted images.
    ignoreLaterErrors();
    await rm(bucketOf(rows[0].id), { recursive: true, force: true });
  },
});

/** A JPEG file to choose. `restless`: with noise, so that it has some hundred kilobytes. */
export async function jpeg(name: string, { restless = false } = {}) {
  const side = restless ? 700 : 60;
  const create = { width: side, height: side * 1.25, channels: 3, background: '#7a3b1d' } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const buffer = await sharp({ create: restless ? { ...create, noise } : create })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

export const openImages = (page: Page, productId: string) =>
  openAs(page, `/admin/products/${productId}?tab=images`);

type Files = Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0];

/** Chooses files in the file input. */
export async function choose(page: Page, files: Files): Promise<void> {
  await expect(chooser(page)).toBeEnabled();
  await page.locator('input[type=file]').setInputFiles(files);
}

/** The button; the file input behind it has the same label. */
export const chooser = (page: Page) => page.locator('button').filter({ hasText: 'Choose images' });
export const primaryBox = (page: Page) => page.getByLabel('Make primary');
export const tiles = (page: Page) =>
  page.getByRole('list', { name: 'Images in their order' }).locator('> li');
export const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');

/** Image rows of a product in their order. */
export const rowsOf = async (db: Client, productId: string): Promise<{ id: string; is_primary: boolean }[]> =>
  (
    await db.query(
      'SELECT id, image_url, is_primary FROM product_images WHERE product_id = $1 ORDER BY display_order, id',
      [productId],
    )
  ).rows;
export const idsOf = async (db: Client, productId: string) =>
  (await rowsOf(db, productId)).map(({ id }) => id);
export const primaryOf = async (db: Client, productId: string) =>
  (await rowsOf(db, productId)).filter((row) => row.is_primary).map(({ id }) => id);

export const filesOf = (productId: string): Promise<string[]> => readdir(bucketOf(productId)).catch(() => []);

/** Adds images to a product, the first one primary; the files are those of existing products. */
export async function addImages(db: Client, productId: string, count: number): Promise<string[]> {
  await db.query(
    `INSERT INTO product_images (id, product_id, image_url, is_primary, display_order, width, height, placeholder)
     SELECT gen_random_uuid(), $1, image_url, n = 1, n - 1, width, height, placeholder
     FROM generate_series(1, $2::int) n
     JOIN LATERAL (SELECT * FROM product_images WHERE is_primary ORDER BY image_url OFFSET n LIMIT 1) i ON true`,
    [productId, count],
  );
  return idsOf(db, productId);
}
