import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { catalogRouter } from '#domains/catalog/server/router.ts';
import { contextOf, createFixture, type Fixture } from '#domains/catalog/server/test-catalog.ts';
import type { Shared } from '#shared/share-image.ts';
import { wordsOfShared } from './shared-words.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const SHOP = { name: 'Aso House', tagline: 'Cloth first.', currency: 'NGN', publicUrl: 'https://shop.test' };

const wordsOf = (shared: Shared, shop = SHOP) =>
  wordsOfShared(shared, {
    router: { catalog: catalogRouter(fixture.deps) } as never,
    shop,
    context: contextOf(),
  });

test('SHARE-01 SHARE-03 a hidden category and those below it have no share image', async () => {
  const women = await fixture.category('Women');
  const gowns = await fixture.category('Gowns', { parentId: women });
  await fixture.product('Adire gown', { categoryId: gowns });
  const names = async () =>
    (await Promise.all(['women', 'gowns'].map((slug) => wordsOf({ kind: 'category', slug })))).map(
      (words) => words?.name,
    );
  expect(await names()).toEqual(['Women', 'Gowns']);
  await fixture.owner.query('update categories set is_active = false where id = $1', [women]);
  expect(await names()).toEqual([undefined, undefined]);
});

test('SHARE-01 a card has the lowest price of what can be ordered, however many cheaper ones are sold out', async () => {
  const categoryId = await fixture.category('Caps');
  const promotionId = await fixture.promotion('NOW', '2026-11-01', '2026-11-30');
  for (let n = 1; n <= 13; n++)
    await fixture.product(`Cap ${n}`, { price: `${n}.00`, soldOut: true, categoryId, promotionId });
  expect(await wordsOf({ kind: 'category', slug: 'caps' })).not.toHaveProperty('price');
  await fixture.product('Cap', { price: '50.00', categoryId, promotionId });
  await fixture.product('Fine cap', { price: '60.00', categoryId, promotionId });
  expect((await wordsOf({ kind: 'category', slug: 'caps' }))?.price).toBe('from ₦50.00');
  // 12.5 % off.
  expect(await wordsOf({ kind: 'promotion', code: 'NOW' })).toMatchObject({
    price: 'from ₦43.75',
    listPrice: '₦50.00',
  });
});

test('SHARE-01 the shop itself is shared with its tagline, else its name, and three featured products', async () => {
  for (const n of [1, 2, 3, 4, 5]) {
    const id = await fixture.product(`Cap ${n}`, { featured: n < 5 });
    await fixture.images(id, [[`/uploads/${n}.webp`, true]]);
  }
  const words = await wordsOf({ kind: 'shop' });
  expect(words).toMatchObject({ name: 'Cloth first.', url: 'shop.test' });
  expect(words?.price).toBeUndefined();
  expect(words?.images.map(({ url }) => url)).toEqual([
    '/uploads/4.webp',
    '/uploads/3.webp',
    '/uploads/2.webp',
  ]);
  expect((await wordsOf({ kind: 'shop' }, { ...SHOP, tagline: '' }))?.name).toBe('Aso House');
});
