import {
  addCategoryChain,
  categoryRow,
  expect,
  expectAccessible,
  expectToast,
  holdRequests,
  newWord,
  notAnImage,
  open,
  photo,
  test,
} from './categories.ts';

// Console errors that the browser writes for a name conflict.
test.use({ expectedErrors: [/status of 409/] });

const dialog = 'dialog';

test('ADM-CAT-01 RULES-27 categories are shown as a tree, children below their parent', async ({
  page,
  db,
}) => {
  const [top, middle, leaf] = await addCategoryChain(db, 'Cloth', 'Lace', 'Swiss');
  await open(page, '/admin/categories');
  const below = page.getByRole('list', { name: `Subcategories of ${top!.name}` });
  await expect(below.getByText(middle!.name, { exact: true })).toBeVisible();
  await expect(
    below.getByRole('list', { name: `Subcategories of ${middle!.name}` }).getByText(leaf!.name),
  ).toBeVisible();
  await expectAccessible(page);
  const fold = page.getByRole('button', { name: `1 subcategory of ${top!.name}` });
  await fold.click();
  await expect(below).toHaveCount(0);
  // Also after reopening the page.
  await open(page, '/admin/categories');
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(below).toHaveCount(0);
});

test('ADM-CAT-02 ADM-CAT-08 ERR-30 a category with a name is added below another', async ({
  page,
  db,
  request,
}) => {
  const [top] = await addCategoryChain(db, 'Cloth');
  const name = `Adire Eleko ${newWord()}`;
  await open(page, '/admin/categories');
  await page.getByRole('button', { name: 'Add Category' }).click();
  const form = page.getByRole(dialog);
  await form.getByRole('button', { name: 'Create Category' }).click();
  await expect(form.getByRole('alert')).toHaveText('Name is required');
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill(`  ${name} `);
  await form.getByLabel('Parent category').selectOption({ label: top!.name });
  await form.getByLabel('Description').fill('Starched with cassava.');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create Category' }).click();
  await expectToast(page, 'Category created successfully');
  await expect(page.getByRole('list', { name: `Subcategories of ${top!.name}` })).toContainText(name);
  expect(await categoryRow(db, name)).toMatchObject({
    slug: name.toLowerCase().replaceAll(' ', '-'),
    parent_id: top!.id,
    description: 'Starched with cassava.',
    is_active: true,
  });
  // The shop shows it at the next request.
  const { slug } = await categoryRow(db, name);
  expect(await (await request.get(`/products?category=${slug}`)).text()).toContain(name);
});

test('OPEN-56 a duplicate category name is refused at its field', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  const [taken] = await addCategoryChain(db, 'Cloth');
  await open(page, '/admin/categories');
  await page.getByRole('button', { name: 'Add Category' }).click();
  await page.getByLabel('Name').fill(taken!.name.toUpperCase());
  await page.getByRole('button', { name: 'Create Category' }).click();
  await expect(page.getByRole(dialog).getByRole('alert')).toHaveText('Name is already in use.');
  await expect(page.getByLabel('Name')).toHaveValue(taken!.name.toUpperCase());
});

test('ADM-CAT-03 ADM-CAT-09 OPEN-59 a category is edited; neither itself nor a descendant is offered as parent', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const [top, middle, leaf] = await addCategoryChain(db, 'Cloth', 'Lace', 'Swiss');
  await open(page, '/admin/categories');
  await page.getByRole('button', { name: `Edit ${middle!.name}`, exact: true }).click();
  const form = page.getByRole(dialog);
  const parent = form.getByLabel('Parent category');
  await expect(parent).toBeVisible();
  const parents = await parent.locator('option').allTextContents();
  expect(parents.map((text) => text.trim())).toContain(top!.name);
  for (const { name } of [middle!, leaf!]) expect(parents.join()).not.toContain(name);
  await form.getByLabel('Name').fill(`${middle!.name} anew`);
  await parent.selectOption({ label: 'None: on the top level' });
  await form.getByRole('switch').click();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Category updated successfully');
  await expect(page.getByText(`Hidden with ${middle!.name} anew`)).toBeVisible();
  expect(await categoryRow(db, `${middle!.name} anew`)).toMatchObject({ parent_id: null, is_active: false });
});

test('ADM-CAT-04 ADM-CAT-05 OPEN-58 deletion asks first, lists what is deleted and what stays, and runs when confirmed', {
  tag: '@phone',
}, async ({ page, db, seed }) => {
  const [top, middle] = await addCategoryChain(db, 'Cloth', 'Lace', 'Swiss');
  const slug = (await categoryRow(db, middle!.name)).slug;
  const product = await seed.product({ category: slug });
  await open(page, '/admin/categories');
  const remove = page.getByRole('button', { name: `Delete ${top!.name}` });
  await remove.click();
  const confirmation = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(confirmation).toContainText(
    `This permanently deletes “${top!.name}” and all of its subcategories (2). 1 product stays in the shop without a category. This action cannot be undone.`,
  );
  await expectAccessible(page);
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();
  expect(await categoryRow(db, top!.name)).toBeDefined();
  await remove.click();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expectToast(
    page,
    'Category deleted successfully',
    '2 subcategories went with it. 1 product has no category now.',
  );
  await expect(page.getByText(top!.name)).toHaveCount(0);
  const { rows } = await db.query('SELECT name FROM categories WHERE id = ANY ($1)', [[top!.id, middle!.id]]);
  expect(rows).toEqual([]);
  const { rows: remaining } = await db.query('SELECT category_id FROM products WHERE id = $1', [product.id]);
  expect(remaining).toEqual([{ category_id: null }]);
  await expect(page.getByRole('link', { name: /has no category|have no category/ })).toBeVisible();
});

test('ADM-CAT-06 ERR-31 the switch shows and hides a category, and reports a concurrent change', {
  tag: '@desktop',
}, async ({ page, db, otherAdmin }) => {
  const [top] = await addCategoryChain(db, 'Cloth');
  await open(page, '/admin/categories');
  const isActive = page.getByRole('switch', { name: `${top!.name} is active` });
  await isActive.click();
  await expectToast(page, 'Category deactivated successfully');
  await expect(isActive).not.toBeChecked();
  expect((await categoryRow(db, top!.name)).is_active).toBe(false);
  await isActive.click();
  await expectToast(page, 'Category activated successfully');
  expect((await categoryRow(db, top!.name)).is_active).toBe(true);

  const release = await holdRequests(page, 'catalog/setCategoryActive');
  await isActive.click();
  await expect(isActive).toHaveAttribute('aria-busy', 'true');
  const other = await otherAdmin('/admin/categories');
  await other.getByRole('switch', { name: `${top!.name} is active` }).click();
  await expectToast(other, 'Category deactivated successfully');
  release();
  await expectToast(
    page,
    'Category deactivated successfully',
    /It was not as your screen said: .+ had switched it\./,
  );
});

test('ADM-CAT-10 ADM-CAT-11 ERR-32 an existing category gets an image', { tag: '@phone' }, async ({
  page,
  db,
  request,
}) => {
  const [top] = await addCategoryChain(db, 'Cloth');
  await open(page, '/admin/categories');
  await page.getByRole('button', { name: 'Add Category' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('input[type=file]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Edit ${top!.name}` }).click();
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ ...notAnImage, mimeType: 'text/html' });
  await expect(page.getByRole('alert')).toHaveText('Please select an image file');

  const release = await holdRequests(page, 'catalog/updateCategoryImage');
  await file.setInputFiles(await photo());
  await expect(page.getByRole('progressbar', { name: `Sending the image of ${top!.name}` })).toBeVisible();
  release();
  await expectToast(page, 'Category image updated successfully');
  await expect(page.getByRole('img', { name: `Image of ${top!.name}` })).toBeVisible();
  const { image_url, version } = await categoryRow(db, top!.name);
  expect(image_url).toMatch(new RegExp(`^/uploads/category-images/${top!.id}-[0-9a-f-]{36}\\.jpg$`));
  expect((await request.get(image_url)).status()).toBe(200);
  expect(version).toBe(1);
});
