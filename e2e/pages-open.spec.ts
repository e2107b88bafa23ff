import type { Page } from '@playwright/test';
import { ACCOUNTS, banner, expect, open, signIn, test, withoutPopup } from './front.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Checks the layout of every shop page. */
async function expectFrame(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('link', { name: 'Aso House, front page' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toBeVisible();
  await expect(banner(page)).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('contentinfo').getByRole('navigation', { name: 'Company' })).toBeVisible();
  // Nothing is wider than the screen.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  );
}

test.beforeEach(({ page }) => withoutPopup(page));

const aProduct = `SELECT id, name FROM products ORDER BY created_at, id LIMIT 1`;
const submitOrder = `SELECT o.id, '#' || o.order_number AS name FROM orders o JOIN profiles p ON p.id = o.user_id
  WHERE p.email = '${ACCOUNTS.customer}' LIMIT 1`;

const OPEN_TO_ALL = [
  ['/', /^Aso House\./],
  ['/products', 'The shop'],
  ['/products/{id}', '{name}', aProduct],
  ['/wishlist', 'Cart'],
  ['/checkout', 'Checkout'],
  ['/about', /^About Aso\sHouse$/],
  ['/contact', 'Come in, call or write'],
] as const;

const FOR_VISITORS = [...OPEN_TO_ALL, ['/auth', 'Welcome Back']] as const;

const FOR_CUSTOMERS = [
  ...OPEN_TO_ALL,
  ['/account', 'My Account'],
  ['/orders', 'Your orders'],
  ['/orders/{id}', 'Order {name}', submitOrder],
] as const;

for (const [account, screens] of [
  ['a visitor', FOR_VISITORS],
  ['a customer', FOR_CUSTOMERS],
] as const) {
  for (const [pagePath, title, find] of screens) {
    // Public pages have the same layout for a customer; a customer's own pages are tested at both sizes.
    const tag = account === 'a customer' && OPEN_TO_ALL.some(([open]) => open === pagePath) ? '@desktop' : [];
    test(`LAYOUT-02 LAYOUT-04 PERM-01 ${pagePath} opened by ${account}`, { tag }, async ({ page, db }) => {
      const row = find ? (await db.query(find)).rows[0] : {};
      const path = pagePath.replace('{id}', row.id);
      if (account === 'a customer') await signIn(page, ACCOUNTS.customer);
      await open(page, path);
      await expect(heading(page)).toHaveText(
        typeof title === 'string' ? title.replace('{name}', row.name) : title,
      );
      await expect(page).toHaveURL(path);
      await expectFrame(page);
    });
  }
}

for (const pagePath of ['/account', '/orders', '/orders/{id}']) {
  test(`LAYOUT-04 OPEN-34 ${pagePath} asks a visitor to sign in`, async ({ page, db }) => {
    const { id } = (await db.query(submitOrder)).rows[0];
    await open(page, pagePath.replace('{id}', id));
    await expect(page).toHaveURL(/\/auth(\?|$)/);
    await expect(heading(page)).toHaveText('Welcome Back');
    await expectFrame(page);
  });
}

test('LAYOUT-04 a signed-in user is redirected from the sign-in page', async ({ page }) => {
  await signIn(page, ACCOUNTS.customer);
  await open(page, '/auth');
  await expect(page).toHaveURL('/');
});
