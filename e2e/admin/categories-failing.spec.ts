import {
  addCategoryChain,
  busy,
  categoryRow,
  expect,
  expectToast,
  holdRequests,
  newWord,
  open,
  operation,
  photo,
  test,
} from './categories.ts';

// Console errors that the browser writes for a 503.
test.use({ expectedErrors: [/status of 503/] });

test('ERR-28 a failed save shows an error and keeps the typed text', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  const [top] = await addCategoryChain(db, 'Cloth', 'Lace');
  for (const path of ['create', 'update', 'delete'])
    await page.route(operation(`catalog/${path}Category`), busy);
  await open(page, '/admin/categories');

  await page.getByRole('button', { name: 'Add Category' }).click();
  await page.getByLabel('Name').fill('Not to be zq');
  await page.getByRole('button', { name: 'Create Category' }).click();
  await expectToast(page, 'Failed to create category');
  await expect(page.getByLabel('Name')).toHaveValue('Not to be zq');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();

  await page.getByRole('button', { name: `Edit ${top!.name}`, exact: true }).click();
  await page.getByLabel('Name').fill('Nor this zq');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Failed to update category');
  await expect(page.getByLabel('Name')).toHaveValue('Nor this zq');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();

  await page.getByRole('button', { name: `Delete ${top!.name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Failed to delete category');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect(await categoryRow(db, top!.name)).toMatchObject({ version: 1, is_active: true });
});

test('ERR-28 a switch, an image and an order that cannot be saved show an error and stay as they were', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const [top, below] = await addCategoryChain(db, 'Cloth', 'Lace');
  for (const name of ['setCategoryActive', 'updateCategoryImage', 'reorderCategories']) {
    await page.route(operation(`catalog/${name}`), busy);
  }
  await open(page, '/admin/categories');
  const isActive = page.getByRole('switch', { name: `${below!.name} is active` });
  await isActive.click();
  await expectToast(page, 'Failed to update category status');
  await expect(isActive).toBeChecked();

  const order = () =>
    page.getByRole('button', { name: /^Edit / }).evaluateAll((all) => all.map((one) => one.ariaLabel));
  const before = await order();
  await page.getByRole('button', { name: `Move ${top!.name} up` }).click();
  await expectToast(page, 'Failed to update category order');
  expect(await order()).toEqual(before);

  await page.getByRole('button', { name: `Edit ${below!.name}` }).click();
  await page.locator('input[type=file]').setInputFiles(await photo());
  await expectToast(page, 'Failed to update category image');
  expect((await categoryRow(db, below!.name)).image_url).toBeNull();
});

test('ADM-CAT-02 a form is sent once, however often it is pressed', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  const name = `Cloth ${newWord()}`;
  await open(page, '/admin/categories');
  const release = await holdRequests(page, 'catalog/createCategory');
  await page.getByRole('button', { name: 'Add Category' }).click();
  await page.getByLabel('Name').fill(name);
  for (let press = 0; press < 3; press++) await page.getByLabel('Name').press('Enter');
  await expect(page.getByRole('button', { name: 'Create Category' })).toHaveAttribute('aria-busy', 'true');
  release();
  await expectToast(page, 'Category created successfully');
  const { rows } = await db.query('SELECT id FROM categories WHERE name = $1', [name]);
  expect(rows).toHaveLength(1);
});
