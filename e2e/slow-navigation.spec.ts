import type { Page } from '@playwright/test';
import { entryOf, expect, fillCart, open, test } from './browsing.ts';

/**
 * Milliseconds of the browser's clock between a click and the first sign of the next page. The clock is stopped while
 * the machine works, so that a slow machine does not fail the test.
 */
const AT_ONCE = 100;

/** Holds all fetches until the returned function is called. */
async function holdLink(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/(api\/rpc|assets)\//, async (route) => {
    await promise;
    await route.continue().catch(() => {});
  });
  return resolve;
}

/** Scrolls, and waits for the event on which the router saves the position. */
async function scrolled(page: Page, scroll: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    // Registered after the router's own listener on the document.
    addEventListener('scroll', () => (document.documentElement.dataset.scrolled = 'true'), { once: true });
  });
  await scroll();
  await expect(page.locator('html')).toHaveAttribute('data-scrolled');
}

for (const [from, to] of [
  ['/about', '/products'],
  ['/products', '/contact'],
  ['/contact', '/about'],
] as const) {
  test(`LAYOUT-03 from ${from} to ${to} on a stalled connection something new is at the top at once`, {
    tag: '@phone',
  }, async ({ page }) => {
    await page.clock.install();
    await open(page, from);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
    const letGo = await holdLink(page);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await page.locator(`footer a[href="${to}"]`).evaluate((link: HTMLAnchorElement) => link.click());
    await page.clock.runFor(AT_ONCE);
    await expect(page.locator('main [aria-busy="true"]').first()).toBeAttached();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(page).toHaveURL(to);
    letGo();
    await page.clock.resume();
    await expect(page.locator('main h1:visible')).toHaveCount(1);
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  });
}

test('LIST-09 another category on a stalled connection leaves heading, chips and search box in place', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/products');
  const letGo = await holdLink(page);
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'Men', exact: true })
    .click();
  await expect(page).toHaveURL('/products?category=men');
  await expect(page.getByText('Loading the page')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Men');
  await expect(page.locator('main input[inputmode="search"]')).toBeVisible();
  letGo();
  await expect(page.getByText(/items in Men$/)).toBeVisible();
});

test('LAYOUT-03 a product from a list shows its name and image while it loads, and Back restores the scroll position', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/products');
  const card = page.locator('main article').nth(6);
  await scrolled(page, () => card.scrollIntoViewIfNeeded());
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(300);
  const name = await card.getByRole('heading').textContent();
  const letGo = await holdLink(page);
  await card.getByRole('link').evaluate((link: HTMLElement) => link.click());
  const pending = page.locator('main [aria-busy="true"]');
  await expect(pending.getByRole('heading', { name: name! })).toBeVisible();
  // Images are not held: it comes before the page's scripts and data.
  await expect
    .poll(() => pending.locator('img').evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(300);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  letGo();
  await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test('LAYOUT-03 Back during a navigation restores the scroll position', { tag: '@phone' }, async ({
  page,
}) => {
  await open(page, '/products');
  await scrolled(page, () => page.evaluate(() => scrollTo(0, 900)));
  const letGo = await holdLink(page);
  await page.locator('footer a[href="/contact"]').evaluate((link: HTMLElement) => link.click());
  await expect(page.locator('main [aria-busy="true"]')).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/products');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
  letGo();
});

for (const [width, height] of [
  [360, 740],
  [320, 568],
] as const) {
  test(`DETAIL-02 the price is in the first view of ${width} × ${height}, beside 'Add to cart'`, {
    tag: '@phone',
  }, async ({ page, seed }) => {
    const { code } = await seed.promotion({ percent: 25 });
    const { path } = await seed.product({
      name: 'Hand-embroidered grand agbada in royal blue brocade for a wedding',
      price: 1_234_567.5,
      promotion: code,
    });
    await page.setViewportSize({ width, height });
    await open(page, `${path}?promotion=${code}`);
    for (const text of ['₦925,925.63', '₦1,234,567.50']) {
      const price = page.locator('main').getByText(text).first();
      await expect(price).toBeInViewport({ ratio: 1 });
      const isOnTop = await price.evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(isOnTop).toBe(true);
    }
    await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeInViewport({ ratio: 1 });
  });
}

test('OPEN-05 RULES-04 an open product page ends a promotion at the shop’s midnight', {
  tag: '@phone',
}, async ({ page, seed, db }) => {
  const { id, code } = await seed.promotion({ percent: 50 });
  const { path } = await seed.product({ price: 8000, promotion: code });
  // Blocks events of the change below: only the clock can trigger the update.
  await page.route('**/api/events*', () => {});
  // 23:59 in Lagos, by the clock of this browser.
  await page.clock.install({ time: new Date('2026-11-20T22:59:00Z') });
  await open(page, `${path}?promotion=${code}`);
  const price = page.locator('main').getByText('₦4,000.00').first();
  await expect(price).toBeVisible();
  // The day ends on the server.
  await db.query('UPDATE promotions SET start_date = start_date - 9, end_date = end_date - 9 WHERE id = $1', [
    id,
  ]);
  await page.clock.runFor(30_000);
  await expect(price).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(price).toHaveCount(0);
});

test('CART-02 a note is stored half a second after the last key, and when the page is hidden', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const product = await seed.product();
  await fillCart(page, [entryOf(product)]);
  await page.clock.install();
  await open(page, '/wishlist');
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('wishlist')!)[0].notes);
  const note = page.getByLabel(`Note for ${product.name}`);
  await note.pressSequentially('Chest 42');
  await page.clock.runFor(400);
  expect(await stored()).toBe('');
  await page.clock.runFor(100);
  expect(await stored()).toBe('Chest 42');
  await expect(note).toBeFocused();
  await note.pressSequentially(', long');
  // The clock is stopped: the half second never ends.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  expect(await stored()).toBe('Chest 42, long');
});
