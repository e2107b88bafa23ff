import type { Page } from '@playwright/test';
import { cardNames, entryOf, expect, fillCart, newWord, open, test } from './browsing.ts';

const sortBy = (page: Page, order: string) => page.getByLabel('Sort by').selectOption(order);

test('LIST-11 RULES-13 RULES-14 the seven orders, featured first', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/products');
  const select = page.getByLabel('Sort by');
  await expect(select).toHaveValue('featured');
  const values = await select
    .locator('option')
    .evaluateAll((options) => options.map((one) => (one as HTMLOptionElement).value));
  expect(values).toEqual([
    'featured',
    'most-liked',
    'newest',
    'price-low',
    'price-high',
    'name-asc',
    'name-desc',
  ]);
});

test('LIST-03 RULES-15 RULES-16 each order sorts the same products differently', { tag: '@phone' }, async ({
  page,
  seed,
}) => {
  const word = newWord();
  const thing = (name: string, price: number, featured: boolean, likes: number, day: number) =>
    seed.product({
      name: `${name} ${word}`,
      price,
      featured,
      likes,
      createdAt: `2026-01-0${day}T12:00:00Z`,
    });
  await thing('Àdìrẹ', 300, false, 5, 1);
  await thing('Bàntẹ́', 100, true, 1, 2);
  await thing('Ẹ̀wù', 200, false, 9, 3);
  await thing('Dànṣíkí', 400, true, 0, 4);
  const expected: Record<string, string> = {
    'price-low': 'Bàntẹ́ Ẹ̀wù Àdìrẹ Dànṣíkí',
    'price-high': 'Dànṣíkí Àdìrẹ Ẹ̀wù Bàntẹ́',
    'most-liked': 'Ẹ̀wù Àdìrẹ Bàntẹ́ Dànṣíkí',
    newest: 'Dànṣíkí Ẹ̀wù Bàntẹ́ Àdìrẹ',
    // Diacritics do not move a name: Ẹ comes after D, À before B.
    'name-asc': 'Àdìrẹ Bàntẹ́ Dànṣíkí Ẹ̀wù',
    'name-desc': 'Ẹ̀wù Dànṣíkí Bàntẹ́ Àdìrẹ',
  };
  await open(page, `/products?search=${word}`);
  const first = async () => (await cardNames(page)).map((name) => name.split(' ')[0]).join(' ');
  expect(await first()).toBe('Dànṣíkí Bàntẹ́ Ẹ̀wù Àdìrẹ');
  for (const [order, names] of Object.entries(expected)) {
    await sortBy(page, order);
    await expect(page).toHaveURL(`/products?search=${word}&sort=${order}`);
    await expect.poll(first, order).toBe(names);
  }
  await sortBy(page, 'featured');
  await expect(page).toHaveURL(`/products?search=${word}&sort=featured`);
  await sortBy(page, '');
  await expect(page).toHaveURL(`/products?search=${word}`);

  // The same by URL, rendered by the server.
  await open(page, `/products?search=${word}&sort=name-desc`);
  expect(await first()).toBe(expected['name-desc']);
  await expect(page.getByLabel('Sort by')).toHaveValue('name-desc');
});

test('LIST-11 an order chosen before hydration is applied', { tag: '@phone' }, async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/products', { waitUntil: 'commit' });
  await sortBy(page, 'price-low');
  resolve();
  await expect(page).toHaveURL('/products?sort=price-low');
  await expect(page.getByLabel('Sort by')).toHaveValue('price-low');
});

test('OPEN-54 RULES-16 inside a promotion the order is that of the discounted prices', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const { code } = await seed.promotion({ naira: 500 });
  for (const price of [700, 550, 400]) await seed.product({ price, promotion: code });
  await open(page, `/products?promotion=${code}&sort=price-low`);
  const shown = page.locator('main article > div:last-child > span > span:first-child');
  await expect(shown).toHaveText(['₦0.00', '₦50.00', '₦200.00']);
  await sortBy(page, 'price-high');
  await expect(shown).toHaveText(['₦200.00', '₦50.00', '₦0.00']);
  // Elsewhere the list price is used.
  await page.getByRole('link', { name: 'See the whole shop' }).click();
  await expect(page).toHaveURL('/products?sort=price-high');
  await expect(page.locator('main article').getByText('Promo', { exact: true })).toHaveCount(0);
});

test('OPEN-03 a cart of four has six orders, a smaller one none', { tag: '@phone' }, async ({
  page,
  seed,
}) => {
  const things = [
    await seed.product({ name: 'Bọ́tìnì', price: 300, likes: 1 }),
    await seed.product({ name: 'Zebra cap', price: 100, likes: 7 }),
    await seed.product({ name: 'Àṣọ cloth', price: 200, likes: 3 }),
    await seed.product({ name: 'Cowrie bag', price: 400, likes: 0 }),
  ];
  await fillCart(
    page,
    things.map((thing) => entryOf(thing)),
  );
  await open(page, '/wishlist');
  const select = page.getByLabel('Sort by');
  await expect(select).toHaveValue('featured');
  const values = await select
    .locator('option')
    .evaluateAll((options) => options.map((one) => (one as HTMLOptionElement).value));
  expect(values).toEqual(['featured', 'price-low', 'price-high', 'name-asc', 'name-desc', 'most-liked']);
  const rows = page.locator('main article h2');
  await expect(rows).toHaveText(things.map(({ name }) => name));
  await expect(page.locator('main article').first()).toContainText('₦300.00');
  const orders: [string, number[]][] = [
    ['price-low', [1, 2, 0, 3]],
    ['price-high', [3, 0, 2, 1]],
    ['name-asc', [2, 0, 3, 1]],
    ['name-desc', [1, 3, 0, 2]],
    ['most-liked', [1, 2, 0, 3]],
    ['featured', [0, 1, 2, 3]],
  ];
  for (const [order, places] of orders) {
    await select.selectOption(order);
    await expect(rows, order).toHaveText(places.map((place) => things[place]!.name));
  }
  await page.getByRole('button', { name: 'Remove Zebra cap' }).click();
  await expect(rows).toHaveCount(3);
  await expect(select).toHaveCount(0);
});
