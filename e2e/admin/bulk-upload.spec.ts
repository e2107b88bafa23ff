import { readFile } from 'node:fs/promises';
import {
  bulkPanel,
  choose,
  createButton,
  expect,
  expectAccessible,
  HEADER,
  openBulk,
  productsLike,
  test,
} from './bulk.ts';

test('ADM-CSV-02 ADM-CSV-03 CONST-13 the template: five columns and two sample rows, good as they are', {
  tag: '@desktop',
}, async ({ page }) => {
  await openBulk(page);
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download template' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('product_template.csv');
  const text = await readFile(await download.path(), 'utf8');
  expect(text.split('\n')).toHaveLength(3);
  expect(text.split('\n')[0]).toBe(HEADER);
  await choose(page, text);
  await expect(page.getByRole('heading', { name: '2 products to create' })).toBeVisible();
});

test('ADM-CSV-01 ADM-CSV-07 ERR-40 a good file: looked at, then one product per row', async ({
  page,
  db,
}) => {
  const demonstrated = await db.query('select name from categories limit 1');
  const known: string = demonstrated.rows[0].name;
  await openBulk(page);
  await choose(
    page,
    `${HEADER}
Bulk A,"Sewn by hand,
in two lines",12500.50,${known.toUpperCase()},true
Bulk B,"A ""quoted"" word",0.01,Bulk Asoebi,TRUE
Bulk C,Third,"₦1,500",bulk asoebi,1
Bulk D,=1+1,4,Bulk Ìró,0
Bulk E,Fifth,5,Bulk Ìró,yes
Bulk F,Sixth,6,Bulk Ìró,
`,
  );
  const panel = bulkPanel(page);
  await expect(panel.getByRole('heading', { name: '6 products to create' })).toBeFocused();
  await expect(panel).toContainText('3 of them featured');
  await expect(panel.getByRole('heading', { name: '2 categories will be created' })).toBeVisible();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Bulk Ìró' })).toHaveText('Bulk Ìró(3)New');
  await expect(panel.getByRole('listitem').filter({ hasText: known.toUpperCase() })).not.toContainText('New');
  await expect(panel.getByRole('table')).toContainText('₦12,500.50');
  await expectAccessible(page);
  // Until now nothing was sent.
  expect(await productsLike(db, 'Bulk %')).toEqual([]);

  await createButton(page).click();
  await expect(page.getByText('Successfully created 6 products')).toBeVisible();
  await expect(panel).toContainText('2 new categories were created');
  expect(await productsLike(db, 'Bulk %')).toEqual([
    {
      name: 'Bulk A',
      description: 'Sewn by hand,\nin two lines',
      price: '12500.50',
      featured: true,
      category: known,
    },
    {
      name: 'Bulk B',
      description: 'A "quoted" word',
      price: '0.01',
      featured: true,
      category: 'Bulk Asoebi',
    },
    { name: 'Bulk C', description: 'Third', price: '1500.00', featured: true, category: 'Bulk Asoebi' },
    { name: 'Bulk D', description: '=1+1', price: '4.00', featured: false, category: 'Bulk Ìró' },
    { name: 'Bulk E', description: 'Fifth', price: '5.00', featured: false, category: 'Bulk Ìró' },
    { name: 'Bulk F', description: 'Sixth', price: '6.00', featured: false, category: 'Bulk Ìró' },
  ]);
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'See the products' })).toHaveAttribute(
    'href',
    '/admin/products',
  );
  await page.getByRole('button', { name: 'Upload another file' }).click();
  await expect(page.getByRole('heading', { name: 'Many products at once' })).toBeFocused();

  // The same file by mistake: said before it is done twice.
  await choose(page, `${HEADER}\nbulk a,x,1,${known},\nBulk new,x,1,${known},\n`);
  await expect(panel).toContainText('1 of these names is in the shop already.');
  await expect(panel.getByRole('heading', { name: 'All categories are in the shop already' })).toBeVisible();
});

test('ADM-CSV-11 an uploaded product shows the placeholder', { tag: '@desktop' }, async ({ page, db }) => {
  await openBulk(page);
  await choose(page, `${HEADER}\nBulk plain,Without a picture,100,Bulk Plain,\n`);
  await createButton(page).click();
  await expect(page.getByText('Successfully created 1 product')).toBeVisible();
  const { rows } = await db.query(`select id from products where name = 'Bulk plain'`);
  await page.goto(`/products/${rows[0].id}`);
  await expect(page.locator('main img[src*="placeholder"]').first()).toBeVisible();
});

test('a file is dropped; keyboard alone does it too', { tag: '@desktop' }, async ({ page, db }) => {
  await openBulk(page);
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }));
    return transfer;
  }, `${HEADER}\nBulk drop,Dropped,100,Bulk Plain,\n`);
  await page.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByRole('heading', { name: '1 product to create' })).toBeFocused();
  await expect(createButton(page)).toBeEnabled();
  await page.keyboard.press('Tab');
  await expect(createButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Successfully created 1 product' })).toBeFocused();
  expect(await productsLike(db, 'Bulk drop')).toHaveLength(1);
});

test.describe('an answer that is lost', () => {
  test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 502/] });

  test('OPEN-50 a press that is doubled, and one after a lost answer, create once', {
    tag: '@phone',
  }, async ({ page, db }) => {
    await openBulk(page);
    await choose(page, `${HEADER}\nBulk once,Once,100,Bulk Plain,\n`);
    // What arrived is done, though its answer never comes.
    let asked = 0;
    await page.route('**/api/rpc/catalog/importProducts', async (route) => {
      asked++;
      if (asked > 1) return route.continue();
      await route.fetch();
      return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
    });
    const button = createButton(page);
    await button.dblclick();
    await expect(page.getByRole('alert').filter({ hasText: 'not created twice' })).toBeVisible();
    expect(asked).toBe(1);
    await button.click();
    await expect(page.getByText('Successfully created 1 product')).toBeVisible();
    expect(await productsLike(db, 'Bulk once')).toHaveLength(1);
  });
});
