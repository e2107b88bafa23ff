import type { Page } from '@playwright/test';
import { cardNames, entryOf, expect, fillCart, hydrated, open, test } from './browsing.ts';

const mark = (page: Page) =>
  page.evaluate(() => {
    (window as { sameDocument?: boolean }).sameDocument = true;
  });
const isSameDocument = (page: Page) =>
  page.evaluate(() => (window as { sameDocument?: boolean }).sameDocument === true);
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test('LAYOUT-01 LAYOUT-03 PERM-01 links inside the shop keep the document, and start at the top', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/products');
  await mark(page);
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.locator('main article h3 a').nth(6).click();
  await expect(page).toHaveURL(/\/products\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(0);

  await page
    .locator('main')
    .getByRole('link', { name: /View Cart/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.locator('footer').getByRole('link', { name: 'About' }).first().click();
  await expect(page).toHaveURL('/about');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page
    .locator('header')
    .getByRole('link', { name: /front page/ })
    .click();
  await expect(page).toHaveURL('/');
  expect(await isSameDocument(page)).toBe(true);
});

test('LIST-04 Back restores the scroll position and the page of the list', async ({ page }) => {
  await open(page, '/products?sort=name-asc');
  await mark(page);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL('/products?sort=name-asc&page=2');
  await expect(page.locator('main ul[aria-busy="true"]')).toHaveCount(0);
  await expect.poll(() => scrolled(page)).toBe(0);
  const names = await cardNames(page);
  const card = page.locator('main article h3 a').nth(7);
  await card.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollBy(0, 60));
  const place = await scrolled(page);
  expect(place).toBeGreaterThan(200);
  // The router saves the position when scrolling stops.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 150)));
  await card.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(names[7]!);
  await expect.poll(() => scrolled(page)).toBe(0);

  await page.goBack();
  await expect(page).toHaveURL('/products?sort=name-asc&page=2');
  await expect.poll(() => cardNames(page)).toEqual(names);
  await expect.poll(async () => Math.abs((await scrolled(page)) - place)).toBeLessThan(4);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(names[7]!);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/products?sort=name-asc');
  await expect(page.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
  expect(await isSameDocument(page)).toBe(true);
});

test('LIST-09 a chip does not scroll the list, and the search box follows Back', { tag: '@phone' }, async ({
  page,
}) => {
  await open(page, '/products?search=adire');
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'Cloth', exact: true })
    .click();
  await expect(page).toHaveURL(/category=cloth/);
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'All', exact: true })
    .click();
  await page.locator('main article h3 a').first().click();
  await expect(page).toHaveURL(/\/products\//);
  await page.goBack();
  await expect(page.getByLabel('Search products')).toHaveValue('adire');
  await page.goBack();
  await expect(page).toHaveURL(/category=cloth/);
  await expect(page.getByText(/in Cloth matching "adire"/)).toBeVisible();
});

test.describe('a tab from before a deployment', () => {
  test.use({
    expectedErrors: [
      /status of 404|dynamically imported module|Importing a module|Unable to preload|A part of this page/,
    ],
  });

  test('LAYOUT-01 a missing file causes one reload at the next navigation, and nothing is lost', {
    tag: '@phone',
  }, async ({ page, seed }) => {
    const thing = await seed.product();
    await fillCart(page, [entryOf(thing)]);
    let documents = 0;
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents += 1;
    });
    let refused = 0;
    // The first script of the product's page is missing once, as after a deployment.
    await page.route(/\/assets\/products\._id-[\w-]+\.js$/, (route) => {
      refused += 1;
      return refused === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue();
    });
    await open(page, '/wishlist');
    await page.getByLabel(`Note for ${thing.name}`).fill('Written before the reload');
    expect(documents).toBe(1);
    await page.locator('main article').getByRole('link', { name: thing.name }).click();
    await expect(page).toHaveURL(thing.path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(thing.name);
    await hydrated(page);
    expect(refused).toBeGreaterThan(0);
    expect(documents).toBe(2);
    await page
      .locator('main')
      .getByRole('link', { name: /View Cart/ })
      .click();
    await expect(page.getByLabel(`Note for ${thing.name}`)).toHaveValue('Written before the reload');
  });

  test('LAYOUT-01 a file that stays missing does not cause a reload loop', { tag: '@phone' }, async ({
    page,
    seed,
  }) => {
    const thing = await seed.product();
    let documents = 0;
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents += 1;
    });
    await page.route(/\/assets\/wishlist-[\w-]+\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
    await open(page, thing.path);
    await page
      .locator('main')
      .getByRole('link', { name: /View Cart/ })
      .click();
    await expect(page).toHaveURL('/wishlist');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // A loop would reload in this time; the one reload may fall into it.
    await page.waitForTimeout(1000);
    expect(documents).toBeLessThanOrEqual(3);
    await expect(page.getByRole('main')).toContainText(
      'A part of this page could not be loaded. Please check your connection and try again.',
    );
  });
});
