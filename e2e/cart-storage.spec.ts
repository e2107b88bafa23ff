import { entryOf, expect, fillCart, hydrated, open, storedCart, test } from './browsing.ts';

test('CART-08 DATA-07 with any other value under `wishlist` the shop works and recovers', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const thing = await seed.product({ price: 777 });
  const good = entryOf(thing, { notes: 'Mine' });
  const values: [string, number][] = [
    ['{not json', 0],
    ['null', 0],
    ['"text"', 0],
    ['{"items":[]}', 0],
    ['[null, 7, "x", {}, {"product":{}}]', 0],
    [
      JSON.stringify([{ product: { id: 5, name: null, price: 'free' } }, good, { ...good, notes: 'again' }]),
      1,
    ],
    [
      JSON.stringify([
        { ...good, product: { ...good.product, image: { url: 'javascript:alert(1)', width: -1 } } },
      ]),
      1,
    ],
    [JSON.stringify([{ ...good, notes: 12, promotion: 'SALE', addedAt: {} }]), 1],
  ];
  await open(page, '/about');
  for (const [value, count] of values) {
    await page.evaluate((text) => localStorage.setItem('wishlist', text), value);
    await open(page, '/wishlist');
    if (count === 0)
      await expect(page.getByRole('heading', { name: 'Your cart is empty' }), value).toBeVisible();
    else await expect(page.locator('main article h2'), value).toHaveText([thing.name]);
  }
  await page.evaluate(() => localStorage.setItem('wishlist', '{not json'));
  await open(page, thing.path);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('button', { name: 'In your cart' })).toBeVisible();
  expect(await storedCart(page)).toMatchObject([{ product: { id: thing.id, name: thing.name, price: 777 } }]);
});

test('CART-08 every tab follows additions, notes and removals', { tag: '@phone' }, async ({
  page,
  context,
  seed,
}) => {
  const [first, second] = [await seed.product(), await seed.product()];
  const other = await context.newPage();
  await open(page, '/wishlist');
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await open(other, first.path);
  await other.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.locator('main article h2')).toHaveText([first.name]);
  await expect(page.locator('main article')).toContainText('₦1,000.00');

  const note = page.getByLabel(`Note for ${first.name}`);
  await note.fill('Waist 34');
  await note.blur();
  await open(other, '/wishlist');
  await expect(other.getByLabel(`Note for ${first.name}`)).toHaveValue('Waist 34');
  await other.getByLabel(`Note for ${first.name}`).fill('Waist 36');
  await other.getByRole('button', { name: 'Save note' }).click();
  await expect(note).toHaveValue('Waist 36');

  await open(page, second.path);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(other.locator('main article h2')).toHaveText([first.name, second.name]);
  await other.getByRole('button', { name: `Remove ${second.name}` }).click();
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveAttribute('aria-pressed', 'false');
  await expect(page.locator('header').getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
});

test('CART-01 a deleted product stays as a marked row, costs nothing and can be removed', {
  tag: '@phone',
}, async ({ page, db, seed }) => {
  const [deleted, remaining] = [await seed.product({ price: 900 }), await seed.product({ price: 100 })];
  await fillCart(page, [entryOf(deleted, { price: 900, notes: 'For the wedding' }), entryOf(remaining)]);
  await db.query('DELETE FROM products WHERE id = $1', [deleted.id]);
  await open(page, '/wishlist');
  const row = page.locator('main article').filter({ hasText: deleted.name });
  await expect(row).toContainText('No longer available');
  await expect(row.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('₦100.00');
  await page.reload();
  await expect(row).toContainText('No longer available');
  await row.getByRole('button', { name: `Remove ${deleted.name}` }).click();
  await expect(page.locator('main article h2')).toHaveText([remaining.name]);
});

test('CART-08 with full storage the cart stays in the tab, and a message says so', { tag: '@phone' }, async ({
  page,
  seed,
}) => {
  const [first, second] = [await seed.product(), await seed.product()];
  await page.addInitScript(() => {
    const write = Storage.prototype.setItem;
    Storage.prototype.setItem = function setItem(name: string, value: string) {
      if (this === window.localStorage && (window as { full?: boolean }).full !== false) {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      }
      write.call(this, name, value);
    };
  });
  await open(page, `/products?search=${first.name.split(' ')[1]}%20${second.name.split(' ')[1]}`);
  for (const { name } of [first, second]) {
    await page.getByRole('button', { name: `${name}: in the cart` }).click();
    await expect(page.getByRole('button', { name: `${name}: in the cart` })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  }
  await expect(page.getByText('Your browser does not keep the cart')).toHaveCount(1);
  await page.locator('header').getByRole('link', { name: 'Cart, 2 items' }).click();
  await expect(page.locator('main article')).toHaveCount(2);
  await page.getByRole('button', { name: `Remove ${first.name}` }).click();
  await expect(page.locator('main article h2')).toHaveText([second.name]);
});

test('CART-08 without access to storage the shop still works', { tag: '@phone' }, async ({ page, seed }) => {
  const thing = await seed.product();
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  await open(page, thing.path);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('Your browser does not keep the cart')).toBeVisible();
  await page
    .locator('main')
    .getByRole('link', { name: /View Cart/ })
    .click();
  await expect(page.locator('main article h2')).toHaveText([thing.name]);
  await page.getByLabel(`Note for ${thing.name}`).fill('Blue');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.goBack();
  await page.goForward();
  await hydrated(page);
  await expect(page.getByLabel(`Note for ${thing.name}`)).toHaveValue('Blue');
});
