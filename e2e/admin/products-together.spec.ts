import type { Browser, Page } from '@playwright/test';
import { ACCOUNTS, PASSWORD } from '../journey.ts';
import { expect, expectAccessible, expectToast, openAs, productRow, test } from './products.ts';

/** Another admin who calls the API without a screen. */
async function otherAdmin(browser: Browser) {
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

/** Blocks live events on this page, as a dropped connection does. */
const blockEvents = (page: Page) => page.route('**/api/events*', (route) => route.abort());

test.use({ expectedErrors: [/status of 409|net::ERR_|EventSource/] });

test('saving over a newer version shows who changed what, and merges both changes', {
  tag: '@phone',
}, async ({ page, browser, db, seed }) => {
  const product = await seed.product({ category: 'gele', price: 1000 });
  const bisi = await otherAdmin(browser);
  await blockEvents(page);
  await openAs(page, `/admin/products/${product.id}`);
  const [price, description] = [page.getByLabel('Price (NGN)'), page.getByLabel('Description')];
  await description.fill('Typed here.');
  const seen = await bisi.call('GET', `/admin/products/${product.id}`);
  await bisi.call('PUT', `/admin/products/${product.id}`, {
    ...seen,
    price: 2500,
    category: { id: seen.category.id },
  });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(/\S+ changed this/);
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

test('one of two prices is chosen', { tag: '@desktop' }, async ({ page, browser, db, seed }) => {
  const product = await seed.product({ category: 'gele', price: 1000 });
  const bisi = await otherAdmin(browser);
  await blockEvents(page);
  await openAs(page, `/admin/products/${product.id}`);
  const [price, description] = [page.getByLabel('Price (NGN)'), page.getByLabel('Description')];
  await price.fill('3000');
  await description.fill('Typed here.');
  const seen = await bisi.call('GET', `/admin/products/${product.id}`);
  await bisi.call('PUT', `/admin/products/${product.id}`, {
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
  // Nobody else changed it.
  await expect(description).toHaveValue('Typed here.');
  expect(await productRow(db, product.name)).toMatchObject([{ price: '2500.00', version: 2 }]);
  await bisi.close();
});

test('ADM-PROD-08 a featured flag that another admin has changed names that admin', {
  tag: '@desktop',
}, async ({ page, browser, db, seed }) => {
  const product = await seed.product();
  const bisi = await otherAdmin(browser);
  await blockEvents(page);
  await openAs(page, `/admin/products?search=${product.name.split(' ')[1]}`);
  const star = page.getByRole('button', { name: `Featured: ${product.name}` });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await bisi.call('PUT', `/admin/products/${product.id}/featured`, { featured: true, shown: false });
  await star.click();
  await expectToast(page, `${product.name} is featured`);
  await expect(
    page.locator('[data-sonner-toast]').getByText(/It was not as your screen said: .+ had changed it on /),
  ).toBeVisible();
  expect((await productRow(db, product.name))[0]).toMatchObject({ featured: true, version: 2 });
  await bisi.close();
});

test('an unchanged form shows what another admin saved', { tag: '@desktop' }, async ({
  page,
  browser,
  seed,
}) => {
  const product = await seed.product({ category: 'gele', price: 1000 });
  const bisi = await otherAdmin(browser);
  await openAs(page, `/admin/products/${product.id}`);
  const price = page.getByLabel('Price (NGN)');
  await expect(price).toHaveValue('1000.00');
  const seen = await bisi.call('GET', `/admin/products/${product.id}`);
  await bisi.call('PUT', `/admin/products/${product.id}`, {
    ...seen,
    price: 2500,
    category: { id: seen.category.id },
  });
  await expect(price).toHaveValue('2500.00');
  await bisi.close();
});
