import type { Page } from '@playwright/test';
import { REMOVAL } from '#app/server/http/service-worker.ts';
import { cardNames } from './browsing.ts';
import { storedPaths, test, visit } from './cut-proxy.ts';
import { ACCOUNTS, expect, expectAccessible, hydrated, open, signIn } from './journey.ts';
import { addProduct, removeProducts, storeCart, type TestProduct } from './shopper.ts';

let gown: TestProduct;
let cap: TestProduct;

test.beforeEach(async ({ db }) => {
  test.setTimeout(60_000);
  gown = await addProduct(db, { price: 20_000 });
  cap = await addProduct(db);
});
test.afterEach(async ({ db, context }) => {
  await context.setOffline(false);
  await removeProducts(db, [gown, cap]);
});

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'You see this page as of' });

test('OFF-01 OFF-02 seen pages open offline with their time, others say so, and prices of now come back', {
  tag: '@phone',
}, async ({ page, context, db }) => {
  await storeCart(page, [gown]);
  await visit(page, `/products/${gown.id}`);
  await visit(page, '/products');
  await context.setOffline(true);
  await db.query('update products set price = 25000 where id = $1', [gown.id]);

  await open(page, `/products/${gown.id}`);
  await expect(notice(page)).toHaveText(
    /^You see this page as of \d\d:\d\d\. Prices are checked when you order\.$/,
  );
  await expect(page.locator('main')).toContainText('₦20,000');
  await expectAccessible(page);

  // Within the app the notice stays, and a page that was never opened says so.
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Cart/);
  await expect(notice(page)).toBeVisible();
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/products/${cap.id}`);
  await expect(page.getByText('This page is not on your device')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await expect(page).toHaveURL(`/products`);
  // Its document, which was opened before.
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await hydrated(page);

  // As a document too, and as one that is never stored.
  await open(page, `/products/${cap.id}`);
  await expect(page.getByText('This page is not on your device')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/orders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Your cart' }).click();
  await hydrated(page);
  await page.getByLabel(`Note for ${gown.name}`).fill('Bust 38');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('Today’s prices could not be checked')).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(page.getByLabel(`Note for ${gown.name}`)).toHaveValue('Bust 38');

  await open(page, `/products/${gown.id}`);
  await expect(page.locator('main')).toContainText('₦20,000');
  await context.setOffline(false);
  await expect(page.locator('main')).toContainText('₦25,000');
  await expect(notice(page)).toHaveCount(0);
});

/** Opens the product from the list, without its document. */
async function openFromList(page: Page, product: TestProduct) {
  await page.getByRole('main').getByRole('link', { name: product.name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name);
}

test('OFF-02 what was opened by moving inside the shop is there when it is reloaded offline', async ({
  page,
  context,
  db,
}) => {
  await visit(page, '/products?sort=newest');
  await openFromList(page, gown);
  await page.goBack();
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/category=/);
  const list = page.url();
  const category = await page.getByRole('heading', { level: 1 }).textContent();
  await page.getByRole('contentinfo').getByRole('link', { name: /About/ }).click();
  await expect(page).toHaveURL('/about');
  expect(await storedPaths(page)).not.toContain(`/products/${gown.id}`);
  await context.setOffline(true);
  await db.query('update products set price = 25000 where id = $1', [gown.id]);

  await page.reload();
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^About/);
  await open(page, list);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(category!);
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await open(page, `/products/${gown.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(gown.name);
  await expect(page).toHaveTitle(new RegExp(gown.name));
  await expect(notice(page)).toBeVisible();
  await expect(page.locator('main')).toContainText('₦20,000');
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.locator('main')).toContainText('₦25,000');
  await expect(notice(page)).toHaveCount(0);
});

test('OFF-02 what was opened as a document is there when it is reached offline from another page', {
  tag: '@phone',
}, async ({ page, context }) => {
  await storeCart(page, [gown]);
  for (const path of ['/', `/products/${gown.id}`, '/products', '/wishlist']) await visit(page, path);
  await context.setOffline(true);
  // What shows the menu and the toasts was never used.
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Remove ${gown.name}` }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('main').getByRole('link', { name: gown.name }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(gown.name);
  await expect(notice(page)).toBeVisible();
  await hydrated(page);
  await page.getByRole('banner').locator('a[href="/"]').click();
  await expect(page.getByRole('region', { name: 'Highlights' })).toBeVisible();
  await expect(notice(page)).toBeVisible();
  await page.goto('/orders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  expect(
    await page
      .locator('header img')
      .evaluate((icon: HTMLImageElement) => icon.complete && icon.naturalWidth > 0),
  ).toBe(true);
});

test('OFF-02 so is what was opened before there was a worker, and cart and checkout were never opened', {
  tag: '@phone',
}, async ({ page, context, network }) => {
  network.fate = ({ path }) => (path === '/sw.js' ? { after: 4_000 } : 'answered');
  await storeCart(page, [gown]);
  await open(page, '/products?sort=newest');
  await openFromList(page, gown);
  await page.goBack();
  await openFromList(page, cap);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await expect
    .poll(async () => (await storedPaths(page)).filter((path) => path.includes('/catalog/getProduct')).length)
    .toBe(2);
  await context.setOffline(true);
  for (const product of [gown, cap]) {
    await open(page, `/products/${product.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name);
  }
  await open(page, '/wishlist');
  await expect(page.getByLabel(`Note for ${gown.name}`)).toBeVisible();
  await open(page, '/checkout');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
});

test('OFF-02 a seen search is there offline, by typing and as a page, and a list that was never seen says so', {
  tag: '@phone',
}, async ({ page, context }) => {
  await visit(page, '/products');
  await page.getByLabel('Search products').fill('gele');
  await page.getByLabel('Search products').press('Enter');
  await expect(page.getByText(/items? matching "gele"/)).toBeVisible();
  const found = await cardNames(page);
  await visit(page, '/products?search=kaftan');
  const opened = await cardNames(page);
  await context.setOffline(true);

  await open(page, '/products?search=gele');
  await expect.poll(() => cardNames(page)).toEqual(found);
  await open(page, '/products?search=kaftan');
  expect(await cardNames(page)).toEqual(opened);
  await expect(notice(page)).toBeVisible();
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link').nth(1).click();
  await expect(page.getByRole('alert')).toContainText('This list is not on your device');
  await open(page, '/cart');
  await expect(page).toHaveURL('/wishlist');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart');
});

test('OFF-02 the shell at its own URL leads to the front page', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/shell');
  await expect(page).toHaveURL('/');
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/./);
});

test('OFF-01 after two seconds without an answer the stored page is shown, and then the one of now', {
  tag: '@phone',
}, async ({ page, db, network }) => {
  await visit(page, `/products/${gown.id}`);
  await db.query('update products set price = 25000 where id = $1', [gown.id]);
  network.fate = ({ path }) => (path.startsWith('/products/') ? { after: 6_000 } : 'answered');
  await page.goto(`/products/${gown.id}`, { timeout: 60_000 });
  await expect(notice(page)).toBeVisible();
  await expect(page.locator('main')).toContainText('₦20,000');
  // The late answer is stored.
  await page.waitForTimeout(6_500);
  network.fate = () => 'cut before';
  await open(page, `/products/${gown.id}`);
  await expect(notice(page)).toBeVisible();
  await expect(page.locator('main')).toContainText('₦25,000');
});

test('OFF-05 the footer counts what the service worker loads, and not what it has stored', {
  tag: '@phone',
}, async ({ page, context, network }) => {
  // Those of the tests before are still in the browser's cache.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  const text = page.getByText(/^This visit took/);
  const counted = async () => {
    const [, size, unit] = /took ([\d.]+) (kB|MB)/.exec((await text.textContent())!)!;
    return Number(size) * (unit === 'MB' ? 1024 * 1024 : 1024);
  };
  // The browser takes the headers of an answer for 300 bytes; those of the shop are longer. /sw.js is the browser's own.
  const isRight = async () => {
    const share = (await counted()) / network.bytes();
    expect(share).toBeGreaterThan(0.85);
    expect(share).toBeLessThan(1.02);
  };
  await visit(page, '/products');
  await expect(isRight).toPass();
  await visit(page, '/products?sort=newest');
  await openFromList(page, gown);
  await expect(isRight).toPass();
  const before = await counted();
  await context.setOffline(true);
  await open(page, '/products');
  await expect(text).toBeVisible();
  await page.waitForTimeout(1_000);
  // The document alone has 80 kB. What the worker loaded last may be asked for only now.
  expect((await counted()) - before).toBeLessThan(20_000);
});

test('OFF-01 nothing of an account, an order or the back office is stored', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await signIn(page, ACCOUNTS.admin);
  await visit(page, '/products');
  for (const path of ['/account', '/orders', '/checkout', '/admin/products', '/admin/orders']) {
    await page.goto(path);
    await expect(page.locator('main h1').first()).toBeVisible();
  }
  expect(
    (await storedPaths(page)).filter((path) =>
      /^\/(admin|account|orders|auth|api\/(?!rpc\/\w+\/\w+\?data))/.test(path),
    ),
  ).toEqual([]);
  const { rows } = await db.query('select id, name, email from profiles where email = $1', [ACCOUNTS.admin]);
  const stored = await page.evaluate(async () => {
    let text = '';
    for (const name of await caches.keys()) {
      if (!name.startsWith('shop-pages')) continue;
      for (const answer of await (await caches.open(name)).matchAll()) text += await answer.text();
    }
    return text;
  });
  expect(stored.length).toBeGreaterThan(10_000);
  for (const personal of [rows[0].id, rows[0].email, rows[0].name]) expect(stored).not.toContain(personal);
});

test('OFF-01 with a full storage pages and images are shown, and stored again when there is room', {
  tag: '@phone',
}, async ({ page, context, network }) => {
  await visit(page, '/products');
  const path = (await page.locator('main a[href^="/products/"]').first().getAttribute('href'))!;
  const devtools = await context.newCDPSession(page);
  const allow = (quotaSize?: number) =>
    devtools.send('Storage.overrideQuotaForOrigin', { origin: network.url, quotaSize });
  const image = page.locator('main img').first();
  const opened = async () => {
    await open(page, path);
    await expect(notice(page)).toHaveCount(0);
    await expect
      .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
      .toBeGreaterThan(0);
  };
  await allow(1);
  await opened();
  // Images that are stored make room, half of them with each that finds none.
  const images = async () => (await storedPaths(page)).filter((stored) => stored.startsWith('/img/'));
  await expect.poll(images).toEqual([]);
  expect(await storedPaths(page)).not.toContain(path);
  await allow();
  await opened();
  await expect.poll(() => storedPaths(page)).toContain(path);
  await context.setOffline(true);
  await open(page, path);
  await expect(notice(page)).toBeVisible();
});

test('OFF-01 a worker whose script is missing does no harm, and one that is switched off removes itself', {
  tag: '@phone',
}, async ({ page, db, network }) => {
  test.setTimeout(120_000);
  await visit(page, `/products/${gown.id}`);
  await db.query('update products set price = 25000 where id = $1', [gown.id]);
  network.replaced.set('/sw.js', null);
  await open(page, `/products/${gown.id}`);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update().catch(() => {}));
  await open(page, `/products/${gown.id}`);
  await expect(page.locator('main')).toContainText('₦25,000');
  await expect(notice(page)).toHaveCount(0);

  network.replaced.set('/sw.js', { type: 'text/javascript', body: REMOVAL });
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update().then(() => undefined));
  // The new worker waits until the old one has ended what it answers.
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), {
      timeout: 60_000,
    })
    .toBe(0);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});
