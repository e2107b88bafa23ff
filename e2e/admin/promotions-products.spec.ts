import {
  busy,
  choose,
  expect,
  expectAccessible,
  newPromotion,
  newWord,
  operation,
  test,
} from './promotions.ts';

const LIST = operation('catalog/listInPromotion');
const ASSIGN = operation('catalog/assignProducts');

test('ADM-PROMO-14 ADM-PROMO-15 View Products lists exactly the promotion’s products', async ({
  page,
  seed,
}) => {
  const { name } = newPromotion();
  const { code } = await seed.promotion({ name, percent: 25 });
  const word = newWord();
  const robe = await seed.product({
    name: `Robe ${word}`,
    price: 20_000,
    category: 'agbada',
    promotion: code,
  });
  const cap = await seed.product({ name: `Cap ${word}`, promotion: code });
  await seed.product({ name: `Fan ${word}` });
  await choose(page, { name, code }, 'View Products');
  const dialog = page.getByRole('dialog', { name: 'Products in Promotion' });
  await expect(dialog.getByRole('columnheader')).toHaveText(['Name', 'Category', 'Price', 'Actions']);
  const rows = dialog.locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText(cap.name);
  await expect(rows.nth(1)).toContainText(robe.name);
  for (const text of ['Agbada', '₦20,000.00', '₦15,000.00']) await expect(rows.nth(1)).toContainText(text);
  await expect(rows.getByRole('button', { name: 'Remove' })).toHaveCount(2);
  await expect(dialog).toContainText('2 products');
  await expectAccessible(page);
});

test('ADM-PROMO-16 OPEN-66 without products an empty state is shown; with more than ten there are pages', {
  tag: '@desktop',
}, async ({ page, seed, db }) => {
  const { name } = newPromotion();
  const { id, code } = await seed.promotion({ name });
  await choose(page, { name, code }, 'View Products');
  const dialog = page.getByRole('dialog', { name: 'Products in Promotion' });
  await expect(dialog.getByText('No products found for this promotion.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const word = newWord();
  await db.query(
    `INSERT INTO products (id, name, description, price, promotion_id)
     SELECT gen_random_uuid(), $1 || ' ' || n, '', 100, $2 FROM generate_series(10, 21) n`,
    [word, id],
  );
  try {
    await choose(page, { name, code }, 'View Products');
    await expect(dialog.locator('tbody tr')).toHaveCount(10);
    await dialog.getByRole('button', { name: 'Page 2' }).click();
    await expect(dialog.locator('tbody tr')).toHaveCount(2);
    await expect(dialog.locator('tbody tr').last()).toContainText(`${word} 21`);
  } finally {
    await db.query('DELETE FROM products WHERE name LIKE $1', [`${word}%`]);
  }
});

test('ADM-PROMO-17 ADM-PROMO-18 ADM-PROMO-19 a product is removed after a confirmation', {
  tag: '@phone',
}, async ({ page, seed, db }) => {
  const { name } = newPromotion();
  const { id, code } = await seed.promotion({ name });
  const product = await seed.product({ promotion: code });
  const stored = async () =>
    (await db.query('SELECT promotion_id FROM products WHERE id = $1', [product.id])).rows[0].promotion_id;
  await choose(page, { name, code }, 'View Products');
  const dialog = page.getByRole('dialog', { name: 'Products in Promotion' });
  await dialog.getByRole('button', { name: `Remove ${product.name}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove Product?' });
  await expect(question.getByRole('button')).toHaveText(['Cancel', 'Remove']);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect(await stored()).toBe(id);

  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(ASSIGN, async (route) => {
    await held;
    await route.continue();
  });
  await dialog.getByRole('button', { name: `Remove ${product.name}` }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(question.getByRole('button', { name: 'Removing...' })).toBeVisible();
  answer();
  await expect(question).toBeHidden();
  await expect(dialog.getByText('No products found for this promotion.')).toBeVisible();
  expect(await stored()).toBeNull();
});

test.describe('when a request fails', () => {
  test.use({ expectedErrors: [/status of 503/] });

  test('ERR-54 a failed removal shows an error, and the row stays', { tag: '@desktop' }, async ({
    page,
    seed,
    db,
  }) => {
    const { name } = newPromotion();
    const { id, code } = await seed.promotion({ name });
    const product = await seed.product({ promotion: code });
    await page.route(ASSIGN, busy);
    await choose(page, { name, code }, 'View Products');
    const dialog = page.getByRole('dialog', { name: 'Products in Promotion' });
    await dialog.getByRole('button', { name: `Remove ${product.name}` }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove Product?' });
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Failed to remove product from promotion')).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.locator('tbody tr')).toContainText(product.name);
    const { rows } = await db.query('SELECT promotion_id FROM products WHERE id = $1', [product.id]);
    expect(rows).toEqual([{ promotion_id: id }]);
  });

  test('ERR-52 a product list that fails shows a red error, and Try Again loads it', {
    tag: '@desktop',
  }, async ({ page, seed }) => {
    const { name } = newPromotion();
    const { code } = await seed.promotion({ name });
    const product = await seed.product({ promotion: code });
    let isDown = true;
    await page.route(LIST, (route) => (isDown ? busy(route) : route.continue()));
    await choose(page, { name, code }, 'View Products');
    const dialog = page.getByRole('dialog', { name: 'Products in Promotion' });
    const alert = dialog.getByRole('alert').getByText('The shop is busy. Please try again.');
    await expect(alert).toBeVisible({ timeout: 15_000 });
    expect(await alert.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(152, 35, 31)');
    await expect(dialog.getByText('No products found')).toBeHidden();
    isDown = false;
    await dialog.getByRole('button', { name: 'Try Again' }).click();
    await expect(dialog.locator('tbody tr')).toContainText(product.name);
  });
});
