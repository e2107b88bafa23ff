import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, open, signIn, test } from '../journey.ts';
import { addUser, deleteUsers, expectToast } from '../shopper.ts';

test.afterEach(async ({ db }) => {
  for (const role of ['user', 'admin', 'super-admin']) await deleteUsers(db, `${role}-%@example.com`);
});

/** Every back-office page, by its route file. */
const pages = readdirSync(join(import.meta.dirname, '../../src/routes/admin/_layout'))
  .filter((file) => file.endsWith('.tsx') && !file.startsWith('-'))
  .map((file) => `/admin/${file.replace('.index', '').replace('.tsx', '').replace('.', '/')}`)
  .map((path) => path.replace('$id', '0193b3a4-0000-7000-8000-000000000000'));

const SCREENS = [
  ['Dashboard', '/admin/dashboard'],
  ['Orders', '/admin/orders'],
  ['Messages', '/admin/messages'],
  ['Products', '/admin/products'],
  ['Categories', '/admin/categories'],
  ['Promotions', '/admin/promotions'],
  ['Searches', '/admin/searches'],
  ['Hero slides', '/admin/hero-slides'],
  ['Link preview', '/admin/link-preview'],
  ['History', '/admin/history'],
] as const;
const OWNERS_SCREENS = [
  ['Users', '/admin/users'],
  ['Audit log', '/admin/audit-log'],
  ['Undelivered mail', '/admin/mail'],
  ['API keys', '/admin/api-keys'],
  ['Webhooks', '/admin/webhooks'],
  ['Doctor', '/admin/doctor'],
] as const;

/** The sidebar; on a phone it is opened first. */
async function menuOf(page: Page) {
  const button = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Back office' });
  await expect(button.or(menu).first()).toBeVisible();
  if (!(await menu.isVisible())) await button.click();
  return menu;
}

test('ADM-LAYOUT-02 a visitor cannot open any back-office page', { tag: '@desktop' }, async ({ page }) => {
  // Loads a dozen pages.
  test.slow();
  expect(pages.length).toBeGreaterThan(9);
  for (const path of ['/admin', ...pages]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/admin\/login(\?next=.*)?$/);
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
});

test('PERM-06 OPEN-42 a customer is redirected to the admin sign-in page, which refuses', {
  tag: '@desktop',
}, async ({ page, db }) => {
  await signIn(page, (await addUser(db)).email);
  await page.goto('/admin/dashboard');
  await expect(page).toHaveURL(/\/admin\/login/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
});

test('ADM-LAYOUT-01 ADM-LAYOUT-03 the back office opens with its dashboard and a loading state', async ({
  page,
  db,
}) => {
  await signIn(page, (await addUser(db, 'admin')).email);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/rpc/accounts/me*', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/admin');
  await expect(page.getByRole('status').filter({ hasText: 'Loading admin panel...' })).toBeVisible();
  resolve();
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(page.getByText('Loading admin panel...')).toHaveCount(0);
});

test('an unknown URL shows Not Found inside the back office', { tag: '@desktop' }, async ({ page, db }) => {
  await signIn(page, (await addUser(db, 'admin')).email);
  await open(page, '/admin/no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'There is no such page in the back office',
  );
  await page.getByRole('link', { name: 'To the dashboard' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
});

test.describe('when the session cannot be read', () => {
  test.use({ expectedErrors: [/Failed to load resource.*503/] });

  test('ADM-LAYOUT-04 the back office shows an error and links to the sign-in page', {
    tag: '@desktop',
  }, async ({ page, db }) => {
    await signIn(page, (await addUser(db, 'admin')).email);
    await page.clock.install();
    await page.route('**/api/rpc/accounts/me*', (route) => route.fulfill({ status: 503, body: '' }));
    await open(page, '/admin/dashboard');
    await expect
      .poll(async () => {
        await page.clock.runFor(3_000);
        return page.url();
      })
      .toContain('/admin/login');
    await expectToast(page, 'Failed to load admin panel. Please try again.');
    await page.unroute('**/api/rpc/accounts/me*');
    await expect
      .poll(async () => {
        await page.clock.runFor(3_000);
        // Where that page could not read the session either.
        const again = page.getByRole('button', { name: 'Try Again' });
        if (await again.isVisible()) await again.click();
        return page.url();
      })
      .toContain('/admin/dashboard');
  });
});

for (const [role, label] of [
  ['super_admin', 'Super Administrator'],
  ['admin', 'Administrator'],
] as const) {
  test(`ADM-LAYOUT-05 ADM-LAYOUT-06 ADM-LAYOUT-07 the menu of ${role}`, {
    tag: role === 'admin' ? '@phone' : [],
  }, async ({ page, db }) => {
    // Every back-office screen is opened once.
    test.slow();
    await signIn(page, (await addUser(db, role)).email);
    await open(page, '/admin/dashboard');
    const menu = await menuOf(page);
    await expect(page.getByText(label, { exact: true }).last()).toBeVisible();
    const screens = role === 'super_admin' ? [...SCREENS, ...OWNERS_SCREENS] : SCREENS;
    await expect(menu.getByRole('link')).toHaveText(screens.map(([name]) => name));
    await expectAccessible(page);
    for (const [name, path] of screens) {
      await (await menuOf(page)).getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });
}

test('ADM-LAYOUT-05 Back closes the menu', { tag: '@phone' }, async ({ page, db }) => {
  await signIn(page, (await addUser(db, 'admin')).email);
  await open(page, '/admin/dashboard');
  const menu = await menuOf(page);
  await menu.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page).toHaveURL('/admin/orders');
  await menuOf(page);
  await page.goBack();
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(menu).toBeHidden();
});

test('ADM-LAYOUT-08 Logout ends the session and opens the home page', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  const { id, email } = await addUser(db, 'admin');
  await signIn(page, email);
  await open(page, '/admin/dashboard');
  await menuOf(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expectToast(page, 'Successfully logged out!');
  expect((await db.query('select from sessions where user_id = $1', [id])).rowCount).toBe(0);
  await page.goto('/admin/dashboard');
  await expect(page).toHaveURL(/\/admin\/login/);
});
