import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CHANGED, nextRelease } from '../tools/next-release.ts';
import { anotherProcess } from './another-process.ts';
import { storedPaths, test, visit } from './cut-proxy.ts';
import { expect, hydrated, open, signIn } from './journey.ts';
import {
  addProduct,
  addUser,
  deleteUsers,
  removeProducts,
  storeCart,
  storedCart,
  type TestProduct,
} from './shopper.ts';

let gown: TestProduct;

test.beforeEach(async ({ db }) => {
  gown = await addProduct(db, { price: 20_000 });
});
test.afterEach(async ({ db, context }) => {
  await context.setOffline(false);
  await deleteUsers(db, 'user-%@example.com');
  await removeProducts(db, [gown]);
});

const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
const isUpdating = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (
      Boolean(registration.installing ?? registration.waiting) || registration.active?.state !== 'activated'
    );
  });
/** The scripts and style sheets that the page has loaded. */
const filesOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/')),
  );

test('OFF-01 SERVICE_WORKER=off takes worker and store from browsers that have them, and not a queued order', {
  tag: '@phone',
}, async ({ page, context, db, network }) => {
  test.setTimeout(180_000);
  const user = await addUser(db);
  await signIn(page, user.email);
  await storeCart(page, [gown]);
  await visit(page, '/checkout');
  const submit = page.getByRole('button', { name: 'Submit Order' });
  await expect(submit).not.toHaveAttribute('aria-busy', 'true');
  await context.setOffline(true);
  await submit.click();
  await expect(page.getByRole('heading', { name: 'Your order waits for the network' })).toBeVisible();
  expect(await registrations(page)).toBe(1);
  expect((await storedPaths(page)).length).toBeGreaterThan(10);

  await using off = await anotherProcess({ SERVICE_WORKER: 'off' });
  network.shop = new URL(off.url);
  await context.setOffline(false);
  await open(page, `/products/${gown.id}`);
  // The browser asks for the script by itself. A worker that has something left to answer is replaced later.
  await expect.poll(() => registrations(page), { timeout: 60_000 }).toBe(0);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  await open(page, `/products/${gown.id}`);
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await expect.poll(() => storedCart(page)).toHaveLength(1);
  await open(page, '/wishlist');
  await expect(page.getByLabel(`Note for ${gown.name}`)).toBeVisible();
  // The order was sent, once.
  await expect
    .poll(async () => (await db.query('select from orders where user_id = $1', [user.id])).rowCount)
    .toBe(1);
  // No page has registered one again.
  expect(await registrations(page)).toBe(0);
});

test('OFF-01 after a release a browser with the worker before gets pages and scripts of one build, and recovers', {
  tag: '@phone',
}, async ({ page, context, network }) => {
  test.setTimeout(300_000);
  const folder = await mkdtemp(join(tmpdir(), 'aso-release-'));
  // PostgreSQL does not run as root and must be able to enter the folder.
  await chmod(folder, 0o755);
  const project = join(folder, 'project');
  try {
    await nextRelease(project, process.env.BUILD_DIR!);
    await visit(page, '/about');
    const old = await context.newPage();
    await open(old, '/products?sort=newest');
    await using released = await anotherProcess({}, project);
    network.shop = new URL(released.url);

    // The page of now, with its own scripts, also while the worker is still that of before.
    await open(page, '/about');
    await expect(page.getByRole('contentinfo')).toContainText(CHANGED);
    // The worker's script has the files of its build.
    const worker = await (await page.request.get('/sw.js')).text();
    const after = await filesOf(page);
    expect(after.length).toBeGreaterThan(3);
    expect(after.filter((path) => !worker.includes(path))).toEqual([]);
    // The worker of the new build takes over by itself, with all it needs.
    await expect.poll(() => storedPaths(page), { timeout: 60_000 }).toEqual(expect.arrayContaining(after));
    // The page is stored as it was in each of the two builds, and only then the new worker answers.
    await expect
      .poll(async () => (await storedPaths(page)).filter((path) => path === '/about'), { timeout: 60_000 })
      .toHaveLength(2);
    await expect.poll(() => isUpdating(page)).toBe(false);
    await context.setOffline(true);
    await open(page, '/about');
    await expect(page.getByRole('contentinfo')).toContainText(CHANGED);
    expect((await filesOf(page)).filter((path) => !worker.includes(path))).toEqual([]);
    await open(page, '/wishlist');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Cart/);

    // The tab that was open goes on with the files of its build.
    await old.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await expect(old.getByRole('heading', { level: 1 })).toHaveText(/^About/);
    await hydrated(old);
    await expect(old.getByRole('contentinfo')).not.toContainText(CHANGED);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
