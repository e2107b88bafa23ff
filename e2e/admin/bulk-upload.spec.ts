import { readFile } from 'node:fs/promises';
import type { Route } from '@playwright/test';
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
import { holdRequests } from './products.ts';

test('ADM-CSV-02 ADM-CSV-03 CONST-13 the template has five columns and two sample rows, and is valid as it is', {
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

test('ADM-CSV-01 ADM-CSV-07 ERR-40 a valid file is previewed, then creates one product per row', async ({
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
  // Nothing has been sent so far.
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
  await expect(page.getByRole('heading', { name: 'Upload many products' })).toBeFocused();

  // The same file again: a warning appears before it is imported twice.
  await choose(page, `${HEADER}\nbulk a,x,1,${known},\nBulk new,x,1,${known},\n`);
  await expect(panel).toContainText('1 of these products already exists. bulk a. It is left out.');
  await expect(createButton(page)).toHaveText('Import 1 product');
  await page.getByRole('checkbox', { name: 'Import it anyway' }).check();
  await expect(createButton(page)).toHaveText('Import 2 products');
  await expect(panel).toContainText('They will be created again.');
  await expect(panel.getByRole('heading', { name: 'All categories already exist' })).toBeVisible();
});

test('ADM-CSV-01 a file whose product names exist asks first, then creates one product per row', {
  tag: '@phone',
}, async ({ page, db }) => {
  const file =
    'name,description,category,price\nBulk twice,Desc,Bulk,1\nBulk twice,Desc,Bulk,1\nBulk new,Desc,Bulk,1\n';
  await openBulk(page);
  // Two rows with one name are two products.
  await choose(page, file);
  await createButton(page).click();
  await expect(page.getByText('Successfully created 3 products')).toBeVisible();
  await page.getByRole('button', { name: 'Upload another file' }).click();

  await choose(page, `${file}Bulk newest,Desc,Bulk,1\n`);
  await expect(page.getByRole('heading', { name: '1 product to create' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Import these 3 anyway' }).check();
  await createButton(page).click();
  await expect(page.getByText('Successfully created 4 products')).toBeVisible();
  expect((await productsLike(db, 'Bulk %')).map(({ name }) => name)).toEqual([
    'Bulk new',
    'Bulk new',
    'Bulk newest',
    'Bulk twice',
    'Bulk twice',
    'Bulk twice',
    'Bulk twice',
  ]);
});

test('OPEN-50 an import is cancelled at 1,000 of 2,000: nothing is saved, and it can begin again', {
  tag: '@phone',
}, async ({ page, db }) => {
  await openBulk(page);
  const rows = Array.from({ length: 2_000 }, (_, n) => `Bulk ${n},Desc,1,Bulk Never,`);
  await choose(page, [HEADER, ...rows].join('\n'));
  await db.query(
    `create function bulk_halt() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(4711); return new; end';
     create trigger bulk_halt before insert on products for each row when (new.name = 'Bulk 1500') execute function bulk_halt();
     select pg_advisory_lock(4711)`,
  );
  const waiting = async () =>
    (await db.query(`select from pg_locks where locktype in ('advisory', 'transactionid') and not granted`))
      .rows.length;
  try {
    await createButton(page).click();
    await expect(bulkPanel(page)).toContainText('Creating 1,000 of 2,000 products: all of them, or none');
    const bar = page.getByRole('progressbar', { name: 'Creating the products' });
    await expect(bar).toHaveAttribute('aria-valuenow', '50');
    await expect.poll(waiting).toBe(1);
    await page.getByRole('button', { name: 'Cancel import' }).click();
    await expect.poll(waiting).toBe(2);
    await db.query('select pg_advisory_unlock(4711)');
    await expect(page.getByText('Cancelled. Nothing was created.')).toBeVisible();
  } finally {
    await db.query(
      'drop trigger bulk_halt on products; drop function bulk_halt(); select pg_advisory_unlock_all()',
    );
  }
  expect(await productsLike(db, 'Bulk %')).toEqual([]);
  expect((await db.query(`select from categories where name = 'Bulk Never'`)).rows).toEqual([]);
  await expectAccessible(page);
  await createButton(page).click();
  await expect(page.getByText('Successfully created 2000 products')).toBeVisible();
});

test('OPEN-50 an import is not left by mistake, and one that was left says what it did', {
  tag: '@desktop',
}, async ({ page, db }) => {
  await openBulk(page);
  await choose(page, `${HEADER}\nBulk left,Desc,1,Bulk Left,`);
  const answer = await holdRequests(page, 'catalog/importProducts');
  await createButton(page).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page
    .getByRole('alertdialog', { name: 'Leave while the import runs?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(page.getByRole('heading', { name: 'Order Management' })).toBeVisible();
  answer();
  await expect(page.getByText('Successfully created 1 products')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => productsLike(db, 'Bulk left')).toEqual([]);
});

test('ADM-CSV-11 an uploaded product shows the placeholder', { tag: '@desktop' }, async ({ page, db }) => {
  await openBulk(page);
  await choose(page, `${HEADER}\nBulk plain,Without an image,100,Bulk Plain,\n`);
  await createButton(page).click();
  await expect(page.getByText('Successfully created 1 product')).toBeVisible();
  const { rows } = await db.query(`select id from products where name = 'Bulk plain'`);
  await page.goto(`/products/${rows[0].id}`);
  await expect(page.locator('main img[src*="placeholder"]').first()).toBeVisible();
});

test('a file can be dropped; the keyboard alone works too', { tag: '@desktop' }, async ({ page, db }) => {
  await openBulk(page);
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }));
    return transfer;
  }, `${HEADER}\nBulk drop,Dropped,100,Bulk Plain,\n`);
  await page.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByRole('heading', { name: '1 product to create' })).toBeFocused();
  await expect(createButton(page)).toBeEnabled();
  for (const label of ['What this file does', 'Create new products as drafts, which only staff see']) {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(label)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(createButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Successfully created 1 product' })).toBeFocused();
  expect(await productsLike(db, 'Bulk drop')).toHaveLength(1);
});

test.describe('when an import that was left fails', () => {
  test.use({ expectedErrors: [/ERR_FAILED|status of 429/] });

  test('OPEN-50 the message says why nothing was saved, or that it is unknown', { tag: '@desktop' }, async ({
    page,
  }) => {
    const fail = async (route: Route) =>
      route.fulfill({ status: 429, json: { json: { code: 'RATE_LIMITED', message: 'Too many requests' } } });
    const cut = (route: Route) => route.abort();
    for (const [answer, text] of [
      [fail, 'Nothing was saved.'],
      [cut, 'It may have been done'],
    ] as const) {
      await openBulk(page);
      await choose(page, `${HEADER}\nBulk refused,Desc,1,Bulk Refused,`);
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.unroute('**/api/rpc/catalog/importProducts');
      await page.route('**/api/rpc/catalog/importProducts', (route) => promise.then(() => answer(route)));
      await createButton(page).click();
      await page.getByRole('link', { name: 'Orders', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
      await expect(page.getByRole('heading', { name: 'Order Management' })).toBeVisible();
      resolve();
      await expect(page.getByText(text)).toBeVisible();
    }
  });
});

test.describe('when a response is lost', () => {
  test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 502/] });

  test('OPEN-50 a double press, and a press after a lost response, create once', {
    tag: '@phone',
  }, async ({ page, db }) => {
    await openBulk(page);
    await choose(page, `${HEADER}\nBulk once,Once,100,Bulk Plain,\n`);
    // The request arrives and is processed; its response does not arrive.
    let requestCount = 0;
    await page.route('**/api/rpc/catalog/importProducts', async (route) => {
      requestCount++;
      if (requestCount > 1) return route.continue();
      await route.fetch();
      return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
    });
    const button = createButton(page);
    await button.dblclick();
    await expect(page.getByRole('alert').filter({ hasText: 'nothing is created twice' })).toBeVisible();
    expect(requestCount).toBe(1);
    await button.click();
    await expect(page.getByText('Successfully created 1 product')).toBeVisible();
    expect(await productsLike(db, 'Bulk once')).toHaveLength(1);
  });

  test('another choice after a lost response shows what was created, and creates nothing', {
    tag: '@desktop',
  }, async ({ page, db }) => {
    await openBulk(page);
    await choose(page, `${HEADER}\nBulk lost,Once,100,Bulk Plain,\n`);
    await page.route('**/api/rpc/catalog/importProducts', async (route) => {
      await route.fetch();
      return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
    });
    await createButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'nothing is created twice' })).toBeVisible();
    await page.unroute('**/api/rpc/catalog/importProducts');
    await page.getByLabel('Create new products as drafts').check();
    await createButton(page).click();
    await expect(page.getByText('Successfully created 1 product')).toBeVisible();
    expect(await productsLike(db, 'Bulk lost')).toHaveLength(1);
  });
});
