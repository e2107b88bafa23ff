import type { Page } from '@playwright/test';
import { entryOf, expect, fillCart, open, storedCart, test } from './browsing.ts';

const promo = (page: Page) => page.locator('main').getByText('Promo', { exact: true });

test('DETAIL-09 RULES-03 RULES-05 a valid code gives the price, with the old one struck through and the badge', async ({
  page,
  seed,
}) => {
  const { code } = await seed.promotion({ percent: 25 });
  const { path } = await seed.product({ price: 12_345.67, promotion: code });
  for (const written of [code, code.toLowerCase()]) {
    await open(page, `${path}?promotion=${written}`);
    // 9,259.2525, rounded half up to the kobo.
    await expect(page.getByText('₦9,259.25', { exact: true })).toBeVisible();
    await expect(page.locator('main s').first()).toContainText('₦12,345.67');
    await expect(page.locator('main s').first()).toHaveCSS('text-decoration-line', 'line-through');
    await expect(promo(page)).toBeVisible();
  }
  for (const query of ['', '?promotion=', '?promotion=SALLAH15', `?promotion=${code}X`, '?promotion=%00']) {
    await open(page, `${path}${query}`);
    await expect(page.getByText('₦12,345.67', { exact: true }), query).toBeVisible();
    await expect(page.locator('main h1 ~ * s'), query).toHaveCount(0);
    await expect(promo(page), query).toHaveCount(0);
  }
});

test('RULES-04 OPEN-05 start and end day count in full, the day before and the day after do not', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const windows: [number, number, boolean][] = [
    [1, 5, false],
    [0, 5, true],
    [-5, 0, true],
    [0, 0, true],
    [-5, -1, false],
  ];
  for (const [from, to, applies] of windows) {
    const { code } = await seed.promotion({ naira: 400, from, to });
    const { path } = await seed.product({ price: 1000, promotion: code });
    await open(page, `${path}?promotion=${code}`);
    await expect(
      page.getByText(applies ? '₦600.00' : '₦1,000.00', { exact: true }).first(),
      `${from} to ${to}`,
    ).toBeVisible();
    await expect(promo(page), `${from} to ${to}`).toHaveCount(applies ? 1 : 0);
  }
});

test('DETAIL-10 DATA-07 CART-10 the code and the discounted price are stored, and shown in the cart', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const { code } = await seed.promotion({ naira: 250.5 });
  const { id, path, name } = await seed.product({ price: 1000, promotion: code });
  await open(page, `${path}?promotion=${code.toLowerCase()}`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('button', { name: 'In your cart' })).toBeVisible();
  expect(await storedCart(page)).toMatchObject([
    { product: { id, price: 1000 }, notes: '', promotion: { code, price: 749.5 } },
  ]);
  await open(page, '/wishlist');
  const row = page.locator('main article').filter({ hasText: name });
  await expect(row.getByText('₦749.50', { exact: true })).toBeVisible();
  await expect(row.locator('s')).toContainText('₦1,000.00');
  await expect(row.getByText('Promo', { exact: true })).toBeVisible();
  await row.getByRole('link', { name }).click();
  await expect(page).toHaveURL(`${path}?promotion=${code}`);
});

test('DETAIL-10 without its code the list price is stored and no promotion', { tag: '@phone' }, async ({
  page,
  seed,
}) => {
  const { code } = await seed.promotion({ percent: 50 });
  const { path } = await seed.product({ price: 1000, promotion: code });
  await open(page, path);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('button', { name: 'In your cart' })).toBeVisible();
  expect(await storedCart(page)).toMatchObject([{ product: { price: 1000 }, promotion: null }]);
});

test('LIST-06 RULES-05 a list under a promotion shows its prices, and passes them to the product page and the cart', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const { code } = await seed.promotion({ percent: 10, name: 'Harmattan Sale' });
  const { id, name, path } = await seed.product({ price: 5000, promotion: code });
  await open(page, `/products?promotion=${code}`);
  await expect(page.getByRole('main').getByText('Harmattan Sale')).toBeVisible();
  await expect(page.getByText('1 item', { exact: true })).toBeVisible();
  const card = page.locator('main article');
  await expect(card.getByText('₦4,500.00', { exact: true })).toBeVisible();
  await expect(card.locator('s')).toContainText('₦5,000.00');
  await page.getByRole('button', { name: `${name}: in the cart` }).click();
  await expect(page.getByRole('button', { name: `${name}: in the cart` })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(await storedCart(page)).toMatchObject([
    { product: { id, price: 5000 }, promotion: { code, price: 4500 } },
  ]);
  await card.getByRole('link', { name }).click();
  await expect(page).toHaveURL(`${path}?promotion=${code}`);
  await expect(page.getByText('₦4,500.00', { exact: true })).toBeVisible();
});

test('OPEN-45 RULES-04 when the promotion has ended the row says so and the price returns', {
  tag: '@phone',
}, async ({ page, seed, db }) => {
  const { code } = await seed.promotion({ percent: 20 });
  const thing = await seed.product({ price: 1000, promotion: code });
  await fillCart(page, [entryOf(thing, { promotion: { code, price: 800 } })]);
  await open(page, '/wishlist');
  const row = page.locator('main article');
  await expect(row.getByText('₦800.00', { exact: true })).toBeVisible();

  await db.query(
    `UPDATE promotions SET start_date = start_date - 30, end_date = end_date - 30 WHERE code = $1`,
    [code],
  );
  await page.reload();
  await expect(row).toContainText(`The promotion ${code} no longer applies.`);
  await expect(row.getByText('₦1,000.00', { exact: true })).toBeVisible();
  await expect(row.locator('s')).toHaveCount(0);
  await expect(row.getByText('Promo', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('₦1,000.00');

  // The product was moved to another promotion: this entry was not added under that one.
  const next = await seed.promotion({ percent: 50 });
  await db.query('UPDATE products SET promotion_id = $1 WHERE id = $2', [next.id, thing.id]);
  await page.reload();
  await expect(row.getByText('₦1,000.00', { exact: true })).toBeVisible();
  await expect(row).toContainText('no longer applies');
});

test('OPEN-05 the server’s date decides, not the clock of the phone', { tag: '@phone' }, async ({
  page,
  seed,
}) => {
  const { code } = await seed.promotion({ naira: 100, from: 0, to: 0 });
  const { path } = await seed.product({ price: 1000, promotion: code });
  await page.clock.setFixedTime('2031-01-01T12:00:00Z');
  await open(page, `${path}?promotion=${code}`);
  await expect(page.getByText('₦900.00', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('button', { name: 'In your cart' })).toBeVisible();
  await open(page, '/wishlist');
  await expect(page.locator('main article').getByText('₦900.00', { exact: true })).toBeVisible();

  // And with data of the next day the promotion is over, without any write.
  await page.route('**/api/rpc/catalog/**', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({ response: answer, body: text.replace(/"today":"[\d-]+"/, '"today":"2099-01-01"') });
  });
  await page.reload();
  await expect(page.locator('main article').getByText('₦1,000.00', { exact: true })).toBeVisible();
  await expect(page.locator('main article')).toContainText(`The promotion ${code} no longer applies.`);
});

test('RULES-08 OPEN-47 one promotion is drawn for the session, any active one can be', {
  tag: '@phone',
}, async ({ page, seed, browser, db }) => {
  await seed.promotion({ percent: 10 });
  const { rows } = await db.query(
    `SELECT code FROM promotions WHERE (now() AT TIME ZONE 'Africa/Lagos')::date BETWEEN start_date AND end_date
     ORDER BY created_at DESC, id DESC`,
  );
  const active: string[] = rows.map(({ code }) => code);
  expect(active.length).toBeGreaterThan(2);
  // The page is refreshed within a second after the new promotion was written.
  await expect
    .poll(async () => (await page.request.get('/products')).text())
    .toContain(`promotion=${active[0]}`);
  const drawn = new Set<string>();
  for (let place = 0; place < active.length; place++) {
    const visit = await browser.newContext({ baseURL: process.env.SHOP_URL });
    const tab = await visit.newPage();
    await tab.addInitScript(
      (chance) => {
        Math.random = () => chance;
      },
      (place + 0.5) / active.length,
    );
    await open(tab, '/products');
    const banner = tab.getByRole('complementary', { name: 'Promotion' }).getByRole('link');
    await expect(banner).toHaveAttribute('href', `/products?promotion=${active[place]}`);
    await tab.addInitScript(() => {
      Math.random = () => 0;
    });
    await open(tab, '/about');
    await expect(banner).toHaveAttribute('href', `/products?promotion=${active[place]}`);
    drawn.add((await banner.getAttribute('href'))!);
    await visit.close();
  }
  expect(drawn.size).toBe(active.length);
});
