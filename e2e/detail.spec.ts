import {
  cardNames,
  entryOf,
  expect,
  fillCart,
  newWord,
  open,
  operation,
  storedCart,
  test,
} from './browsing.ts';

test('DETAIL-01 CONST-01 name, description, category and price are those of the row', async ({
  page,
  db,
}) => {
  const { rows } = await db.query(
    `SELECT p.id, p.name, p.description, c.name AS category, c.slug FROM products p JOIN categories c ON c.id = category_id
     WHERE p.name LIKE 'Ẹwà Ọṣun%'`,
  );
  const product = rows[0];
  await open(page, `/products/${product.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name);
  await expect(page.getByText('₦12,500.00', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(product.description)).toBeVisible();
  await expect(page.getByText('Promo', { exact: true })).toHaveCount(0);
  await page
    .locator('main')
    .getByRole('link', { name: product.category, exact: true })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page).toHaveURL(`/products?category=${product.slug}`);
});

test('DETAIL-01 on a phone a name of two lines is seen whole, above the buttons that stick', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { rows } = await db.query(`SELECT id FROM products WHERE name LIKE 'Ẹwà Ọṣun%'`);
  await open(page, `/products/${rows[0].id}`);
  const isUncovered = page.getByRole('heading', { level: 1 }).evaluate((name) => {
    const { left, top, bottom } = name.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => document.elementFromPoint(left + 2, y) === name);
  });
  expect(await isUncovered).toBe(true);
});

test('DETAIL-02 DETAIL-03 every image can be shown, by thumbnail and by arrow key', async ({
  page,
  seed,
}) => {
  const { path, name } = await seed.product({ images: 4 });
  await open(page, path);
  const thumbnails = page.getByRole('button', { name: /^Image \d$/ });
  await expect(thumbnails).toHaveCount(4);
  const image = (place: number) => page.getByAltText(`${name}, image ${place} of 4`);
  await expect(image(1)).toBeInViewport({ ratio: 0.5 });
  for (const place of [3, 2, 4, 1]) {
    await thumbnails.nth(place - 1).click();
    await expect(image(place)).toBeInViewport({ ratio: 0.5 });
    await expect(thumbnails.nth(place - 1)).toHaveAttribute('aria-current', 'true');
    // The image is loaded, not only its frame.
    await expect
      .poll(() => image(place).evaluate((one) => (one as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  }
  await page.getByRole('group', { name: /4 images/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(image(2)).toBeInViewport({ ratio: 0.5 });
  await expect(thumbnails.nth(1)).toHaveAttribute('aria-current', 'true');
});

test('DETAIL-03 RULES-18 one image has no thumbnails; none shows the placeholder', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const single = await seed.product({ images: 1 });
  await open(page, single.path);
  await expect(page.getByAltText(single.name)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Image \d$/ })).toHaveCount(0);

  const bare = await seed.product({ images: 0 });
  await open(page, bare.path);
  const image = page.getByAltText(bare.name);
  await expect(image).toHaveAttribute('src', /\/uploads\/placeholder\.jpg$/);
  await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
});

test('RULES-18 the primary image comes first, whatever its position', { tag: '@phone' }, async ({
  page,
  seed,
  db,
}) => {
  const { id, path, name } = await seed.product({ images: 3 });
  await db.query('BEGIN');
  await db.query('UPDATE product_images SET is_primary = false WHERE product_id = $1', [id]);
  const { rows } = await db.query(
    `UPDATE product_images SET is_primary = true WHERE product_id = $1 AND display_order = 3 RETURNING image_url`,
    [id],
  );
  await db.query('COMMIT');
  await open(page, path);
  await expect(page.getByAltText(`${name}, image 1 of 3`)).toHaveAttribute(
    'src',
    new RegExp(`${rows[0].image_url}$`),
  );
  await open(page, `/products?search=${name.split(' ')[1]}`);
  await expect(page.locator('main article img')).toHaveAttribute('src', new RegExp(`${rows[0].image_url}$`));
});

test('DETAIL-04 ERR-56 one switch adds and removes, and its label says which', async ({ page, seed }) => {
  const { id, path, name } = await seed.product({ price: 4321.5 });
  await open(page, path);
  const toggle = page.getByRole('button', { name: 'Add to cart' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.click();
  await expect(page.getByText(`Added ${name} to wishlist`)).toBeVisible();
  expect(await storedCart(page)).toMatchObject([
    { product: { id, name, price: 4321.5 }, notes: '', promotion: null },
  ]);
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();

  await page.getByRole('button', { name: 'In your cart' }).click();
  await expect(page.getByText(`Removed ${name} from wishlist`)).toBeVisible();
  expect(await storedCart(page)).toEqual([]);
  await expect(toggle).toBeVisible();
  await expect(page.locator('header').getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await storedCart(page)).toMatchObject([{ product: { id } }]);
});

test('DETAIL-05 DETAIL-06 View Cart shows the count and links to the cart', { tag: '@phone' }, async ({
  page,
  seed,
}) => {
  const { path, name } = await seed.product();
  const other = await seed.product();
  await fillCart(page, [entryOf(other)]);
  await open(page, path);
  const view = page.locator('main').getByRole('link', { name: /^View Cart/ });
  await expect(view).toHaveText('View Cart(1)');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(view).toHaveText('View Cart(2)');
  await view.click();
  await expect(page).toHaveURL('/wishlist');
  await expect(page.locator('main article h2')).toHaveText([other.name, name]);
});

test('OPEN-55 four more products are offered, those of the same category first', async ({ page, seed }) => {
  const rail = await seed.category();
  const shown = await seed.product({ category: rail.slug });
  const near = await seed.product({ category: rail.slug });
  await open(page, shown.path);
  const related = page
    .getByRole('region', { name: 'You may also like' })
    .or(page.locator('section').filter({ hasText: 'You may also like' }))
    .first();
  await expect(related.locator('article')).toHaveCount(4);
  await expect(related.locator('h3').first()).toHaveText(near.name);
  expect(await cardNames(page)).not.toContain(shown.name);
  await related.getByRole('link', { name: near.name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(near.name);
  await expect.poll(() => cardNames(page)).toContain(shown.name);
});

test.describe('a missing product', () => {
  test.use({
    expectedErrors: [/status of (404|503)|Failed to fetch product details|The shop is busy/],
  });

  test('DETAIL-07 an unknown product is answered 404, with links', { tag: '@phone' }, async ({ page }) => {
    for (const id of ['0198aaaa-0000-7000-8000-000000000000', 'no-such-thing', '%00', '..%2f..%2fetc']) {
      const answer = await page.goto(`/products/${id}`);
      expect(answer?.status(), id).toBe(404);
      await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await expect(page).toHaveURL('/products');
    await expect(page.locator('main article')).toHaveCount(12);
  });

  test('DETAIL-08 ERR-35 OPEN-12 a failed load is logged, shows an error, and Try Again loads the product', {
    tag: '@phone',
  }, async ({ page, seed }) => {
    const { name } = await seed.product();
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    await open(page, `/products?search=${newWord()}`);
    await page.clock.install();
    await page.getByLabel('Search products').fill(name.split(' ')[1]!);
    await page.clock.runFor(1000);
    const reads = operation('catalog/getProduct');
    await page.route(reads, (route) =>
      route.fulfill({
        status: 503,
        json: { json: { code: 'UNAVAILABLE', status: 503, message: 'The shop is busy', defined: false } },
      }),
    );
    await page.locator('main').getByRole('link', { name }).click();
    await expect
      .poll(async () => {
        await page.clock.runFor(3000);
        return page.getByRole('alert').count();
      })
      .toBe(1);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch product details');
    await expect(page).toHaveTitle(/^Failed to fetch product details/);
    await expect(page.getByText('Product Not Found')).toHaveCount(0);
    expect(logged.filter((text) => text.includes('Failed to fetch product details'))).not.toEqual([]);

    await page.unroute(reads);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  });
});
