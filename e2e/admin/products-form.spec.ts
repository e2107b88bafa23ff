import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { jpeg } from './images.ts';
import {
  expect,
  expectAccessible,
  expectToast,
  failing,
  failingUntilPressed,
  holdRequests,
  namesOn,
  newWord,
  openAs,
  operation,
  productRow,
  test,
} from './products.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const image = { name: 'gele.png', mimeType: 'image/png', buffer: PNG };

const fields = (page: Page) => ({
  name: page.getByLabel('Name', { exact: true }),
  description: page.getByLabel('Description'),
  price: page.getByLabel('Price (NGN)'),
  category: page.getByLabel('Category', { exact: true }),
  newName: page.getByLabel('New category name'),
  isNew: page.getByLabel('Create new category'),
  featured: page.getByLabel('Featured product'),
  image: page.getByLabel('Choose an image'),
  create: page.getByRole('button', { name: 'Create Product' }),
  save: page.getByRole('button', { name: 'Save Changes' }),
});

async function fillIn(page: Page, name: string, price = '12500.50') {
  const form = fields(page);
  await form.name.fill(name);
  await form.description.fill('Indigo, dyed by hand.\nWashes cold.');
  await form.price.fill(price);
  await form.category.selectOption({ label: '\u2003Gele' });
  return form;
}

test('ADM-PROD-12 ADM-PROD-13 ADM-PROD-14 the form of a new product', async ({ page }) => {
  await openAs(page, '/admin/products/create');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create New Product');
  const { price, ...others } = fields(page);
  for (const field of [others.name, others.description, others.category, others.isNew, others.featured])
    await expect(field).toBeVisible();
  await expect(others.image).toBeAttached();
  await expect(price).toHaveAttribute('type', 'number');
  await expect(price).toHaveAttribute('min', '0');
  await expect(price).toHaveAttribute('step', '0.01');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to products' }).click();
  await expect(page).toHaveURL('/admin/products');
});

test('OPEN-15 OPEN-32 missing values are reported at their fields, and nothing is sent', {
  tag: '@desktop',
}, async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (operation('catalog/createProduct').test(request.url())) requests.push(request.url());
  });
  await openAs(page, '/admin/products/create');
  const form = fields(page);
  await form.create.click();
  await expect(page.getByRole('alert')).toHaveText([
    'Name is required',
    'Description is required',
    'Price is required',
    'Category is required',
  ]);
  await expect(form.name).toBeFocused();
  await expectAccessible(page);
  await form.isNew.check();
  await expect(form.newName).toBeFocused();
  await expect(page.getByRole('alert').last()).toHaveText('Category is required');
  await form.price.fill('-1');
  await expect(page.getByRole('alert').filter({ hasText: 'Price must be 0 or more' })).toBeVisible();
  await form.price.fill('0.001');
  await expect(page.getByRole('alert').filter({ hasText: 'Price has at most two decimals' })).toBeVisible();
  await form.price.fill('0.01');
  await expect(page.getByRole('alert').filter({ hasText: 'Price' })).toHaveCount(0);
  // A missing category alone would be below the fold on a phone.
  await form.name.fill('Boubou');
  await form.description.fill('Plain cotton.');
  await form.create.click();
  await expect(form.newName).toBeFocused();
  await form.isNew.uncheck();
  await form.create.click();
  await expect(form.category).toBeFocused();
  expect(requests).toEqual([]);
});

test('ADM-PROD-15 ADM-PROD-16 ERR-43 a product with a new category and an image is created', async ({
  page,
  db,
}) => {
  const [name, category] = [`Boubou ${newWord()}`, `Rail ${newWord()}`];
  await openAs(page, '/admin/products/create');
  const form = await fillIn(page, name);
  await form.isNew.check();
  await form.newName.fill(category);
  await form.featured.check();
  await form.image.setInputFiles(image);
  await expect(page.getByAltText('Preview of gele.png')).toBeVisible();
  await form.create.click();
  await expectToast(page, 'Product created successfully');
  await expect(page).toHaveURL('/admin/products');
  await expect(namesOn(page).first()).toHaveText(name);
  const [row] = await productRow(db, name);
  expect(row).toMatchObject({
    description: 'Indigo, dyed by hand.\nWashes cold.',
    price: '12500.50',
    featured: true,
    category,
    images: 1,
  });
  const folder = join(process.env.SHOP_DATA_DIR!, 'uploads', 'product-images', row.id);
  expect(await readdir(folder)).toHaveLength(1);
  await page.goto(`/products/${row.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  // Its file stays for 30 days, because the deletion can be undone.
  await openAs(page, `/admin/products?search=${name.split(' ')[1]}`);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Product deleted successfully');
  expect(await readdir(folder)).toHaveLength(1);
});

test('ADM-PROD-15 OPEN-63 a category is chosen, and 0 is a valid price', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  const name = `Gele ${newWord()}`;
  await openAs(page, '/admin/products/create');
  await fillIn(page, name, '0');
  await fields(page).create.click();
  await expectToast(page, 'Product created successfully');
  const rows = await productRow(db, name);
  expect(rows).toMatchObject([{ category: 'Gele', price: '0.00', featured: false, images: 0 }]);
});

test('a file that is not an image or too large is refused before it is sent', { tag: '@phone' }, async ({
  page,
}) => {
  await openAs(page, '/admin/products/create');
  const { image: chooser } = fields(page);
  await chooser.setInputFiles({ name: 'a.html', mimeType: 'text/html', buffer: Buffer.from('<p>') });
  await expect(page.getByRole('alert')).toHaveText('Please select an image file');
  await chooser.setInputFiles({ ...image, buffer: Buffer.alloc(5 * 1024 * 1024) });
  await expect(page.getByRole('alert')).toHaveText('Image size should be less than 5MB');
  const button = page.getByRole('button', { name: 'Choose an image' });
  await button.focus();
  await chooser.setInputFiles(image);
  await expect(page.getByRole('alert')).toHaveCount(0);
  const field = page.getByRole('group', { name: /^Image/ });
  await expect(field).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Remove image' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
});

test.describe('when a request fails', () => {
  test.use({ expectedErrors: [/status of (500|415|422|404|400)|net::ERR_|^Failed to upload image/] });

  test('ERR-36 ERR-46 a failed save keeps the typed text, and saving again creates one product', {
    tag: '@phone',
  }, async ({ page, db }) => {
    const name = `Boubou ${newWord()}`;
    await openAs(page, '/admin/products/create');
    const form = await fillIn(page, name);
    await page.route(operation('catalog/createProduct'), failing);
    await form.create.click();
    await expectToast(page, 'Failed to create product', 'Failed to submit form. Please try again.');
    await expect(form.name).toHaveValue(name);
    await page.unroute(operation('catalog/createProduct'));
    // The server saves, and the response is lost.
    await page.route(operation('catalog/createProduct'), async (route) => {
      await route.fetch();
      await route.abort();
    });
    await form.create.click();
    await expect.poll(() => productRow(db, name)).toHaveLength(1);
    await expect(form.create).not.toHaveAttribute('aria-busy');
    await page.unroute(operation('catalog/createProduct'));
    await form.price.fill('9000');
    await form.create.click();
    await expectToast(page, 'Product created successfully');
    const toasts = page.locator('[data-sonner-toast]');
    // Under the pointer none closes by its time: those of the failures are gone because of the success.
    await toasts.filter({ hasText: 'Product created successfully' }).hover();
    await expect(toasts.filter({ hasText: 'Failed' })).toHaveCount(0);
    expect(await productRow(db, name)).toMatchObject([{ price: '9000.00' }]);
  });

  test('ERR-59 OPEN-11 a product whose image cannot be stored is kept without it, and the fault is logged', {
    tag: '@desktop',
  }, async ({ page, db }) => {
    const name = `Boubou ${newWord()}`;
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    await openAs(page, '/admin/products/create');
    const form = await fillIn(page, name);
    const whole = await jpeg('gele.jpg', { restless: true });
    await form.image.setInputFiles({ ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length / 2) });
    await expect(page.getByAltText('Preview of gele.jpg')).toBeVisible();
    await form.create.click();
    await expectToast(
      page,
      'Failed to upload image',
      'This image cannot be opened. Please save it again, with at most 50 million pixels. The product is saved without it.',
    );
    await expectToast(page, 'Product created successfully');
    await expect(page).toHaveURL('/admin/products');
    expect(await productRow(db, name)).toMatchObject([{ price: '12500.50', images: 0 }]);
    expect(logged.filter((text) => text.startsWith('Failed to upload image'))).toHaveLength(1);
  });

  test('ERR-44 categories that fail to load can be reloaded', { tag: '@desktop' }, async ({ page }) => {
    await failingUntilPressed(page, 'catalog/listAllCategories');
    await openAs(page, '/admin/products/create');
    await expect(page.getByText('Failed to load categories')).toBeVisible();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Failed to load categories')).toBeHidden();
    await fields(page).category.selectOption({ label: '\u2003Gele' });
  });

  test('ERR-35 ERR-45 a product that fails to load can be reloaded', { tag: '@desktop' }, async ({
    page,
    seed,
  }) => {
    const product = await seed.product();
    await failingUntilPressed(page, 'catalog/getForAdmin');
    await openAs(page, `/admin/products/${product.id}`);
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load product data' });
    await expect(failure).toContainText('Failed to fetch product details');
    await failure.getByRole('button', { name: 'Try Again' }).click();
    await expect(fields(page).name).toHaveValue(product.name);
  });

  test('ADM-PROD-19 an unknown product shows a message and the list', { tag: '@desktop' }, async ({
    page,
  }) => {
    for (const id of ['0193b3a4-0000-7000-8000-000000000000', 'agbada']) {
      await openAs(page, `/admin/products/${id}`);
      await expectToast(page, 'Product not found');
      await expect(page).toHaveURL('/admin/products');
    }
  });

  test('a product deleted while it is edited keeps the typed text', { tag: '@desktop' }, async ({
    page,
    db,
    seed,
  }) => {
    const product = await seed.product({ category: 'gele' });
    await openAs(page, `/admin/products/${product.id}`);
    const form = fields(page);
    await form.description.fill('Typed for minutes.');
    await db.query('DELETE FROM products WHERE id = $1', [product.id]);
    await form.save.click();
    await expectToast(page, 'Product not found');
    await expect(form.description).toHaveValue('Typed for minutes.');
    await expect(page).toHaveURL(`/admin/products/${product.id}`);
  });
});

test('ADM-PROD-17 ADM-PROD-18 ERR-43 the edit form shows the product and saves it', {
  tag: '@desktop',
}, async ({ page, db, seed }) => {
  const product = await seed.product({ price: 1500, category: 'gele', featured: true });
  await openAs(page, `/admin/products/${product.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Product');
  await expect(page.getByRole('tab')).toHaveText(['Product Details', 'Product Images']);
  const form = fields(page);
  await expect(form.name).toHaveValue(product.name);
  await expect(form.price).toHaveValue('1500.00');
  await expect(form.category.locator('option:checked')).toHaveText(/Gele/);
  await expect(form.featured).toBeChecked();
  await expect(form.image).toHaveCount(0);
  await expectAccessible(page);
  const name = `Damask ${newWord()}`;
  await fillIn(page, name, '1750.25');
  await form.featured.uncheck();
  await page.getByRole('tab', { name: 'Product Images' }).click();
  await expect(page).toHaveURL(`/admin/products/${product.id}?tab=images`);
  await page.getByRole('tab', { name: 'Product Details' }).click();
  const release = await holdRequests(page, 'catalog/updateProduct');
  await form.save.click();
  await expect(form.save).toHaveAttribute('aria-busy', 'true');
  release();
  await expectToast(page, 'Product updated successfully');
  await expect(form.name).toHaveValue(name);
  expect(await productRow(db, name)).toMatchObject([
    { id: product.id, price: '1750.25', featured: false, version: 2, category: 'Gele' },
  ]);
});

test('leaving unsaved changes asks first, and after saving it does not', { tag: '@desktop' }, async ({
  page,
  seed,
}) => {
  const product = await seed.product({ category: 'gele' });
  await openAs(page, `/admin/products/${product.id}`);
  const form = fields(page);
  await form.description.fill('Nearly lost.');
  const back = page.getByRole('link', { name: 'Back to products' });
  await back.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Leave without saving?');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(form.description).toHaveValue('Nearly lost.');
  await form.save.click();
  await expectToast(page, 'Product updated successfully');
  await back.click();
  await expect(page).toHaveURL('/admin/products');
});
