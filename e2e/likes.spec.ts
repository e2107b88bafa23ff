import { cardNames, expect, newWord, open, operation, test } from './browsing.ts';

test('OPEN-53 RULES-14 one browser’s like counts once, however often it adds and removes', {
  tag: '@phone',
}, async ({ page, seed, db, browser }) => {
  const word = newWord();
  const early = await seed.product({ name: `${word} early`, createdAt: '2026-01-01T10:00:00Z' });
  const late = await seed.product({ name: `${word} late`, createdAt: '2026-02-01T10:00:00Z' });
  const likes = async (id: string) =>
    Number((await db.query('SELECT count(*) FROM product_likes WHERE product_id = $1', [id])).rows[0].count);

  await open(page, early.path);
  for (let round = 0; round < 3; round++) {
    const liked = page.waitForResponse(operation('catalog/likeProduct'));
    await page.getByRole('button', { name: 'Add to cart' }).click();
    expect((await liked).status()).toBe(200);
    await page.getByRole('button', { name: 'In your cart' }).click();
  }
  // Removing does not decrement it.
  expect(await likes(early.id)).toBe(1);
  const cookies = await page.context().cookies();
  const script = await page.evaluate(() => document.cookie);
  for (const { value } of cookies.filter(({ httpOnly }) => httpOnly)) expect(script).not.toContain(value);
  expect(cookies.some(({ httpOnly }) => httpOnly)).toBe(true);

  // Another browser is another like; its first page may be any page.
  const elsewhere = await browser.newContext({ baseURL: process.env.SHOP_URL });
  const other = await elsewhere.newPage();
  await open(other, `/products?search=${word}`);
  const liked = other.waitForResponse(operation('catalog/likeProduct'));
  await other.getByRole('button', { name: `${early.name}: in the cart` }).click();
  expect((await liked).status()).toBe(200);
  expect(await likes(early.id)).toBe(2);
  expect(await likes(late.id)).toBe(0);
  await elsewhere.close();
});

test('OPEN-53 most liked first, then newest', { tag: '@phone' }, async ({ page, seed }) => {
  const word = newWord();
  const make = (name: string, likes: number, month: number) =>
    seed.product({ name: `${word} ${name}`, likes, createdAt: `2026-0${month}-01T10:00:00Z` });
  await make('old', 4, 1);
  await make('new', 4, 3);
  await make('loved', 5, 2);
  await open(page, `/products?search=${word}&sort=most-liked`);
  expect(await cardNames(page)).toEqual([`${word} loved`, `${word} new`, `${word} old`]);
});

test.describe('when likes cannot be counted', () => {
  test.use({ expectedErrors: [/status of 503/] });

  test('OPEN-53 the switch still works and shows no error', { tag: '@phone' }, async ({ page, seed }) => {
    const { path, name } = await seed.product();
    await page.route(operation('catalog/likeProduct'), (route) => route.fulfill({ status: 503, body: 'no' }));
    await open(page, path);
    const liked = page.waitForResponse(operation('catalog/likeProduct'));
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await liked;
    await expect(page.getByText(`Added ${name} to wishlist`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'In your cart' })).toBeVisible();
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(1);
  });
});
