import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { afterAMonth } from '#platform/jobs/test-history.ts';
import type { SignedIn } from '#shared/caller.ts';
import { contextOf, createFixture, type Fixture } from '../../server/test-catalog.ts';

let fixture: Fixture;
let ada: SignedIn;
let photo: File;

beforeAll(async () => {
  fixture = await createFixture();
  ada = await fixture.createUser('admin', 'Ada');
  const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#b8791a' } })
    .png()
    .toBuffer();
  photo = new File([new Uint8Array(bytes)], 'gele.jpg', { type: 'image/jpeg' });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  for (const { path } of await fixture.deps.storage.list('category-images'))
    await fixture.deps.storage.delete(path);
});

const month = () => afterAMonth(fixture.owner, { ...fixture.deps, database: fixture.database });
const api = () => fixture.apiOf(contextOf('', ada));
const stored = async () =>
  (await fixture.deps.storage.list('category-images')).map(({ path }) => `/uploads/${path}`);

test('ADM-CAT-11 CALLS-40 CALLS-59 an image is stored with its detected type, set, and its URL returned', async () => {
  const shelf = await api().createCategory({ name: 'Gele' });
  const image = await api().updateCategoryImage({ id: shelf.id, file: photo });
  // Its file name claimed JPEG.
  expect(image.url).toMatch(new RegExp(`^/uploads/category-images/${shelf.id}-[0-9a-f-]{36}\\.png$`));
  expect(image).toMatchObject({ width: 80, height: 60 });
  expect(await stored()).toEqual([image.url]);
  const { rows } = await fixture.owner.query('SELECT image_url, version FROM categories WHERE id = $1', [
    shelf.id,
  ]);
  expect(rows).toEqual([{ image_url: image.url, version: 1 }]);
  expect((await api().getCategory({ id: shelf.id })).image).toEqual(image);
});

test('ADM-CAT-11 a new image replaces the first, whose file is deleted a month later', async () => {
  const shelf = await api().createCategory({ name: 'Gele' });
  await api().updateCategoryImage({ id: shelf.id, file: photo });
  const { url } = await api().updateCategoryImage({ id: shelf.id, file: photo });
  expect(await stored()).toHaveLength(2);
  await month();
  expect(await stored()).toEqual([url]);
});

test('an old image is deleted although the history could not be kept in order', async () => {
  const { id } = await api().createCategory({ name: 'Gele' });
  await api().updateCategoryImage({ id, file: photo });
  const { url } = await api().updateCategoryImage({ id, file: photo });
  await fixture.owner.query(`SELECT pg_advisory_lock(hashtext('aso.change_partitions'))`);
  try {
    await expect(month()).rejects.toThrow('lock timeout');
  } finally {
    await fixture.owner.query('SELECT pg_advisory_unlock_all()');
  }
  expect(await stored()).toEqual([url]);
});

test('an image that another row uses too is not deleted', async () => {
  const [one, other] = [
    await api().createCategory({ name: 'One' }),
    await api().createCategory({ name: 'Other' }),
  ];
  const { url } = await api().updateCategoryImage({ id: one.id, file: photo });
  await fixture.owner.query('UPDATE categories SET image_url = $2 WHERE id = $1', [other.id, url]);
  await api().deleteCategory({ id: one.id });
  await month();
  expect(await stored()).toEqual([url]);
  await api().deleteCategory({ id: other.id });
  await month();
  expect(await stored()).toEqual([]);
});

test('OPEN-58 deleting a category deletes the images of its descendants', async () => {
  const top = await api().createCategory({ name: 'Headwear' });
  const below = await api().createCategory({ name: 'Gele', parentId: top.id });
  for (const { id } of [top, below]) await api().updateCategoryImage({ id, file: photo });
  expect(await stored()).toHaveLength(2);
  await api().deleteCategory({ id: top.id });
  await month();
  expect(await stored()).toEqual([]);
});

test('OPEN-58 an image set while its category is deleted is deleted as well', async () => {
  const { id } = await api().createCategory({ name: 'Gele' });
  const path = `category-images/${id}-meanwhile.png`;
  await fixture.deps.storage.put(path, new Uint8Array([1]), { contentType: 'image/png' });
  await fixture.owner.query('BEGIN');
  await fixture.owner.query('SELECT FROM categories WHERE id = $1 FOR UPDATE', [id]);
  const deleting = api().deleteCategory({ id });
  await expect
    .poll(
      async () =>
        (
          await fixture.owner.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).rows.length,
      { timeout: 10_000 },
    )
    .toBe(1);
  await fixture.owner.query('UPDATE categories SET image_url = $2 WHERE id = $1', [id, `/uploads/${path}`]);
  await fixture.owner.query('COMMIT');
  await deleting;
  await month();
  expect(await stored()).toEqual([]);
});

test('an invalid or truncated image, or an unknown category, leaves neither file nor row', async () => {
  const { id } = await api().createCategory({ name: 'Gele' });
  const refused = (file: Blob, of = id) =>
    api()
      .updateCategoryImage({ id: of, file: new File([file], 'a.png', { type: 'image/png' }) })
      .then(
        () => 'accepted',
        ({ code }) => code,
      );
  expect(await refused(new Blob(['<html></html>']))).toBe('NOT_AN_IMAGE');
  expect(await refused(new Blob([]))).toBe('NOT_AN_IMAGE');
  expect(await refused(photo.slice(0, photo.size - 30))).toBe('IMAGE_UNREADABLE');
  expect(await refused(new Blob([photo, new Uint8Array(5 * 1024 * 1024)]))).toBe('IMAGE_TOO_LARGE');
  expect(await refused(photo, randomUUID())).toBe('NOT_FOUND');
  expect([await stored(), (await api().getCategory({ id })).image]).toEqual([[], null]);
});
