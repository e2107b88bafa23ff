import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { createLog } from '#platform/log.ts';
import { openTestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import type { Caller } from '#shared/caller.ts';
import { contentRouter } from './router.ts';

let owner: pg.Client;
let database: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, owner, close } = await openTestDatabase());
});
afterAll(() => close());
beforeEach(() => owner.query('TRUNCATE hero_slides CASCADE'));

async function slide(title: string, displayOrder: number, { isActive = true, link = '/products' } = {}) {
  const id = randomUUID();
  await owner.query(
    `INSERT INTO hero_slides (id, title, description, button_text, button_link, title_animation, description_animation, display_order, is_active)
     VALUES ($1, $2, 'About it', 'Shop now', $3, 'animate-scale-up', 'animate-float', $4, $5)`,
    [id, title, link, displayOrder, isActive],
  );
  return id;
}
const apiAs = (caller: Caller) =>
  createRouterClient(
    contentRouter({ database, storage: localStorage('/nowhere'), log: createLog('silent') }),
    {
      context: testContext(caller),
    },
  );

test('RULES-25 CALLS-34 OPEN-61 the active slides ascend by display order, equal ones by id', async () => {
  await slide('third', 3);
  await slide('first', -1);
  await slide('hidden', 0, { isActive: false });
  const twins = [await slide('second', 2), await slide('second', 2)].sort();
  const slides = await apiAs(null).listActiveSlides();
  expect(slides.map(({ title }) => title)).toEqual(['first', 'second', 'second', 'third']);
  expect(slides.slice(1, 3).map(({ id }) => id)).toEqual(twins);
});

test('DATA-14 DATA-15 a slide with the image of its own record, or without one', async () => {
  const id = await slide('Bridal', 1);
  expect((await apiAs(null).getSlide({ id })).image).toBeNull();
  await owner.query(
    `INSERT INTO hero_slide_images (id, slide_id, image_url, width, height, placeholder)
     VALUES ($1, $2, '/uploads/hero_slides/a.jpg', 1920, 1080, 'data:,')`,
    [randomUUID(), id],
  );
  expect(await apiAs(null).getSlide({ id })).toEqual({
    id,
    title: 'Bridal',
    description: 'About it',
    buttonText: 'Shop now',
    buttonLink: '/products',
    titleAnimation: 'animate-scale-up',
    descriptionAnimation: 'animate-float',
    displayOrder: 1,
    isActive: true,
    image: { url: '/uploads/hero_slides/a.jpg', width: 1920, height: 1080, placeholder: 'data:,' },
  });
});

test('CALLS-34 only admins can read a hidden slide', async () => {
  const id = await slide('hidden', 0, { isActive: false });
  const missing = { code: 'NOT_FOUND', status: 404 };
  await expect(apiAs(null).getSlide({ id })).rejects.toMatchObject(missing);
  await expect(apiAs({ userId: randomUUID(), role: 'user' }).getSlide({ id })).rejects.toMatchObject(missing);
  expect(await apiAs({ userId: randomUUID(), role: 'admin' }).getSlide({ id })).toMatchObject({
    id,
    isActive: false,
  });
  await expect(apiAs(null).getSlide({ id: randomUUID() })).rejects.toMatchObject(missing);
});

test('a slide’s link is a path of the shop or https', async () => {
  for (const link of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'http://plain.example']) {
    await expect(slide('x', 0, { link }), link).rejects.toMatchObject({ code: '23514' });
  }
  await slide('x', 0, { link: 'https://example.com/a' });
});
