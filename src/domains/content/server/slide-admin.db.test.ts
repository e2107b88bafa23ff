import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { afterAMonth } from '#platform/jobs/test-history.ts';
import { createLog } from '#platform/log.ts';
import { openTestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import type { Caller, Role, SignedIn } from '#shared/caller.ts';
import { reordered } from '#shared/places.ts';
import { contentRouter } from './router.ts';

let owner: pg.Client;
let database: Database;
let close: () => Promise<void>;
let uploads: string;
let ada: SignedIn;
let bola: SignedIn;
let photo: File;

async function createUser(role: Role, firstName: string): Promise<SignedIn> {
  const userId = randomUUID();
  await owner.query('INSERT INTO profiles (id, email, first_name, role) VALUES ($1, $2, $3, $4)', [
    userId,
    `${userId}@test.shop`,
    firstName,
    role,
  ]);
  return { userId, role };
}

beforeAll(async () => {
  ({ database, owner, close } = await openTestDatabase());
  uploads = await mkdtemp(join(tmpdir(), 'aso-slides-'));
  [ada, bola] = [await createUser('admin', 'Ada'), await createUser('super_admin', 'Bola')];
  const bytes = await sharp({ create: { width: 96, height: 54, channels: 3, background: '#262c6b' } })
    .jpeg()
    .toBuffer();
  photo = new File([new Uint8Array(bytes)], 'cloth.jpg', { type: 'image/jpeg' });
});
afterAll(async () => {
  await close?.();
  await rm(uploads, { recursive: true, force: true });
});
beforeEach(() => owner.query('TRUNCATE hero_slides CASCADE'));

const as = (caller: Caller) =>
  createRouterClient(contentRouter({ database, storage: localStorage(uploads), log: createLog('silent') }), {
    context: testContext(caller),
  });
const fields = {
  title: 'Bridal season',
  description: 'Aso-oke for the bride',
  buttonText: 'Explore',
  buttonLink: '/products',
  titleAnimation: 'animate-fade-in' as const,
  descriptionAnimation: 'animate-float' as const,
};
const add = (title = fields.title, displayOrder?: number) =>
  as(ada).createSlide({ ...fields, title, ...(displayOrder !== undefined && { displayOrder }), file: photo });
const slidesInBase = async () => (await owner.query('SELECT * FROM hero_slides')).rows;
const imagesInBase = async () => (await owner.query('SELECT * FROM hero_slide_images')).rows;
const month = () =>
  afterAMonth(owner, { database, storage: localStorage(uploads), log: createLog('silent') });
const files = () => readdir(join(uploads, 'hero_slides')).catch(() => []);
const titles = async () => (await as(ada).listSlides()).slides.map(({ title }) => title);

test('CALLS-32 CALLS-33 CALLS-58 a slide is created with its image in one call', async () => {
  const before = (await files()).length;
  const slide = await add();
  expect(slide).toMatchObject({ ...fields, displayOrder: 0, isActive: true, version: 1 });
  expect(slide.image).toMatchObject({ width: 96, height: 54 });
  expect(slide.image?.url).toMatch(new RegExp(`^/uploads/hero_slides/${slide.id}-[0-9a-f-]{36}\\.jpg$`));
  expect((await files()).length).toBe(before + 1);
  expect(await imagesInBase()).toMatchObject([{ slide_id: slide.id, image_url: slide.image?.url }]);
  expect((await as(null).listActiveSlides()).map(({ id }) => id)).toEqual([slide.id]);
});

test('a repeated create makes no second slide, and saves what was corrected in the form since', async () => {
  const before = (await files()).length;
  const given = { ...fields, id: randomUUID(), file: photo };
  const both = await Promise.all([as(ada).createSlide(given), as(ada).createSlide(given)]);
  expect(both.map(({ id, version }) => [id, version])).toEqual([
    [given.id, 1],
    [given.id, 1],
  ]);
  const corrected = await as(bola).createSlide({ ...given, title: 'Groom season' });
  expect(corrected).toMatchObject({ id: given.id, title: 'Groom season', version: 2 });
  // A later change is not overwritten, and no unused image remains.
  await expect(as(ada).createSlide(given)).rejects.toMatchObject({
    code: 'STALE',
    data: { name: 'Bola', current: { title: 'Groom season', version: 2 } },
  });
  expect(await imagesInBase()).toMatchObject([{ image_url: corrected.image?.url }]);
  const again = await as(ada).createSlide({ ...given, title: 'Groom season' });
  expect(again).toMatchObject({ title: 'Groom season', version: 2 });
  expect([(await slidesInBase()).length, (await imagesInBase()).length]).toEqual([1, 1]);
  expect(await imagesInBase()).toMatchObject([{ image_url: again.image?.url }]);
  await month();
  expect((await files()).length).toBe(before + 1);
  // Users without permission learn nothing by naming an id.
  const { userId } = await createUser('user', 'Chi');
  await expect(as({ userId, role: 'user' }).createSlide(given)).rejects.toMatchObject({
    code: 'NO_PERMISSION',
  });
  await expect(as({ userId, role: 'admin' }).createSlide(given)).rejects.toThrow();
  await month();
  expect((await files()).length).toBe(before + 1);
});

test('ADM-SLIDE-08 ADM-SLIDE-09 OPEN-09 a slide is active and first by default', async () => {
  await add('a');
  await add('b', 1);
  expect((await add('c', 2)).displayOrder).toBe(2);
  expect((await add('d')).displayOrder).toBe(0);
  for (const displayOrder of [1.5, '1.5', '', 'two', 2_000_000_000]) {
    await expect(add('x', displayOrder as number), String(displayOrder)).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  }
  // As in a multipart form: all text.
  const texts = { displayOrder: '7' as never, isActive: 'false' as never };
  expect(await as(ada).createSlide({ ...fields, ...texts, file: photo })).toMatchObject({
    displayOrder: 7,
    isActive: false,
  });
});

test('ADM-SLIDE-06 each required field has its own message', async () => {
  const texts = {
    title: 'Title is required',
    description: 'Description is required',
    buttonText: 'Button text is required',
    buttonLink: 'Button link is required',
    titleAnimation: 'Title animation is required',
    descriptionAnimation: 'Description animation is required',
  };
  for (const [name, message] of Object.entries(texts)) {
    for (const value of ['', undefined]) {
      const input = { ...fields, [name]: value, file: photo };
      await expect(as(ada).createSlide(input as never)).rejects.toMatchObject({
        code: 'BAD_INPUT',
        data: { issues: [expect.objectContaining({ path: name, ...(value === '' && { message }) })] },
      });
    }
  }
  expect(await slidesInBase()).toEqual([]);
});

test.each([
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'http://x.example',
])('a slide with the link %j is refused', async (buttonLink) => {
  await expect(as(ada).createSlide({ ...fields, buttonLink, file: photo })).rejects.toMatchObject({
    code: 'BAD_INPUT',
    data: { issues: [expect.objectContaining({ path: 'buttonLink' })] },
  });
  expect(await slidesInBase()).toEqual([]);
});

test('ADM-SLIDE-07 without a valid image there is no slide and no file', async () => {
  const before = await files();
  await expect(as(ada).createSlide({ ...fields } as never)).rejects.toMatchObject({
    data: { issues: [{ path: 'file', message: 'Please select an image for the slide' }] },
  });
  const html = new File(['<script>alert(1)</script>'], 'a.png', { type: 'image/png' });
  await expect(as(ada).createSlide({ ...fields, file: html })).rejects.toMatchObject({
    code: 'NOT_AN_IMAGE',
  });
  const cut = photo.slice(0, photo.size / 2, 'image/jpeg');
  await expect(as(ada).createSlide({ ...fields, file: new File([cut], 'cut.jpg') })).rejects.toMatchObject({
    code: 'IMAGE_UNREADABLE',
  });
  expect([await slidesInBase(), await imagesInBase(), await files()]).toEqual([[], [], before]);
});

test('a refusal by the database leaves no file', async () => {
  const before = await files();
  // A former admin: the database refuses what the application allowed.
  const former = { userId: (await createUser('user', 'Chi')).userId, role: 'admin' as const };
  await expect(as(former).createSlide({ ...fields, file: photo })).rejects.toThrow();
  expect([await slidesInBase(), await files()]).toEqual([[], before]);
});

test('CALLS-35 a new image replaces the first, whose file is deleted a month later', async () => {
  const slide = await add();
  const image = await as(ada).updateSlideImage({ id: slide.id, file: photo });
  expect(image.url).not.toBe(slide.image?.url);
  expect(await imagesInBase()).toMatchObject([{ image_url: image.url }]);
  await month();
  const stored = await files();
  expect(stored).toContain(image.url.split('/').at(-1));
  expect(stored).not.toContain(slide.image?.url.split('/').at(-1));
  // An open form does not become stale by it.
  expect((await as(ada).updateSlide({ ...slide, title: 'Renamed' })).title).toBe('Renamed');
  await expect(as(ada).updateSlideImage({ id: randomUUID(), file: photo })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('ADM-SLIDE-03 a save over a newer version is refused with its values and its author', async () => {
  const slide = await add();
  const saved = await as(bola).updateSlide({ ...slide, description: 'And for the groom' });
  expect(saved).toMatchObject({ description: 'And for the groom', version: 2, image: slide.image });
  // COLLAB-02: an open form reads it again, with its author.
  expect(await as(ada).getSlideEntry({ id: slide.id })).toEqual({ ...saved, updatedBy: 'Bola' });
  await expect(as(ada).getSlideEntry({ id: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(as(ada).updateSlide({ ...slide, title: 'Mine' })).rejects.toMatchObject({
    code: 'STALE',
    data: { name: 'Bola', current: { description: 'And for the groom', version: 2 } },
  });
  expect((await slidesInBase())[0]).toMatchObject({ title: fields.title });
});

test('ADM-SLIDE-04 deleting a slide deletes its image and file', async () => {
  const slide = await add();
  await as(ada).deleteSlide({ id: slide.id });
  expect([await slidesInBase(), await imagesInBase()]).toEqual([[], []]);
  await month();
  expect(await files()).not.toContain(slide.image?.url.split('/').at(-1));
  await expect(as(ada).deleteSlide({ id: slide.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('ADM-SLIDE-04 an image set while the slide is deleted is deleted as well', async () => {
  const { id } = await add();
  const path = `hero_slides/${id}-meanwhile.png`;
  await localStorage(uploads).put(path, new Uint8Array([1]), { contentType: 'image/png' });
  await owner.query('BEGIN');
  await owner.query('SELECT FROM hero_slides WHERE id = $1 FOR UPDATE', [id]);
  const deleting = as(ada).deleteSlide({ id });
  await expect
    .poll(
      async () =>
        (
          await owner.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).rows.length,
      { timeout: 10_000 },
    )
    .toBe(1);
  await owner.query('UPDATE hero_slide_images SET image_url = $2 WHERE slide_id = $1', [
    id,
    `/uploads/${path}`,
  ]);
  await owner.query('COMMIT');
  await deleting;
  await month();
  expect(await files()).not.toContain(`${id}-meanwhile.png`);
});

test('ADM-SLIDE-05 CALLS-37 the switch shows and hides, and reports a concurrent change', async () => {
  const { id } = await add();
  const hide = { id, isActive: false, shown: true };
  expect(await as(bola).setSlideActive(hide)).toEqual({ isActive: false, overtaken: null });
  expect((await slidesInBase())[0]).toMatchObject({ is_active: false });
  expect(await as(ada).setSlideActive(hide)).toMatchObject({ overtaken: { name: 'Bola' } });
  expect(await as(null).listActiveSlides()).toEqual([]);
  expect(await as(ada).setSlideActive({ id, isActive: true })).toEqual({ isActive: true, overtaken: null });
  expect((await slidesInBase())[0]).toMatchObject({ is_active: true });
});

test('RULES-23 CALLS-36 a move by one exchanges two values and keeps the others', async () => {
  const [a, b, c] = [await add('a', 2), await add('b', 5), await add('c', 9)];
  const { version, slides } = await as(ada).listSlides();
  const order = reordered(
    [b.id, a.id, c.id],
    slides.map(({ displayOrder }) => displayOrder),
  );
  await as(ada).reorderSlides({ version, order });
  const rows = new Map((await slidesInBase()).map(({ id, display_order }) => [id, display_order]));
  expect([rows.get(a.id), rows.get(b.id), rows.get(c.id)]).toEqual([5, 2, 9]);
  expect(await titles()).toEqual(['b', 'a', 'c']);
});

test("RULES-23 of two concurrent reorderings one is refused with the other's author, and orders are not mixed", async () => {
  for (let round = 0; round < 5; round++) {
    await owner.query('TRUNCATE hero_slides CASCADE');
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c']) ids.push((await add(title, ids.length)).id);
    const { version } = await as(ada).listSlides();
    const placed = (places: number[]) => ids.map((id, n) => ({ id, displayOrder: places[n]! }));
    const done = await Promise.allSettled([
      as(ada).reorderSlides({ version, order: placed([2, 1, 0]) }),
      as(bola).reorderSlides({ version, order: placed([1, 2, 0]) }),
    ]);
    const winner = done.findIndex(({ status }) => status === 'fulfilled');
    const expected = [
      ['c', 'b', 'a'],
      ['c', 'a', 'b'],
    ][winner];
    expect(done[1 - winner]).toMatchObject({
      reason: { code: 'STALE', data: { name: ['Ada', 'Bola'][winner] } },
    });
    expect(await titles()).toEqual(expected);
  }
});

test('an order from before a slide was added or deleted is stale, an incomplete one is refused', async () => {
  const slide = await add('a', 0);
  const placed = [{ id: slide.id, displayOrder: 4 }];
  const { version } = await as(ada).listSlides();
  const other = await add('b', 1);
  await expect(as(ada).reorderSlides({ version, order: placed })).rejects.toMatchObject({
    code: 'STALE',
    data: { current: { slides: [{ title: 'a' }, { title: 'b' }] } },
  });
  const { version: newer } = await as(ada).listSlides();
  const twice = [...placed, ...placed];
  const tied = [...placed, { id: other.id, displayOrder: 4 }];
  for (const order of [placed, twice, tied, [...placed, { id: randomUUID(), displayOrder: 5 }]]) {
    await expect(as(ada).reorderSlides({ version: newer, order })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  }
  expect(await titles()).toEqual(['a', 'b']);
});

test('PERM-11 OPEN-17 only admins can read hidden slides and manage slides', async () => {
  const { id } = await add();
  const customer = await createUser('user', 'Chi');
  const refused = { code: 'NO_PERMISSION', message: 'You do not have permission to manage slides' };
  await expect(as(customer).listSlides()).rejects.toMatchObject(refused);
  await expect(as(customer).deleteSlide({ id })).rejects.toMatchObject(refused);
  await expect(as(null).createSlide({ ...fields, file: photo })).rejects.toMatchObject({
    code: 'SIGN_IN_REQUIRED',
  });
  expect(await slidesInBase()).toHaveLength(1);
});
