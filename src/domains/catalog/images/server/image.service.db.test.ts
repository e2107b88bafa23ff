import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lockImages } from '#db/image-names.ts';
import { afterAMonth } from '#platform/jobs/test-history.ts';
import { waitingIn } from '#platform/postgres/test-database.ts';
import { s3Storage } from '#platform/storage/s3-storage.ts';
import { startTestS3 } from '#platform/storage/test-s3.ts';
import type { SignedIn } from '#shared/caller.ts';
import { contextOf, createFixture, type Fixture } from '../../server/test-catalog.ts';
import { MAX_IMAGES } from '../images.ts';

let fixture: Fixture;
let admin: SignedIn;
let api: ReturnType<Fixture['apiOf']>;
let productId: string;
let jpeg: Buffer<ArrayBuffer>;

beforeAll(async () => {
  fixture = await createFixture();
  admin = await fixture.createUser('admin');
  jpeg = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#7a3b1d' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  await fixture.reset();
  for (const path of await files()) await fixture.deps.storage.delete(path);
  api = fixture.apiOf(contextOf('', admin));
  productId = await fixture.product('Agbada');
});

const imageFile = (bytes: BlobPart = jpeg, name = 'agbada.jpg') =>
  new File([bytes], name, { type: 'image/jpeg' });
const upload = (primary = false, file = imageFile()) => api.uploadImage({ productId, file, primary });
const files = async () => (await fixture.storage.list('product-images', 1000)).map(({ path }) => path);
const month = (storage = fixture.deps.storage) =>
  afterAMonth(fixture.owner, { ...fixture.deps, storage, database: fixture.database });
const rows = async () =>
  (
    await fixture.owner.query(
      'SELECT * FROM product_images WHERE product_id = $1 ORDER BY display_order, id',
      [productId],
    )
  ).rows;
const primaries = async () => (await rows()).filter((row) => row.is_primary).map((row) => row.id);
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

test('CALLS-55 CALLS-57 CALLS-60 an uploaded image has a row, and a file at the URL of the row', async () => {
  const image = await upload();
  expect(image).toMatchObject({ productId, width: 40, height: 50, displayOrder: 0 });
  expect(image.url).toMatch(new RegExp(`^/uploads/product-images/${productId}/\\d+\\.jpg$`));
  expect(await rows()).toMatchObject([
    { id: image.id, image_url: image.url, width: 40, height: 50, placeholder: image.placeholder },
  ]);
  expect((await files()).map((path) => `/uploads/${path}`)).toEqual([image.url]);
  expect(await api.listImages({ productId })).toEqual([image]);
});

test('CALLS-57 CALLS-60 the same with S3; while S3 is unavailable there is neither file nor row, but a message', async () => {
  const s3 = await startTestS3();
  try {
    const storage = s3Storage(await s3.newBucket(), { timeoutMs: 2000 });
    const inS3 = fixture.apiOf(contextOf('', admin), { storage });
    const kept = await inS3.uploadImage({ productId, file: imageFile(), primary: false });
    expect((await storage.list('product-images')).map(({ path }) => `/uploads/${path}`)).toEqual([kept.url]);
    await inS3.deleteImage({ id: kept.id });
    await month(storage);
    expect(await storage.list('product-images')).toEqual([]);

    s3.sleep();
    await expect(inS3.uploadImage({ productId, file: imageFile(), primary: false })).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      status: 503,
      message: 'Images cannot be stored right now. Please try again in a few minutes.',
    });
    const categoryId = await fixture.category('Men');
    expect(await refused(inS3.updateCategoryImage({ id: categoryId, file: imageFile() }))).toBe(
      'STORAGE_UNAVAILABLE',
    );
    await s3.close();
    expect(await refused(inS3.uploadImage({ productId, file: imageFile(), primary: false }))).toBe(
      'STORAGE_UNAVAILABLE',
    );
    const { rows: named } = await fixture.owner.query('SELECT image_url FROM categories');
    expect([await rows(), named]).toEqual([[], [{ image_url: null }]]);
  } finally {
    await s3.close();
  }
});

test('OPEN-08 RULES-19 the first image is always primary, later ones on request', async () => {
  const first = await upload(false);
  expect(first.isPrimary).toBe(true);
  expect((await upload(false)).isPrimary).toBe(false);
  expect(await primaries()).toEqual([first.id]);
});

test('RULES-22 RULES-18 an image uploaded as primary is what the product shows', async () => {
  await upload();
  const second = await upload(true);
  expect(await primaries()).toEqual([second.id]);
  expect((await api.getProduct({ id: productId })).product.image.url).toBe(second.url);
});

test('RULES-20 setting a primary image unsets all others', async () => {
  const [, second] = [await upload(), await upload(), await upload()];
  expect(await api.setPrimaryImage({ id: second.id })).toEqual({ ...second, isPrimary: true });
  expect(await primaries()).toEqual([second.id]);
  await api.setPrimaryImage({ id: second.id });
  expect(await primaries()).toEqual([second.id]);
});

test('RULES-21 deleting the primary image makes the first remaining one primary', async () => {
  const [first, second, third] = [await upload(), await upload(), await upload()];
  await api.reorderImages({ productId, ids: [first.id, third.id, second.id] });
  await api.deleteImage({ id: first.id });
  expect(await primaries()).toEqual([third.id]);
  expect((await api.getProduct({ id: productId })).product.image.url).toBe(third.url);
  await api.deleteImage({ id: second.id });
  await api.deleteImage({ id: third.id });
  expect(await rows()).toEqual([]);
  expect(await refused(api.deleteImage({ id: third.id }))).toBe('NOT_FOUND');
});

test('HIST-09 the file of a deleted image is kept for a month', async () => {
  const image = await upload();
  await api.deleteImage({ id: image.id });
  expect(await files()).toHaveLength(1);
  await month();
  expect(await files()).toEqual([]);
});

test('files of deleted images are deleted, also after the storage failed or no daily job ran for months', async () => {
  await month();
  await api.deleteImage({ id: (await upload()).id });
  const failing = { ...fixture.deps.storage, delete: () => Promise.reject(new Error('no connection')) };
  for (let n = 0; n < 3; n++) await month(failing);
  expect(await files()).toHaveLength(1);
  await month();
  expect(await files()).toEqual([]);
  // They are not looked for again and again.
  await month();
  expect((await fixture.owner.query('select expired_images()')).rowCount).toBe(0);
});

test('of two concurrent uploads as primary, exactly one is primary', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => upload(true)));
  expect(new Set(made.map(({ url }) => url)).size).toBe(6);
  expect(await primaries()).toHaveLength(1);
  expect((await rows()).map((row) => row.display_order)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await files()).toHaveLength(6);
});

test('concurrent set, delete and add leave exactly one primary image', async () => {
  const made = [];
  for (let n = 0; n < 5; n++) made.push(await upload());
  await Promise.all([
    ...made.slice(0, 3).map(({ id }) => api.deleteImage({ id })),
    ...made.slice(2).map(({ id }) => api.setPrimaryImage({ id }).catch(() => {})),
    upload(true),
    upload(true),
  ]);
  expect(await primaries()).toHaveLength(1);
  await month();
  expect(await files()).toHaveLength(4);
});

test('of two orders made from the same one, the second is refused', async () => {
  const [a, b, c] = [(await upload()).id, (await upload()).id, (await upload()).id];
  const shown = [a, b, c];
  await api.reorderImages({ productId, ids: [c, a, b], shown });
  expect(await refused(api.reorderImages({ productId, ids: [b, a, c], shown }))).toBe('IMAGES_CHANGED');
  // A retry after a lost response.
  await api.reorderImages({ productId, ids: [c, a, b], shown });
  const moved = await api.reorderImages({ productId, ids: [c, b, a], shown: [c, a, b] });
  expect(moved.map(({ id }) => id)).toEqual([c, b, a]);
  // Images that were added or deleted since are not another order.
  const { id: d } = await upload();
  await api.deleteImage({ id: b });
  const last = await api.reorderImages({ productId, ids: [d, c, a], shown: [c, b, a] });
  expect(last.map(({ id }) => id)).toEqual([d, c, a]);
});

test('CALLS-23 a complete new order is saved; one with other images is refused', async () => {
  const made = [await upload(), await upload(), await upload()];
  const ids = [made[2]!.id, made[0]!.id, made[1]!.id];
  expect((await api.reorderImages({ productId, ids })).map(({ id }) => id)).toEqual(ids);
  expect((await api.listImages({ productId })).map(({ id }) => id)).toEqual(ids);
  // The order does not affect which image is primary.
  expect(await primaries()).toEqual([made[0]!.id]);
  for (const wrong of [ids.slice(1), [...ids, randomUUID()], [ids[0]!, ids[1]!, randomUUID()], []]) {
    expect(await refused(api.reorderImages({ productId, ids: wrong }))).toBe('IMAGES_CHANGED');
  }
  expect(await refused(api.reorderImages({ productId, ids: [ids[0]!, ids[0]!, ids[1]!] }))).toBe('BAD_INPUT');
  expect((await api.listImages({ productId })).map(({ id }) => id)).toEqual(ids);
  // A new image is still appended.
  expect((await upload()).displayOrder).toBe(3);
});

test('an upload cancelled during processing leaves neither file nor row', async () => {
  const cancelled = new AbortController();
  const sending = api.uploadImage(
    { productId, file: imageFile(), primary: true },
    { signal: cancelled.signal },
  );
  cancelled.abort();
  expect(await refused(sending)).not.toBe('done');
  await upload();
  expect([(await rows()).length, (await files()).length]).toEqual([1, 1]);
});

test('a repeated upload after a lost response stores one image', async () => {
  const id = randomUUID();
  const send = () => api.uploadImage({ productId, id, file: imageFile(), primary: true });
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  expect(await send()).toEqual(answers[0]);
  expect([(await rows()).length, (await files()).length]).toEqual([1, 1]);
  // The id is no key for another product.
  productId = await fixture.product('Gele');
  expect(await refused(send())).toBe('KEY_REUSED');
  expect(await rows()).toEqual([]);
});

test('an image stands before those that were chosen after it, whichever arrives first', async () => {
  const [one, two, three, four] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const send = (id: string, before: string[]) =>
    api.uploadImage({ productId, id, file: imageFile(), primary: false, before });
  const old = await upload(true);
  const arrived = [];
  for (const [id, before] of [
    [two, [three, four]],
    [four, []],
    [one, [two, three, four]],
    [three, [four]],
  ] as const) {
    arrived.push((await send(id, [...before])).displayOrder);
  }
  expect(arrived).toEqual([1, 2, 1, 3]);
  expect((await api.listImages({ productId })).map(({ id }) => id)).toEqual([old.id, one, two, three, four]);
});

test('an unknown product gets no image and no file', async () => {
  const unknown = randomUUID();
  expect(await refused(api.uploadImage({ productId: unknown, file: imageFile() }))).toBe('NOT_FOUND');
  expect(await refused(api.listImages({ productId: unknown }))).toBe('NOT_FOUND');
  expect(await refused(api.reorderImages({ productId: unknown, ids: [] }))).toBe('NOT_FOUND');
  expect(await refused(api.setPrimaryImage({ id: unknown }))).toBe('NOT_FOUND');
  expect(await files()).toEqual([]);
});

test('a product deleted while its image is processed leaves no file', async () => {
  const storage = {
    ...fixture.deps.storage,
    async put(...args: Parameters<typeof fixture.deps.storage.put>) {
      const stored = await fixture.deps.storage.put(...args);
      await fixture.owner.query('DELETE FROM products WHERE id = $1', [productId]);
      return stored;
    },
  };
  const slow = fixture.apiOf(contextOf('', admin), { storage });
  expect(await refused(slow.uploadImage({ productId, file: imageFile() }))).toBe('NOT_FOUND');
  expect(await files()).toEqual([]);
});

test('ERR-37 OPEN-28 if the row cannot be written the error is named and logged, and no file remains', async () => {
  await upload();
  const errors: unknown[] = [];
  const context = contextOf('', admin);
  context.log.error = (facts: { err: Error }) => void errors.push(facts.err.message);
  const broken = fixture.apiOf(context);
  await fixture.owner.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
     CREATE TRIGGER refuse BEFORE INSERT OR UPDATE OR DELETE ON product_images EXECUTE FUNCTION refuse()`,
  );
  try {
    const [image] = await rows();
    expect(await refused(broken.uploadImage({ productId, file: imageFile() }))).toBe('UNEXPECTED');
    expect(await refused(broken.deleteImage({ id: image!.id as string }))).toBe('UNEXPECTED');
    expect(await files()).toHaveLength(1);
    await fixture.owner.query('ALTER TABLE product_images DISABLE TRIGGER refuse');
    const second = await upload();
    await fixture.owner.query('ALTER TABLE product_images ENABLE TRIGGER refuse');
    expect(await refused(broken.setPrimaryImage({ id: second.id }))).toBe('UNEXPECTED');
  } finally {
    await fixture.owner.query('DROP FUNCTION refuse CASCADE');
  }
  expect(errors).toEqual(['Failed to upload image', 'Failed to delete image', 'Failed to set primary image']);
});

test('a product has at most twenty images, also with concurrent uploads', async () => {
  for (let n = 0; n < MAX_IMAGES - 2; n++) await upload();
  const answers = await Promise.all(Array.from({ length: 4 }, () => refused(upload())));
  expect(answers.sort()).toEqual(['IMAGE_LIMIT', 'IMAGE_LIMIT', 'done', 'done']);
  expect(await refused(upload())).toBe('IMAGE_LIMIT');
  expect([(await rows()).length, (await files()).length]).toEqual([MAX_IMAGES, MAX_IMAGES]);
});

test('an invalid, too large or damaged image leaves neither file nor row', async () => {
  const gaussian = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const create = { width: 200, height: 200, channels: 3, background: '#fff', noise: gaussian } as const;
  const noise = await sharp({ create }).jpeg().toBuffer();
  const large = Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024)]);
  expect(await refused(upload(false, imageFile('<html>', 'agbada.png')))).toBe('NOT_AN_IMAGE');
  expect(await refused(upload(false, imageFile('')))).toBe('NOT_AN_IMAGE');
  expect(await refused(upload(false, imageFile(large)))).toBe('IMAGE_TOO_LARGE');
  expect(await refused(upload(false, imageFile(noise.subarray(0, noise.length / 2))))).toBe(
    'IMAGE_UNREADABLE',
  );
  expect([await rows(), await files()]).toEqual([[], []]);
});

test('a PNG named .jpg is stored as a PNG', async () => {
  const png = await sharp(jpeg).png().toBuffer();
  const { url } = await upload(false, imageFile(png));
  expect(url).toMatch(/\.png$/);
  expect((await fixture.storage.stat(url.slice('/uploads/'.length)))?.contentType).toBe('image/png');
});

test('an image that an order or another row shows keeps its file', async () => {
  const [ordered, onSlide, inCategory] = [await upload(), await upload(), await upload()];
  const [orderId, slideId] = [randomUUID(), randomUUID()];
  await fixture.owner.query(
    `INSERT INTO orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
     VALUES ($1, '0001', $2, 'Amara', 'amara@test.shop', $1, '')`,
    [orderId, admin.userId],
  );
  await fixture.owner.query(
    `INSERT INTO order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image)
     VALUES ($1, $1, 0, $2, 'Agbada', 1, 1, $3)`,
    [orderId, productId, ordered.url],
  );
  await fixture.owner.query(
    `INSERT INTO hero_slides (id, title, description, button_text, button_link, title_animation, description_animation)
     VALUES ($1, 'x', 'x', 'x', '/products', 'animate-float', 'animate-float')`,
    [slideId],
  );
  await fixture.owner.query(
    'INSERT INTO hero_slide_images (id, slide_id, image_url, width, height) VALUES ($1, $1, $2, 1, 1)',
    [slideId, onSlide.url],
  );
  const categoryId = await fixture.category('Gele');
  await fixture.owner.query('UPDATE categories SET image_url = $2 WHERE id = $1', [
    categoryId,
    inCategory.url,
  ]);
  try {
    for (const { id } of [ordered, onSlide, inCategory]) await api.deleteImage({ id });
    await month();
    expect([(await rows()).length, (await files()).length]).toEqual([0, 3]);
  } finally {
    await fixture.owner.query('DELETE FROM orders WHERE id = $1', [orderId]);
    await fixture.owner.query('DELETE FROM hero_slides WHERE id = $1', [slideId]);
  }
});

test("deleting an image's file waits for orders in progress", async () => {
  const image = await upload();
  await api.deleteImage({ id: image.id });
  const held = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const ordering = fixture.database.asCaller(admin, async (tx) => {
    await lockImages(tx);
    held.resolve();
    await done.promise;
  });
  await held.promise;
  const deleting = month();
  try {
    await expect.poll(() => waitingIn(fixture.owner)).toBe(1);
    expect(await files()).toHaveLength(1);
  } finally {
    done.resolve();
    await Promise.all([ordering, deleting]);
  }
  expect(await files()).toEqual([]);
});

test('changes to images do not change the version of the product', async () => {
  const version = async () =>
    (await fixture.owner.query('SELECT version FROM products WHERE id = $1', [productId])).rows[0]!.version;
  const before = await version();
  const { id } = await upload();
  await upload(true);
  await api.setPrimaryImage({ id });
  await api.deleteImage({ id });
  expect(await version()).toBe(before);
});
