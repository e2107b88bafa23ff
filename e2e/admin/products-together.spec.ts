import type { Browser, Page } from '@playwright/test';
import { ACCOUNTS, PASSWORD } from '../journey.ts';
import { atDesk, expect, expectAccessible, expectToast, productRow, test } from './product-desk.ts';

/** A colleague at another machine, who calls the shop without a screen. */
async function colleague(browser: Browser) {
  const context = await browser.newContext({
    baseURL: process.env.SHOP_URL,
    extraHTTPHeaders: { origin: process.env.SHOP_URL! },
  });
  await context.request.post('/api/auth/sign-in/email', {
    data: { email: ACCOUNTS.super, password: PASSWORD },
  });
  const call = async (method: string, path: string, data?: object) => {
    const answer = await context.request.fetch(`/api/v1${path}`, { method, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  return { call, close: () => context.close() };
}

/** This screen hears of nothing by itself, as on a link that drops. */
const deafen = (page: Page) => page.route('**/api/events*', (route) => route.abort());

test.use({ expectedErrors: [/status of 409|net::ERR_|EventSource/] });

test('a save over a newer version says who changed what, and keeps what each of both changed', {
  tag: '@phone',
}, async ({ page, browser, db, stall }) => {
  const product = await stall.product({ category: 'gele', price: 1000 });
  const bisi = await colleague(browser);
  await deafen(page);
  await atDesk(page, `/admin/products/${product.id}`);
  const [price, description] = [page.getByLabel('Price (NGN)'), page.getByLabel('Description')];
  await description.fill('Typed here.');
  const seen = await bisi.call('GET', `/admin/products/${product.id}`);
  await bisi.call('PUT', `/products/${product.id}`, {
    ...seen,
    price: 2500,
    category: { id: seen.category.id },
  });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(/\S+ changed this meanwhile/);
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['Price']);
  await expect(dialog.getByText('₦1,000.00')).toBeVisible();
  await expect(dialog.getByText('₦2,500.00')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save both changes' }).click();
  await expectToast(page, 'Product updated successfully');
  await expect(price).toHaveValue('2500.00');
  expect(await productRow(db, product.name)).toMatchObject([
    { price: '2500.00', description: 'Typed here.', version: 3 },
  ]);
  await bisi.close();
});

test('of two prices one is chosen', { tag: '@desktop' }, async ({ page, browser, db, stall }) => {
  const product = await stall.product({ category: 'gele', price: 1000 });
  const bisi = await colleague(browser);
  await deafen(page);
  await atDesk(page, `/admin/products/${product.id}`);
  const price = page.getByLabel('Price (NGN)');
  await price.fill('3000');
  const seen = await bisi.call('GET', `/admin/products/${product.id}`);
  await bisi.call('PUT', `/products/${product.id}`, {
    ...seen,
    price: 2500,
    category: { id: seen.category.id },
  });
  const save = page.getByRole('button', { name: 'Save Changes' });
  const dialog = page.getByRole('dialog');
  await save.click();
  await dialog.getByRole('button', { name: 'Back to the form' }).click();
  await expect(price).toHaveValue('3000');
  await save.click();
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect(price).toHaveValue('2500.00');
  expect(await productRow(db, product.name)).toMatchObject([{ price: '2500.00', version: 2 }]);
  await bisi.close();
});

test('ADM-PROD-08 a star that a colleague had set meanwhile says whose it was', { tag: '@desktop' }, async ({
  page,
  browser,
  db,
  stall,
}) => {
  const product = await stall.product();
  const bisi = await colleague(browser);
  await deafen(page);
  await atDesk(page, `/admin/products?search=${product.name.split(' ')[1]}`);
  const star = page.getByRole('button', { name: `Featured: ${product.name}` });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await bisi.call('PUT', `/products/${product.id}/featured`, { featured: true, shown: false });
  await star.click();
  await expectToast(page, `${product.name} is featured`);
  await expect(
    page.locator('[data-sonner-toast]').getByText(/It was not as your screen said: .+ had changed it on /),
  ).toBeVisible();
  expect((await productRow(db, product.name))[0]).toMatchObject({ featured: true, version: 2 });
  await bisi.close();
});

test('a form in which nothing was typed shows what a colleague saved', { tag: '@desktop' }, async ({
  page,
  browser,
  stall,
}) => {
  const product = await stall.product({ category: 'gele', price: 1000 });
  const bisi = await colleague(browser);
  await atDesk(page, `/admin/products/${product.id}`);
  const price = page.getByLabel('Price (NGN)');
  await expect(price).toHaveValue('1000.00');
  const seen = await bisi.call('GET', `/admin/products/${product.id}`);
  await bisi.call('PUT', `/products/${product.id}`, {
    ...seen,
    price: 2500,
    category: { id: seen.category.id },
  });
  await expect(price).toHaveValue('2500.00');
  await bisi.close();
});
