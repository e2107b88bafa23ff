import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type NamedImages, openNamedImages } from '#db/named-images.ts';
import {
  connectOwner,
  createTestDatabase,
  type TestDatabase,
  waitingIn,
} from '#platform/postgres/test-database.ts';
import { type CleanUp, cleanUp, YOUNG_MS } from './clean-up.ts';
import { localStorage } from './local-storage.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';
import { startTestS3, type TestS3 } from './test-s3.ts';

let database: TestDatabase;
let owner: Client;
let s3: TestS3;
let dir = '';
beforeAll(async () => {
  database = await createTestDatabase();
  owner = await connectOwner(database.url);
  s3 = await startTestS3();
  dir = await mkdtemp(join(tmpdir(), 'aso-clean-up-'));
});
afterAll(async () => {
  await s3?.close();
  await owner.end();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

const jpeg = { contentType: 'image/jpeg' };
const productId = randomUUID();
const slideId = randomUUID();
let orders = 10_000;

/** A row that refers to the image of this path, by table. */
const naming = {
  product: (path: string) =>
    owner.query(
      `INSERT INTO product_images (id, product_id, image_url, is_primary, display_order, width, height)
       VALUES ($1, $2, $3, NOT EXISTS (SELECT FROM product_images), 0, 4, 5)`,
      [randomUUID(), productId, `/uploads/${path}`],
    ),
  orderItem: async (path: string, client: Client = owner) => {
    const id = randomUUID();
    await client.query(
      `INSERT INTO orders (id, order_number, customer_name, customer_email, idempotency_key, body_hash)
       VALUES ($1, $2, 'Ada', 'ada@example.com', $1, 'x')`,
      [id, String(++orders)],
    );
    await client.query(
      `INSERT INTO order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image)
       VALUES ($1, $1, 0, $1, 'Agbada', 1, 1, $2)`,
      [id, `/uploads/${path}`],
    );
  },
  slide: (path: string) =>
    owner.query(
      'INSERT INTO hero_slide_images (id, slide_id, image_url, width, height) VALUES ($1, $2, $3, 4, 5)',
      [randomUUID(), slideId, `/uploads/${path}`],
    ),
  category: (path: string) =>
    owner.query(
      'INSERT INTO categories (id, name, slug, image_url, image_width, image_height) VALUES ($1, $2, $2, $3, 4, 5)',
      [randomUUID(), path, `/uploads/${path}`],
    ),
};

describe.each([
  ['a folder', async () => localStorage(await mkdtemp(join(dir, 'uploads-')))],
  ['S3', async () => s3Storage(await s3.newBucket(), { pageSize: 10 })],
])('in %s', (_, emptyStorage) => {
  let storage: Storage;
  let names: NamedImages;
  beforeEach(async () => {
    await owner.query('TRUNCATE products, categories, hero_slides, orders CASCADE');
    await owner.query(`INSERT INTO products (id, name, description, price) VALUES ($1, 'Agbada', '', 1)`, [
      productId,
    ]);
    await owner.query(
      `INSERT INTO hero_slides (id, title, description, button_text, button_link, title_animation, description_animation)
       VALUES ($1, 'Sale', 'x', 'x', '/', 'animate-float', 'animate-float')`,
      [slideId],
    );
    storage = await emptyStorage();
    names = await openNamedImages(database.url);
  });
  afterEach(() => names.close());

  const put = (path: string, size = 10) => storage.put(path, new Uint8Array(size), jpeg);
  const found: string[] = [];
  /** Runs a day and an hour later, when every file is old enough; `more` replaces dependencies. */
  async function run(remove: boolean, more: Partial<CleanUp> = {}) {
    found.length = 0;
    return cleanUp({
      storage,
      names,
      now: new Date(Date.now() + YOUNG_MS + 3_600_000),
      remove,
      onUnused: ({ path }) => found.push(`unused ${path}`),
      onMissing: (address) => found.push(`missing ${address}`),
      ...more,
    });
  }

  test('images used by products, orders, slides or categories remain, the rest is found and deleted', async () => {
    const shown = {
      product: 'product-images/p/1.jpg',
      orderItem: 'product-images/gone/1.jpg',
      slide: 'hero_slides/a.jpg',
      category: 'category-images/a.jpg',
    } as const;
    const unused = ['product-images/p/2.jpg', 'hero_slides/b.jpg', 'category-images/b.jpg'];
    for (const path of [...Object.values(shown), ...unused, 'placeholder.jpg']) await put(path);
    for (const kind of ['product', 'orderItem', 'slide', 'category'] as const)
      await naming[kind](shown[kind]);
    await naming.orderItem('placeholder.jpg');

    expect(await run(false)).toEqual({ looked: 7, unused: 3, bytes: 30, missing: 0 });
    expect(found).toEqual(unused.map((path) => `unused ${path}`));
    for (const path of unused) expect(await storage.stat(path)).not.toBeNull();

    await names.close();
    names = await openNamedImages(database.url);
    expect(await run(true)).toEqual({ looked: 7, unused: 3, bytes: 30, missing: 0 });
    for (const path of unused) expect(await storage.stat(path)).toBeNull();
    for (const path of [...Object.values(shown), 'placeholder.jpg']) {
      expect(await storage.stat(path), path).not.toBeNull();
    }
  });

  test('a file of the last 24 hours remains: its row may not be written yet', async () => {
    const { modified } = await put('product-images/p/1.jpg');
    const at = (ms: number) => ({ now: new Date(modified.getTime() + ms) });
    expect(await run(true, at(YOUNG_MS - 60_000))).toMatchObject({ looked: 1, unused: 0 });
    expect(await run(true, at(YOUNG_MS + 60_000))).toMatchObject({ looked: 1, unused: 1 });
  });

  test('an image that gets a row between check and deletion remains', async () => {
    await put('product-images/p/1.jpg');
    await put('product-images/p/2.jpg');
    const slow = {
      ...names,
      async unnamedOf(addresses: readonly string[]) {
        const unnamed = await names.unnamedOf(addresses);
        await naming.product('product-images/p/1.jpg');
        return unnamed;
      },
    };
    expect(await run(true, { names: slow })).toMatchObject({ unused: 1 });
    expect(found).toEqual(['unused product-images/p/2.jpg']);
    expect(await storage.stat('product-images/p/1.jpg')).not.toBeNull();
  });

  test('an image that is named is known to be without a wait for orders and undos', async () => {
    await naming.product('product-images/p/1.jpg');
    const undo = await connectOwner(database.url);
    await undo.query(`BEGIN; SELECT pg_advisory_xact_lock_shared(hashtext('aso.ordered_images'))`);
    try {
      await owner.query(`set lock_timeout = '1s'`);
      const isNamed = async (name: string) =>
        (await owner.query('select image_is_named($1) as named', [`/uploads/${name}`])).rows[0].named;
      expect(await isNamed('product-images/p/1.jpg')).toBe(true);
      await expect(isNamed('product-images/p/2.jpg')).rejects.toThrow('lock timeout');
    } finally {
      await owner.query('reset lock_timeout');
      await undo.end();
    }
  });

  test('a pending order is waited for, and keeps its image', async () => {
    await put('product-images/p/1.jpg');
    const order = await connectOwner(database.url);
    await order.query(`BEGIN; SELECT pg_advisory_xact_lock_shared(hashtext('aso.ordered_images'))`);
    const running = run(true);
    await expect.poll(() => waitingIn(owner)).toBe(1);
    try {
      await naming.orderItem('product-images/p/1.jpg', order);
      await order.query('COMMIT');
    } finally {
      await order.end();
    }
    expect(await running).toMatchObject({ unused: 0 });
    expect(await storage.stat('product-images/p/1.jpg')).not.toBeNull();
  });

  test('an image with a row but no file is reported once', async () => {
    await naming.product('product-images/p/1.jpg');
    await naming.orderItem('product-images/p/1.jpg');
    await naming.slide('hero_slides/late.jpg');
    await owner.query('UPDATE hero_slide_images SET image_url = $1', ['/uploads/hero_slides/late.jpg']);
    await naming.category('category-images/a.jpg');
    await owner.query(`UPDATE categories SET image_url = 'https://elsewhere.example/a.jpg'`);
    // Appears after its bucket was listed.
    const late = {
      ...names,
      async listOthers() {
        await put('hero_slides/late.jpg');
        return names.listOthers();
      },
    };
    expect(await run(false, { names: late })).toEqual({ looked: 0, unused: 0, bytes: 0, missing: 1 });
    expect(found).toEqual(['missing /uploads/product-images/p/1.jpg']);
  });

  test('many files are checked in batches', async () => {
    for (let n = 0; n < 60; n++) await put(`product-images/p/${n}.jpg`, 1);
    expect(await run(true)).toEqual({ looked: 60, unused: 60, bytes: 60, missing: 0 });
    expect(await storage.list('product-images')).toEqual([]);
  });
});
