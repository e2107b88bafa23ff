import type { Page } from '@playwright/test';
import { expect, open, test, withoutPopup } from './front.ts';

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '');

test.beforeEach(({ page }) => withoutPopup(page));

test('LAYOUT-02 the first press of Tab offers a skip link', { tag: '@desktop' }, async ({ page }) => {
  for (const path of ['/', '/about']) {
    await open(page, path);
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).not.toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('main');
    // The next one is inside the page, past the header.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  }
});

test('LAYOUT-01 a new page is announced, and the focus starts at its beginning', {
  tag: '@desktop',
}, async ({ page }) => {
  await open(page, '/');
  const footer = page.getByRole('contentinfo');
  const announced = page.locator('body > p[aria-live=polite]');
  await expect(announced).toHaveText('');
  for (const [label, pageTitle] of [
    ['About', /About/],
    ['Contact', /Contact/],
  ] as const) {
    const link = footer.getByRole('link', { name: label });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle(pageTitle);
    await expect(announced).toHaveText(await page.title());
    expect(await focused(page)).toBe('main');
  }
});

test('LAYOUT-11 the menu traps the focus, Escape returns it', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await open(page, '/about');
  const button = page.getByRole('button', { name: 'Menu' });
  if (!isMobile) return expect(button).toBeHidden();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  for (let press = 0; press < 14; press++) {
    await page.keyboard.press('Tab');
    expect(await menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('LAYOUT-02 while offline the shop says so, and stops when it is online again', {
  tag: '@phone',
}, async ({ page, context }) => {
  await open(page, '/about');
  const notice = page.getByText('You are offline. What you see may not be current.');
  await expect(notice).toHaveCount(0);
  await context.setOffline(true);
  await expect(notice).toBeVisible();
  await expect(page.getByRole('status').filter({ has: notice })).toBeVisible();
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
});
