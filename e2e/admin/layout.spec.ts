import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, open, signIn, test } from '../journey.ts';
import { aPerson, expectToast, forgetPeople } from '../shopper.ts';

test.afterEach(async ({ db }) => {
  for (const role of ['user', 'admin', 'super-admin']) await forgetPeople(db, `${role}-%@example.com`);
});

/** Every page of the office, as its route files are called. */
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
  ['Hero slides', '/admin/hero-slides'],
] as const;
const OWNERS_SCREENS = [
  ['Users', '/admin/users'],
  ['Audit log', '/admin/audit-log'],
  ['Undelivered mail', '/admin/mail'],
] as const;

/** The menu at the side; on a phone it is opened first. */
async function menuOf(page: Page) {
  const button = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Back office' });
  await expect(button.or(menu).first()).toBeVisible();
  if (!(await menu.isVisible())) await button.click();
  return menu;
}

test('ADM-LAYOUT-02 nobody who is signed out comes further than the door', { tag: '@desktop' }, async ({
  page,
}) => {
  // A dozen pages, each opened anew.
  test.slow();
  expect(pages.length).toBeGreaterThan(9);
  for (const path of ['/admin', ...pages]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/admin\/login(\?next=.*)?$/);
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
});

test('PERM-06 OPEN-42 a customer is led to the door, which says no', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  await signIn(page, (await aPerson(db)).email);
  await page.goto('/admin/dashboard');
  await expect(page).toHaveURL(/\/admin\/login/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
});

test('ADM-LAYOUT-01 ADM-LAYOUT-03 the office opens with its dashboard, and says that it comes', async ({
  page,
  db,
}) => {
  await signIn(page, (await aPerson(db, 'admin')).email);
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

test('an address that leads nowhere is said inside the office', { tag: '@desktop' }, async ({ page, db }) => {
  await signIn(page, (await aPerson(db, 'admin')).email);
  await open(page, '/admin/no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'There is no such page in the back office',
  );
  await page.getByRole('link', { name: 'To the dashboard' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
});

test.describe('when who is there cannot be found out', () => {
  test.use({ expectedErrors: [/Failed to load resource.*503/] });

  test('ADM-LAYOUT-04 the office says so and leads to the door', { tag: '@desktop' }, async ({
    page,
    db,
  }) => {
    await signIn(page, (await aPerson(db, 'admin')).email);
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
    // And there is a way on.
    await page.unroute('**/api/rpc/accounts/me*');
    await expect
      .poll(async () => {
        await page.clock.runFor(3_000);
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
    // Every screen of the office is opened once.
    test.slow();
    await signIn(page, (await aPerson(db, role)).email);
    await open(page, '/admin/dashboard');
    const menu = await menuOf(page);
    await expect(page.getByText(label, { exact: true }).last()).toBeVisible();
    const screens = role === 'super_admin' ? [...SCREENS, ...OWNERS_SCREENS] : SCREENS;
    await expect(menu.getByRole('link')).toHaveText(screens.map(([name]) => name!));
    await expectAccessible(page);
    for (const [name, path] of screens) {
      await (await menuOf(page)).getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path!);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });
}

test('ADM-LAYOUT-08 Logout ends the session and leads home', { tag: '@desktop' }, async ({ page, db }) => {
  const { id, email } = await aPerson(db, 'admin');
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
