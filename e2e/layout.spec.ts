import type { Page } from '@playwright/test';
import { ACCOUNTS, expect, open, signIn, test, withoutPopup } from './front.ts';

const header = (page: Page) =>
  page.locator('header').filter({ has: page.getByRole('link', { name: /Cart/ }) });
const company = (page: Page) => page.getByRole('contentinfo').getByRole('navigation', { name: 'Company' });

/** The header's links: on a phone they are in its menu. */
async function openMenu(page: Page, isMobile: boolean) {
  if (!isMobile) return page.getByRole('banner');
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  return menu;
}

test.beforeEach(({ page }) => withoutPopup(page));

test('LAYOUT-01 LAYOUT-03 navigation in the shop keeps the document and starts each page at its top', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/');
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  for (const [label, path] of [
    ['About', '/about'],
    ['Contact', '/contact'],
    ['Shop', '/products'],
    ['Cart', '/wishlist'],
  ] as const) {
    // A page that still loads may be too short to scroll.
    await expect(async () => {
      await company(page).scrollIntoViewIfNeeded();
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
    }).toPass();
    await company(page).getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(path);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  }
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
});

test('LAYOUT-03 Back restores the scroll position', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/about');
  await page.getByRole('heading', { name: 'What we hold to' }).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(300);
  // The position is saved a tenth of a second after scrolling; users are slower.
  await page.waitForTimeout(250);
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('header a[href="/"]')!.click());
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL('/about');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test('LAYOUT-06 OPEN-33 the header links to shop, about and contact', async ({ page, isMobile }) => {
  for (const [label, path] of [
    ['Shop', '/products'],
    ['About', '/about'],
    ['Contact', '/contact'],
  ] as const) {
    await open(page, '/wishlist');
    const nav = (await openMenu(page, isMobile)).getByRole('navigation');
    await nav.getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.getByRole('banner').getByRole('link', { name: 'Aso House, front page' }).click();
  await expect(page).toHaveURL('/');
});

test('LAYOUT-07 the header shows the number of items in the cart', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await open(page, '/products');
  const cart = page.getByRole('banner').getByRole('link', { name: /^Cart/ });
  await expect(cart).toHaveAccessibleName('Cart');
  const switches = page.getByRole('button', { name: /: in the cart$/ });
  await switches.first().click();
  await expect(cart).toHaveAccessibleName('Cart, 1 item');
  await expect(cart).toContainText('1');
  await switches.nth(1).click();
  await expect(cart).toHaveAccessibleName('Cart, 2 items');
  if (!isMobile) await expect(cart).toContainText('Cart');
  await page.reload();
  await expect(cart).toHaveAccessibleName('Cart, 2 items');
  await cart.click();
  await expect(page).toHaveURL('/wishlist');
});

test('LAYOUT-08 LAYOUT-09 account and logout are shown to signed-in users only', async ({
  page,
  isMobile,
}) => {
  await open(page, '/about');
  let place = await openMenu(page, isMobile);
  await expect(place.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth');
  await expect(place.getByRole('link', { name: 'My Account' })).toHaveCount(0);
  await expect(place.getByRole('button', { name: 'Logout' })).toHaveCount(0);

  await signIn(page, ACCOUNTS.customer);
  await open(page, '/about');
  place = await openMenu(page, isMobile);
  await expect(place.getByRole('link', { name: 'My Account' }).first()).toHaveAttribute('href', '/account');
  await expect(place.getByRole('link', { name: 'Sign in' })).toHaveCount(0);
  await place.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/account');
  await expect(page).toHaveURL(/^[^?]*\/auth(\?|$)/);
});

test('LAYOUT-10 CONST-13 over the front page the header is transparent until it is scrolled by more than 50', async ({
  page,
}) => {
  const opacity = () =>
    page.getByRole('banner').evaluate((element) => {
      const colour = getComputedStyle(element).backgroundColor;
      return colour === 'transparent' || /[,/] ?0\)$/.test(colour) ? 'clear' : colour;
    });
  const scrollTo = (top: number) =>
    page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
  await open(page, '/');
  expect(await opacity()).toBe('clear');
  await scrollTo(51);
  await expect.poll(opacity).toMatch(/^rgb\(/);
  await scrollTo(50);
  await expect.poll(opacity).toBe('clear');
  await scrollTo(51);
  await expect.poll(opacity).toMatch(/^rgb\(/);
  for (const path of ['/products', '/about']) {
    await open(page, path);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await opacity()).toMatch(/^rgb\(/);
  }
  expect(await header(page).count()).toBe(1);
});

test('LAYOUT-11 Back closes the menu', { tag: '@phone' }, async ({ page, isMobile }) => {
  await open(page, '/about');
  await page.locator('footer').getByRole('link', { name: 'Contact' }).first().click();
  await expect(page).toHaveURL('/contact');
  await openMenu(page, isMobile);
  await page.goBack();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0);
});

test('LAYOUT-11 the open menu locks the scrolling of the page', async ({ page, isMobile }) => {
  await open(page, '/');
  const button = page.getByRole('button', { name: 'Menu' });
  if (!isMobile) {
    await expect(button).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    return;
  }
  const overflow = () => page.evaluate(() => getComputedStyle(document.body).overflowY);
  const wheel = async () => {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.move(340, 400);
    await page.mouse.wheel(0, 300);
    return before;
  };
  expect(await overflow()).not.toBe('hidden');
  await button.click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  expect(await overflow()).toBe('hidden');
  expect(await wheel()).toBe(0);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(overflow).not.toBe('hidden');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(button).toBeFocused();
  await wheel();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  // A link in the menu unlocks it as well.
  await button.click();
  await page.getByRole('dialog').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await expect.poll(overflow).not.toBe('hidden');
});

test('LAYOUT-14 OPEN-33 the footer has the shop’s own links and external ones', async ({ page }) => {
  await open(page, '/contact');
  const links = (await company(page).getByRole('link').all()).map((link) => link.getAttribute('href'));
  expect(await Promise.all(links)).toEqual(['/products', '/about', '/contact', '/wishlist', '/account']);
  const elsewhere = page.getByRole('contentinfo').getByRole('link', { name: /Instagram/i });
  await expect(elsewhere).toHaveAttribute('href', 'https://instagram.com/asohouse');
  await expect(elsewhere).toHaveAttribute('rel', /noopener/);
  await expect(page.getByRole('contentinfo')).toContainText(/© \d{4} Aso House/);
});
