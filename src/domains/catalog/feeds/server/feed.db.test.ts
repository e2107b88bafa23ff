import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCatalogue } from '../../server/catalog-deps.ts';
import { createFixture, type Fixture } from '../../server/test-catalog.ts';
import type { FeedItem } from '../feed-item.ts';
import { feedItems } from './feed.service.ts';

const shop = {
  name: 'Aso House',
  publicUrl: 'https://shop.test',
  currency: 'NGN',
  timeZone: 'Africa/Lagos',
};

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

async function itemsNow(): Promise<FeedItem[]> {
  const items: FeedItem[] = [];
  for await (const batch of feedItems(openCatalogue(fixture.deps), shop)) items.push(...batch);
  return items;
}

test('FEED-01 each published product is there once, in batches, and no draft', async () => {
  await fixture.owner.query(
    `insert into products (id, name, description, price, status)
     select gen_random_uuid(), 'Kaftan ' || n, 'plain', n, case when n <= 750 then 'published' else 'draft' end
     from generate_series(1, 800) n`,
  );
  const batches: number[] = [];
  const seen = new Set<string>();
  for await (const batch of feedItems(openCatalogue(fixture.deps), shop)) {
    batches.push(batch.length);
    for (const { title } of batch) seen.add(title);
  }
  expect(Math.max(...batches)).toBe(250);
  expect(batches.reduce((sum, size) => sum + size)).toBe(750);
  expect(seen).toEqual(new Set(Array.from({ length: 750 }, (_, n) => `Kaftan ${n + 1}`)));
});

test('FEED-01 a shop without products has an empty feed', async () => {
  expect(await itemsNow()).toEqual([]);
});

test('FEED-01 a product has the path of its category, its running promotion, and its primary image first', async () => {
  const women = await fixture.category('Women');
  const gowns = await fixture.category('Gowns', { parentId: women, isActive: false });
  const running = await fixture.promotion('NOW', '2026-11-01', '2026-11-20');
  const id = await fixture.product('Adire gown', { categoryId: gowns, promotionId: running, price: '80.00' });
  await fixture.images(id, [
    ['/uploads/product-images/a.jpg', false],
    ['/uploads/product-images/b.jpg', true],
    ['/uploads/product-images/c.jpg', false],
  ]);
  const [item] = await itemsNow();
  expect(item).toMatchObject({
    productType: 'Women > Gowns',
    price: 8_000,
    sale: { price: 7_000, dates: '2026-11-01T00:00+0100/2026-11-20T23:59+0100' },
  });
  expect(item!.images.map((url) => url.at(-5))).toEqual(['b', 'a', 'c']);

  // At the shop's midnight the promotion is over.
  fixture.setNow('2026-11-20T23:00:00Z');
  expect((await itemsNow())[0]).toMatchObject({ price: 8_000, sale: null });
});

test('FEED-01 what is sold out stays, as such', async () => {
  await fixture.product('Fila', { soldOut: true });
  expect(await itemsNow()).toMatchObject([{ title: 'Fila', soldOut: true }]);
});
