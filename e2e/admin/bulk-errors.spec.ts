import { readFile } from 'node:fs/promises';
import { busy } from '../answers.ts';
import {
  bulkPanel,
  choose,
  createButton,
  errorsShown,
  expect,
  expectAccessible,
  HEADER,
  openBulk,
  productsLike,
  test,
} from './bulk.ts';

const UNUSABLE = 'Failed to process file. Please check the format and try again.';
const BAD_ROWS = 'Some rows have validation errors. Please fix them and try again.';

test('ADM-CSV-04 ADM-CSV-09 ERR-39 every invalid row is listed with its number, and nothing is uploaded', {
  tag: '@desktop',
}, async ({ page, db }) => {
  await openBulk(page);
  await choose(
    page,
    `${HEADER}\n,Desc,1,Bulk,\nBulk good,Desc,1,Bulk,\n\nBulk x,,1,Bulk,\nBulk y,Desc,1,,\n`,
  );
  await expect(page.getByRole('alert')).toContainText(BAD_ROWS);
  expect(await errorsShown(page)).toEqual([
    'Name of row 2: Name is required',
    'Description of row 5: Description is required',
    'Category of row 6: Category is required',
  ]);
  await expectAccessible(page);
  await expect(createButton(page)).toHaveCount(0);
  expect(await productsLike(db, 'Bulk%')).toEqual([]);

  // The corrected file is valid.
  await choose(page, `${HEADER}\nBulk good,Desc,1,Bulk,\n`);
  await expect(page.getByRole('heading', { name: '1 product to create' })).toBeVisible();
});

test('ADM-CSV-05 ADM-CSV-06 OPEN-32 a price is required and must be positive: 0 is not a price', {
  tag: '@desktop',
}, async ({ page }) => {
  await openBulk(page);
  const prices = ['0', '-1', 'text', '', '0.01'];
  await choose(page, [HEADER, ...prices.map((price) => `Bulk,Desc,${price},Bulk,`)].join('\n'));
  await expect(page.getByRole('alert')).toContainText(BAD_ROWS);
  expect(await errorsShown(page)).toEqual([
    'Price of row 2: Price must be positive',
    'Price of row 3: Price must be positive',
    'Price of row 4: Price must be positive',
    'Price of row 5: Price is required',
  ]);
  await expect(bulkPanel(page)).toContainText('Write it as 12500 or 12,500.00');
});

test('invalid rows are downloaded with their errors; a formula in them is neutralised', {
  tag: '@desktop',
}, async ({ page }) => {
  await openBulk(page);
  await choose(
    page,
    `${HEADER}\n"=HYPERLINK(""https://evil.example"",""x"")",@Desc,-1,Bulk,\nBulk,Desc,1,Bulk,\n`,
  );
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download these rows' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('rows_with_errors.csv');
  expect(await readFile(await download.path(), 'utf8')).toBe(
    `\uFEFF${HEADER},row,errors\r\n"'=HYPERLINK(""https://evil.example"",""x"")",'@Desc,'-1,Bulk,,2,Price must be positive`,
  );
});

test('IMP-04 the wrong rows are counted and shown page by page', { tag: '@desktop' }, async ({ page }) => {
  await openBulk(page);
  await choose(page, [HEADER, ...Array(400).fill('Bulk,Desc,0,Bulk,')].join('\n'));
  await expect(bulkPanel(page)).toContainText('Errors in 400 rows of 400');
  await expect(page.getByRole('button', { name: 'Wrong 400' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('table', { name: 'Rows of the file' }).locator('tbody tr')).toHaveCount(20);
  await page.getByRole('button', { name: 'Page 20' }).click();
  await expect(bulkPanel(page)).toContainText('Row 401');
});

const files: [string, string | Buffer, RegExp, name?: string][] = [
  ['an image', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), /not a text file/, 'shirt.csv'],
  ['a workbook', Buffer.from('PK\x03\x04\0\0', 'latin1'), /The file is damaged/, 'stock.xlsx'],
  ['an empty file', '', /The file is empty/],
  ['a header alone', `${HEADER}\n`, /no products below it/],
  [
    'an unclosed quotation mark',
    `${HEADER}\nBulk,"Desc,1,Bulk,\nBulk,Desc,1,Bulk,\n`,
    /A quotation mark in row 2/,
  ],
  [
    '200,000 rows',
    `${HEADER}\n${'Bulk,Desc,1,Bulk,\n'.repeat(200_000)}`,
    /The file has 200,000 rows\. At most 10,000/,
  ],
  [
    '10,001 products',
    `${HEADER}\n${'Bulk,Desc,1,Bulk,\n'.repeat(10_001)}`,
    /The file has 10,001 products\. At most 10,000/,
  ],
];
test('ADM-CSV-08 ERR-42 an unusable file shows an error, and another one can be chosen', {
  tag: '@desktop',
}, async ({ page }) => {
  test.setTimeout(60_000);
  await openBulk(page);
  for (const [what, contents, why, name] of files) {
    await test.step(what, async () => {
      await choose(page, contents, name);
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(why);
      await expect(alert).toContainText(UNUSABLE);
      await expect(alert).toContainText('Nothing was created.');
    });
  }
  await choose(page, `${HEADER}\nBulk,Desc,1,Bulk,\n`);
  await expect(createButton(page)).toBeVisible();
});

test('ADM-CSV-08 ERR-42 a file of which no column is known shows the error, and its columns can be chosen', {
  tag: '@desktop',
}, async ({ page }) => {
  await openBulk(page);
  await choose(page, 'this is not, a spreadsheet\nfoo\n');
  await expect(page.getByRole('alert')).toContainText(UNUSABLE);
  await expect(bulkPanel(page)).toContainText('has 1 row, but no column named');
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('a missing column is named, an unknown column is reported as unused', { tag: '@desktop' }, async ({
  page,
}) => {
  await openBulk(page);
  await choose(page, 'name,description,price\nBulk,Desc,1\n');
  await expect(page.getByRole('heading', { name: 'Match the columns' })).toBeFocused();
  await expect(bulkPanel(page)).toContainText('no column named ‘category’');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, `${HEADER},colour\nBulk,Desc,1,Bulk,,red\n`);
  await expect(bulkPanel(page)).toContainText('Not used: colour.');
});

test.describe('when the server refuses', () => {
  test.use({
    expectedErrors: [/Failed to load resource: the server responded with a status of (422|503)/],
  });

  test('ERR-38 ERR-41 a failing insert: the screen shows progress, then the error, saves nothing, and can be retried', {
    tag: '@desktop',
  }, async ({ page, db }) => {
    await openBulk(page);
    await choose(page, `${HEADER}\nBulk one,Desc,1,Bulk Never,\nBulk fails,Desc,1,Bulk Never,\n`);
    // As for a statement timeout: an unexpected error would be logged as a server error.
    await db.query(
      `create function bulk_refuse() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); raise exception ''no'' using errcode = ''57014''; end';
       create trigger bulk_refuse before insert on products for each row when (new.name = 'Bulk fails') execute function bulk_refuse()`,
    );
    try {
      await createButton(page).click();
      await expect(createButton(page)).toHaveAttribute('aria-busy', 'true');
      await expect(page.getByRole('progressbar', { name: 'Creating the products' })).toBeVisible();
      const alert = page.getByRole('alert').filter({ hasText: 'Nothing was saved.' });
      await expect(alert).toContainText(
        'Failed to create some products. Please check the errors and try again.',
      );
      await expect(page.getByText('Failed to create products in bulk')).toBeVisible();
      expect(await productsLike(db, 'Bulk %')).toEqual([]);
      expect((await db.query(`select from categories where name = 'Bulk Never'`)).rows).toEqual([]);
    } finally {
      await db.query('drop trigger bulk_refuse on products; drop function bulk_refuse()');
    }
    await createButton(page).click();
    await expect(page.getByText('Successfully created 2 products')).toBeVisible();
  });

  test('ERR-41 rows that only the server refuses are reported with their number in the file', {
    tag: '@desktop',
  }, async ({ page }) => {
    await openBulk(page);
    await choose(page, `${HEADER}\n\nBulk,Desc,1,Bulk,\n`);
    await page.route('**/api/rpc/catalog/importProducts', async (route) => {
      const sent = route.request().postDataJSON();
      sent.json.rows[0].name = '';
      await route.continue({ postData: JSON.stringify(sent) });
    });
    await createButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to create some products' })).toContainText(
      'Row 3, name: Name is required',
    );
  });

  test('when a file cannot be compared with the catalog, an error appears and can be retried', {
    tag: '@desktop',
  }, async ({ page }) => {
    await openBulk(page);
    await page.route('**/api/rpc/catalog/previewImport', busy);
    await choose(page, `${HEADER}\nBulk,Desc,1,Bulk,\n`);
    await expect(page.getByRole('alert')).toContainText('could not be compared', { timeout: 15_000 });
    await expect(createButton(page)).toHaveCount(0);
    await page.unroute('**/api/rpc/catalog/previewImport');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(createButton(page)).toBeEnabled();
  });
});
