import { expect, newWord, test } from './browsing.ts';

test.use({ javaScriptEnabled: false });

test('LIST-01 LIST-04 LIST-08 the list, its chips and its pages can be linked through without JavaScript', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/products');
  await expect(page.locator('main article')).toHaveCount(12);
  await expect(page.locator('main article').first()).toContainText(/₦[\d,]+\.\d{2}/);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/products?page=2');
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'Shoes', exact: true })
    .click();
  await expect(page).toHaveURL('/products?category=shoes');
  await expect(page.getByText('7 items in Shoes')).toBeVisible();
});

test('LIST-02 LIST-03 LIST-07 search and order are a plain form without JavaScript', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const word = newWord();
  await seed.product({ name: `${word} dear`, price: 900, category: 'fila' });
  await seed.product({ name: `${word} cheap`, price: 100, category: 'fila' });
  await seed.product({ name: `${word} elsewhere`, price: 50, category: 'gele' });
  await page.goto('/products?category=fila');
  await page.getByLabel('Search products').fill(word);
  await page.getByLabel('Sort by').selectOption('price-low');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/category=fila/);
  await expect(page).toHaveURL(new RegExp(`search=${word}`));
  await expect(page.locator('main article h3')).toHaveText([`${word} cheap`, `${word} dear`]);
  await expect(page.getByText(`2 items in Fila matching "${word}"`)).toBeVisible();
  await page.getByLabel('Search products').press('Enter');
  await expect(page.getByLabel('Sort by')).toHaveValue('price-low');
});

test('SEARCH-02 a search without a chosen order is sorted by the best match, also without JavaScript', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const word = newWord();
  await seed.product({ name: `${word} in its name` });
  await seed.product({ name: 'Featured one', description: `Goes with ${word}.`, featured: true });
  await page.goto('/products');
  await page.getByLabel('Search products').fill(word);
  await page.getByRole('button', { name: 'Show' }).click();
  const names = page.locator('main article h3');
  await expect(names).toHaveText([`${word} in its name`, 'Featured one']);
  await expect(page.getByLabel('Sort by').locator('option:checked')).toHaveText('Best match');
  await page.getByLabel('Sort by').selectOption('Featured');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(names).toHaveText(['Featured one', `${word} in its name`]);
  await expect(page.getByLabel('Sort by').locator('option:checked')).toHaveText('Featured');
});

test('DETAIL-01 DETAIL-02 OPEN-55 a product page is readable and its links work without JavaScript', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const { path, name } = await seed.product({
    images: 3,
    category: 'fila',
    price: 4200,
    description: 'First.\n\nSecond.',
  });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('₦4,200.00', { exact: true })).toBeVisible();
  await expect(page.getByText('Second.', { exact: true })).toBeVisible();
  for (const place of [1, 2, 3])
    await expect(page.getByAltText(`${name}, image ${place} of 3`)).toBeAttached();
  await expect(page.getByRole('heading', { name: 'You may also like' })).toBeVisible();
  await page.locator('main article h3 a').first().click();
  await expect(page).toHaveURL(/\/products\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(name);
  await page
    .locator('main')
    .getByRole('link', { name: 'Fila', exact: true })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page).toHaveURL('/products?category=fila');
});

test('DETAIL-09 LIST-06 LAYOUT-12 promotions are shown and linked without JavaScript', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const { code } = await seed.promotion({ percent: 50 });
  const { name, path } = await seed.product({ price: 1000, promotion: code });
  await page.goto(`/products?promotion=${code}`);
  await expect(page.locator('main article')).toContainText('₦500.00');
  await page.locator('main article').getByRole('link', { name }).click();
  await expect(page).toHaveURL(`${path}?promotion=${code}`);
  await expect(page.getByText('₦500.00', { exact: true })).toBeVisible();
  await page.getByRole('complementary', { name: 'Promotion' }).getByRole('link').click();
  await expect(page).toHaveURL(/\/products\?promotion=/);
});

test('CART-01 PERM-01 the cart says what it needs when there is no JavaScript', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/wishlist');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart');
  await expect(page.getByText(/needs JavaScript to be shown/)).toBeVisible();
  await expect(page.getByText('Opening your cart')).toBeHidden();
});
