import {
  addNumberedProducts,
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
  rowOf,
  test,
} from './products.ts';

test('ADM-PROD-01 ADM-PROD-02 ADM-PROD-03 the screen and its links', async ({ page }) => {
  await openAs(page, '/admin/products');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product Catalog Management');
  await expect(page.getByRole('tab')).toHaveText(['Product List', 'Bulk Upload']);
  await expect(namesOn(page)).toHaveCount(10);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New Product' }).click();
  await expect(page).toHaveURL('/admin/products/create');
});

test('ADM-PROD-04 ADM-PROD-06 OPEN-65 a search matches name and description, and shows the number of results', {
  tag: '@desktop',
}, async ({ page, db, seed }) => {
  const [word, other] = [newWord(), newWord()];
  await seed.product({ name: `Gèlè ${word}` });
  await seed.product({ name: `Fìlà ${newWord()}`, description: `Woven in ${word}, by hand.` });
  await seed.product({ name: `Bùbá ${other}` });
  const all = (await db.query('SELECT count(*)::int AS n FROM products')).rows[0].n;
  await openAs(page, '/admin/products');
  await expect(page.getByText(`Showing ${all} of ${all} products`)).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Search by name or description' });
  await box.fill(word.toUpperCase());
  await expect(page.getByText(`Showing 2 of ${all} products`)).toBeVisible();
  // A name before a description, although that product is newer.
  await expect(namesOn(page)).toHaveText([/^Gèlè/, /^Fìlà/]);
  await expect(page).toHaveURL(`/admin/products?search=${word.toUpperCase()}`);
  await box.fill(newWord());
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await expect(page.getByText(`Showing 0 of ${all} products`)).toBeVisible();
  await page.getByRole('link', { name: 'Show all products' }).click();
  await expect(box).toHaveValue('');
  await expect(namesOn(page)).toHaveCount(10);
});

test('ADM-PROD-05 OPEN-56 OPEN-58 chips of the whole tree filter the list', { tag: '@desktop' }, async ({
  page,
  db,
  seed,
}) => {
  const hidden = await seed.category({ active: false });
  const below = await seed.category({ parent: hidden.slug });
  const lost = await seed.product();
  const found = await seed.product({ category: below.slug });
  const { rows } = await db.query(
    'SELECT name FROM categories WHERE parent_id IS NULL ORDER BY display_order, name',
  );
  await openAs(page, '/admin/products');
  const chips = page.getByRole('navigation', { name: 'Categories' });
  await expect(chips.getByRole('link')).toHaveText(['All', ...rows.map(({ name }) => name), 'No category']);
  await chips.getByRole('link', { name: hidden.name }).click();
  await expect(namesOn(page)).toHaveText([found.name]);
  await chips.getByRole('link', { name: below.name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`category=${below.slug}$`));
  await expect(namesOn(page)).toHaveText([found.name]);
  await chips.getByRole('link', { name: 'No category' }).click();
  await expect(namesOn(page).first()).toHaveText(lost.name);
  await expect(namesOn(page).filter({ hasText: found.name })).toHaveCount(0);
  await page.goBack();
  await expect(namesOn(page)).toHaveText([found.name]);
  await chips.getByRole('link', { name: 'All' }).click();
  await expect(namesOn(page)).toHaveCount(10);
});

test('OPEN-56 with many categories the tree stays usable', { tag: '@desktop' }, async ({ page, db }) => {
  const word = newWord();
  await db.query(
    `INSERT INTO categories (id, name, slug, display_order)
     SELECT gen_random_uuid(), 'Rail ' || n || ' ' || $1, 'rail-' || n || '-' || $1, 100 + n FROM generate_series(1, 40) n`,
    [word],
  );
  await openAs(page, '/admin/products');
  const chips = page.getByRole('navigation', { name: 'Categories' });
  await expect(chips.getByText(`Rail 40 ${word}`)).toHaveCount(0);
  await chips.getByRole('button', { name: /^\d+ more categories$/ }).click();
  await chips.getByRole('link', { name: `Rail 40 ${word}` }).click();
  await expect(page).toHaveURL(new RegExp(`category=rail-40-${word}$`));
  await page.reload();
  await expect(chips.getByRole('link', { name: `Rail 40 ${word}` })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('ADM-PROD-07 CONST-01 a row shows name, category and price', { tag: '@desktop' }, async ({
  page,
  seed,
}) => {
  const product = await seed.product({ price: 1234567.5, category: 'gele' });
  await openAs(page, `/admin/products?search=${product.name.split(' ')[1]}`);
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Category', 'Price', 'Actions']);
  const row = rowOf(page, product.name);
  await expect(row.getByText('Gele', { exact: true }).filter({ visible: true })).toHaveCount(1);
  await expect(row.getByText('₦1,234,567.50', { exact: true }).filter({ visible: true })).toHaveCount(1);
  await expect(row.locator('img')).toHaveJSProperty('complete', true);
});

test('ADM-PROD-08 the star toggles featured, once however often it is pressed', { tag: '@desktop' }, async ({
  page,
  db,
  seed,
}) => {
  const product = await seed.product();
  await openAs(page, `/admin/products?search=${product.name.split(' ')[1]}`);
  const star = page.getByRole('button', { name: `Featured: ${product.name}` });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  const release = await holdRequests(page, 'catalog/setFeatured');
  await star.click();
  await expect(star).toHaveAttribute('aria-busy', 'true');
  await star.click();
  release();
  await expectToast(page, `${product.name} is featured`);
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  expect((await productRow(db, product.name))[0]).toMatchObject({ featured: true, version: 2 });
  await star.press('Space');
  await expectToast(page, `${product.name} is no longer featured`);
  expect((await productRow(db, product.name))[0].featured).toBe(false);
});

test('ADM-PROD-09 Edit opens the product, and the back link returns to the list as it was', {
  tag: '@desktop',
}, async ({ page, seed }) => {
  const product = await seed.product();
  const list = `/admin/products?search=${product.name.split(' ')[1]}`;
  await openAs(page, list);
  await page.getByRole('link', { name: `Edit ${product.name}` }).click();
  await expect(page).toHaveURL(`/admin/products/${product.id}`);
  await page.getByRole('link', { name: 'Back to products' }).click();
  await expect(page).toHaveURL(list);
  await expect(namesOn(page)).toHaveText([product.name]);
});

test('ADM-PROD-10 deletion asks first and runs only when confirmed', { tag: '@phone' }, async ({
  page,
  db,
  seed,
}) => {
  const product = await seed.product();
  await openAs(page, `/admin/products?search=${product.name.split(' ')[1]}`);
  const ask = page.getByRole('button', { name: `Delete ${product.name}` });
  await ask.click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Are you sure you want to delete this product?');
  // HIST-09
  await expect(dialog).toContainText('The history can undo it.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(ask).toBeFocused();
  expect(await productRow(db, product.name)).toHaveLength(1);
  await ask.click();
  const answer = await holdRequests(page, 'catalog/listForAdmin');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Product deleted successfully');
  // A second press would find no product, as if another had deleted it.
  await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  // Not above the navigation.
  await expect(page.locator('#main')).toBeFocused();
  expect(await productRow(db, product.name)).toEqual([]);
});

test.describe('when a request fails', () => {
  test.use({ expectedErrors: [/status of 500/] });

  test('ERR-36 a failed switch and a failed deletion show errors and change nothing', {
    tag: '@desktop',
  }, async ({ page, db, seed }) => {
    const product = await seed.product();
    await openAs(page, `/admin/products?search=${product.name.split(' ')[1]}`);
    await page.route(operation('catalog/(setFeatured|deleteProduct)'), failing);
    const star = page.getByRole('button', { name: `Featured: ${product.name}` });
    await star.click();
    await expectToast(page, 'Failed to update product featured status');
    await expect(star).toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('button', { name: `Delete ${product.name}` }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Failed to delete product');
    await expect(dialog).toBeVisible();
    expect((await productRow(db, product.name))[0]).toMatchObject({ featured: false, version: 1 });
  });

  test('ERR-35 a list that fails to load is not shown as empty; rows already shown stay', {
    tag: '@desktop',
  }, async ({ page }) => {
    await failingUntilPressed(page, 'catalog/listForAdmin');
    await openAs(page, '/admin/products');
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to fetch products' });
    await expect(failure).toBeVisible();
    await expect(page.getByText('No products found')).toHaveCount(0);
    await failure.getByRole('button', { name: 'Try Again' }).click();
    await expect(namesOn(page)).toHaveCount(10);
    await expect(failure).toBeHidden();
    await page.route(operation('catalog/listForAdmin'), failing);
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(failure).toBeVisible();
    await expect(namesOn(page)).toHaveCount(10);
  });
});

test('ADM-PROD-11 CONST-03 CONST-05 pages of ten, with ellipses where numbers are left out', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const word = await addNumberedProducts(db, 100);
  await openAs(page, `/admin/products?search=${word}&page=5`);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByRole('listitem', { includeHidden: true })).toHaveText(
    ['', '1', '…', '4', '5', '6', '…', '10', ''],
    { useInnerText: true },
  );
  await expect(namesOn(page).first()).toHaveText(`${word} 060`);
  await pages.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(`/admin/products?search=${word}&page=6`);
  await expect(namesOn(page)).toHaveCount(10);
  await expect(namesOn(page).first()).toHaveText(`${word} 050`);
  await pages.getByRole('link', { name: 'Previous page' }).click();
  await expect(namesOn(page).first()).toHaveText(`${word} 060`);
  const five = await addNumberedProducts(db, 50);
  await page.getByRole('searchbox').fill(five);
  await expect(pages.getByRole('link', { name: /^Page/ })).toHaveText(['1', '2', '3', '4', '5']);
});

test('CONST-04 CONST-06 filters lead to page 1, and deleting the last row of a page leads to the page before', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const word = await addNumberedProducts(db, 11);
  await openAs(page, `/admin/products?search=${word}&page=2`);
  await expect(namesOn(page)).toHaveText([`${word} 001`]);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(namesOn(page)).toHaveCount(10);
  await expect(page).toHaveURL(`/admin/products?search=${word}`);
  // Ten rows are one page.
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  await page.goto(`/admin/products?page=3`);
  await expect(namesOn(page)).toHaveCount(10);
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Women' }).click();
  await expect(page).toHaveURL('/admin/products?category=women');
  await page.goto(`/admin/products?page=3`);
  await page.getByRole('searchbox').fill(word);
  await expect(page).toHaveURL(`/admin/products?search=${word}`);
});

test('the order is in the URL, and rows keep their place while another order loads', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const word = await addNumberedProducts(db, 12);
  await openAs(page, `/admin/products?search=${word}`);
  await expect(namesOn(page).first()).toHaveText(`${word} 012`);
  const release = await holdRequests(page, 'catalog/listForAdmin');
  await page.goto(`/admin/products?search=${word}&sort=price-asc`, { waitUntil: 'commit' });
  release();
  await expect(namesOn(page).first()).toHaveText(`${word} 001`);
  const releaseNext = await holdRequests(page, 'catalog/listForAdmin');
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect(namesOn(page)).toHaveCount(10);
  releaseNext();
  await expect(namesOn(page)).toHaveText([`${word} 011`, `${word} 012`]);
  await page.goBack();
  await expect(namesOn(page).first()).toHaveText(`${word} 001`);
});

test('an older response never replaces a newer one', { tag: '@desktop' }, async ({ page, seed }) => {
  const [slow, quick] = [await seed.product(), await seed.product()];
  const wordOf = (name: string) => name.split(' ')[1]!;
  const [wait, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(operation('catalog/listForAdmin'), async (route) => {
    const isSlow = decodeURIComponent(route.request().url() + route.request().postData()).includes(
      wordOf(slow.name),
    );
    if (isSlow) await wait.promise;
    await route.continue().catch(() => {});
    if (isSlow) arrived.resolve();
  });
  await openAs(page, '/admin/products');
  const box = page.getByRole('searchbox');
  await box.fill(wordOf(slow.name));
  await expect(page).toHaveURL(new RegExp(wordOf(slow.name)));
  await box.fill(wordOf(quick.name));
  await expect(namesOn(page)).toHaveText([quick.name]);
  wait.resolve();
  await arrived.promise;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await expect(namesOn(page)).toHaveText([quick.name]);
});
