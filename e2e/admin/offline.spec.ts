import type { BrowserContext, Page } from '@playwright/test';
import { ACCOUNTS, expect, expectAccessible, open, signIn, test } from '../journey.ts';

test.use({
  expectedErrors: [
    new RegExp(
      [
        'Failed to fetch dynamically|ERR_INTERNET_DISCONNECTED|Failed to fetch',
        '404 \\(Not Found\\).*/assets/(change-prices-dialog|bulk-upload)-',
      ].join('|'),
    ),
  ],
});

test.afterEach(({ context }) => context.setOffline(false));

/** Disables script preloading, as for users who save data. */
async function savingData(page: Page) {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', {
      value: Object.assign(new EventTarget(), { saveData: true }),
    }),
  );
  // Also bypasses the browser cache: requests with a route are not cached.
  await page.route('**/assets/*.js', (route) => route.continue());
}

/** Number of documents requested since this call. */
function documentsOf(context: BrowserContext) {
  const documents: string[] = [];
  context.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(request.url());
  });
  return documents;
}

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline.' });
const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name, exact: true });

test('a screen whose script cannot be loaded is waited for; the menu and unsaved text stay', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await savingData(page);
  await signIn(page, ACCOUNTS.admin);
  await open(page, '/admin/products/create');
  await page.getByLabel('Name').fill('Written before the line dropped');
  const documents = documentsOf(context);
  await context.setOffline(true);
  await menuLink(page, 'Messages').click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(notice(page)).toContainText('This page opens as soon as you are online.');
  await notice(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(notice(page)).toBeVisible();
  await expect(menuLink(page, 'Messages')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Written before the line dropped');
  await expectAccessible(page);
  // The navigation continues by itself.
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages');
  await expect(notice(page)).toHaveCount(0);
  expect(documents).toEqual([]);
});

test('another screen can be chosen while one is loading', { tag: '@desktop' }, async ({ page, context }) => {
  await savingData(page);
  await signIn(page, ACCOUNTS.admin);
  await open(page, '/admin/categories');
  await menuLink(page, 'Dashboard').click();
  await expect(page).toHaveURL('/admin/dashboard');
  await context.setOffline(true);
  await menuLink(page, 'Messages').click();
  await expect(notice(page).getByRole('button', { name: 'Try Again' })).toBeVisible();
  await menuLink(page, 'Categories').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Categories');
  await expect(notice(page).getByRole('button', { name: 'Try Again' })).toHaveCount(0);
});

test('a dialog whose script cannot be loaded is waited for, and opens without another press', {
  tag: '@phone',
}, async ({ page, context }) => {
  await savingData(page);
  await signIn(page, ACCOUNTS.admin);
  await open(page, '/admin/promotions');
  await expect(page.getByRole('button', { name: /^Actions for / }).first()).toBeVisible();
  const documents = documentsOf(context);
  await context.setOffline(true);
  const button = page.getByRole('button', { name: '+ New Promotion' });
  await button.click();
  const waiting = page.getByText('You are offline. This opens as soon as you are online.');
  await expect(waiting).toBeVisible();
  await expect(notice(page).filter({ hasText: 'What you see may not be current.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload Page' })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(waiting).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Try Again' }).click();
  await expect(waiting).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('dialog').locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect(waiting).toHaveCount(0);
  expect(documents).toEqual([]);
});

test('a dialog whose script is missing although the shop answers is tried again, and the selection stays', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await savingData(page);
  await signIn(page, ACCOUNTS.admin);
  await open(page, '/admin/products');
  await page.locator('main tbody').getByRole('checkbox').first().check();
  const documents = documentsOf(context);
  const script = '**/assets/change-prices-dialog-*.js';
  await page.route(script, (route) => route.fulfill({ status: 404 }));
  const button = page.getByRole('button', { name: 'Change prices' });
  await button.click();
  const failure = page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded.' });
  await expect(failure).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(failure).toHaveCount(0);
  await button.click();
  await expect(failure).toBeVisible();
  await page.unroute(script);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('dialog', { name: 'Change prices' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('main tbody').getByRole('checkbox').first()).toBeChecked();
  expect(documents).toEqual([]);
});

test('the upload whose script is missing although the shop answers is tried again', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await savingData(page);
  await signIn(page, ACCOUNTS.admin);
  await open(page, '/admin/products');
  const documents = documentsOf(context);
  const script = '**/assets/bulk-upload-*.js';
  await page.route(script, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('tab', { name: 'Bulk Upload' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded.' });
  await expect(failure).toBeVisible();
  await page.unroute(script);
  await failure.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'Download template' })).toBeVisible();
  expect(documents).toEqual([]);
});

test('the scripts of all screens and their dialogs are fetched while the first one is idle', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await signIn(page, ACCOUNTS.admin);
  const fetched = new Set<string>();
  page.on('requestfinished', (request) => fetched.add(new URL(request.url()).pathname));
  await open(page, '/admin/dashboard');
  for (const screen of [
    ...['categories', 'hero-slides', 'orders._id', 'products.create'],
    ...['sign-in-over', 'bulk-upload', 'promotion-form', 'slide-form-dialog'],
  ]) {
    await expect
      .poll(() => [...fetched].filter((path) => path.startsWith(`/assets/${screen}-`)).length, {
        message: screen,
        timeout: 15_000,
      })
      .toBe(1);
  }
  await context.setOffline(true);
  await menuLink(page, 'Promotions').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Promotions');
  await page.getByRole('button', { name: '+ New Promotion' }).click();
  await expect(page.getByRole('dialog').getByLabel('Title', { exact: true })).toBeVisible();
});

test('scripts are not preloaded for users who save data', { tag: '@desktop' }, async ({ page }) => {
  await savingData(page);
  await page.clock.install();
  await signIn(page, ACCOUNTS.admin);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await open(page, '/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent Orders' })).toBeVisible();
  // The idle callback runs at once with this clock. Then waits for a request that comes after the scripts'.
  const opened = fetched.length;
  await page.clock.runFor(10_000);
  await page.evaluate(() => fetch('/livez'));
  await expect.poll(() => fetched).toContain('/livez');
  expect(fetched.slice(opened).filter((path) => path.startsWith('/assets/'))).toEqual([]);
  // Nor before that.
  expect(fetched.filter((path) => path.startsWith('/assets/hero-slides-'))).toEqual([]);
});

/** Words of what a screen loads when it is opened: validation, forms, the import. */
const LATER = [
  'Invalid input: expected',
  'Create Slide',
  'Create Promotion',
  'product_template.csv',
  'Add words',
];

test('lists load their dialogs, validation and the import when these are opened', { tag: '@phone' }, async ({
  page,
}) => {
  await savingData(page);
  await signIn(page, ACCOUNTS.super);
  let loaded = new Set<string>();
  page.on('request', (request) => loaded.add(new URL(request.url()).pathname));
  for (const [screen, heading] of Object.entries({
    dashboard: /^Dashboard/,
    orders: 'Order Management',
    products: 'Product Catalog Management',
    categories: 'Categories',
    promotions: 'Manage Promotions',
    'promotions/calendar': 'Promotion calendar',
    'hero-slides': 'Hero Slides',
    users: 'Users',
    searches: 'Searches',
  })) {
    loaded = new Set();
    await open(page, `/admin/${screen}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    const scripts = [...loaded].filter((path) => path.startsWith('/assets/') && path.endsWith('.js'));
    expect(scripts.length, screen).toBeGreaterThan(20);
    for (const path of scripts) {
      const code = await (await page.request.get(path)).text();
      expect(
        LATER.filter((words) => code.includes(words)),
        `${path} on ${screen}`,
      ).toEqual([]);
    }
  }
  await open(page, '/admin/promotions');
  loaded = new Set();
  await page.getByRole('button', { name: '+ New Promotion' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const codes = await Promise.all(
    [...loaded]
      .filter((path) => path.endsWith('.js'))
      .map(async (path) => (await page.request.get(path)).text()),
  );
  for (const words of ['Invalid input: expected', 'Create Promotion'])
    expect(
      codes.some((code) => code.includes(words)),
      words,
    ).toBe(true);
});

test('in the shop too, a page not yet loaded is waited for, and the previous one stays', {
  tag: '@phone',
}, async ({ page, context }) => {
  await page.route('**/assets/*.js', (route) => route.continue());
  await open(page, '/wishlist');
  const documents = documentsOf(context);
  await context.setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(notice(page).getByRole('button', { name: 'Try Again' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^About/);
  expect(documents).toEqual([]);
});
