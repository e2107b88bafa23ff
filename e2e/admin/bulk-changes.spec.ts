import { readFile } from 'node:fs/promises';
import { createWorkbook } from '../../src/domains/catalog/import/test-archive.ts';
import {
  bulkPanel,
  choose,
  createButton,
  expect,
  expectAccessible,
  openBulk,
  productsLike,
  test,
} from './bulk.ts';
import { holdRequests } from './products.ts';

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (...cells: string[]) => `<row>${cells.map(cell).join('')}</row>`;

test('IMP-01 IMP-04 IMP-08 IMP-09 products are downloaded, changed in a workbook, corrected in place, imported and undone', async ({
  page,
  db,
}) => {
  await openBulk(page);
  await choose(
    page,
    'sku,name,description,price,category\nB-1,Bulk one,First,100,Bulk\nB-2,Bulk two,Second,200,Bulk\n',
  );
  await createButton(page).click();
  await expect(page.getByText('Successfully created 2 products')).toBeVisible();
  await page.getByRole('button', { name: 'Upload another file' }).click();

  await page.getByRole('button', { name: 'Download your products' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Text file (CSV)' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^products-[-\d]{10}\.csv$/);
  const exported = await readFile(await download.path(), 'utf8');
  await choose(page, exported);
  const panel = bulkPanel(page);
  await expect(panel.getByRole('heading', { name: 'Nothing to import' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Same/ })).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).click();

  const ids = Object.fromEntries(
    (await db.query(`select name, id from products where name like 'Bulk %'`)).rows.map(({ name, id }) => [
      name,
      id,
    ]),
  );
  const workbook = createWorkbook(
    row('id', 'name', 'price') +
      row(ids['Bulk one'], 'Bulk one', '150') +
      row(ids['Bulk two'], 'Bulk two', 'twelve') +
      row('00000000-0000-4000-8000-000000000000', 'Gone', '1'),
  );
  await choose(page, Buffer.from(workbook), 'prices.xlsx');
  await expect(page.getByRole('alert').first()).toContainText('Errors in 1 row of 3');
  await expect(createButton(page)).toHaveCount(0);
  const price = page.getByLabel('Price of row 3');
  await expect(price).toHaveValue('twelve');
  await expectAccessible(page);
  await price.fill('250');
  await price.press('Enter');
  await expect(panel.getByRole('heading', { name: '2 products to change' })).toBeVisible();
  await page.getByRole('button', { name: 'Changed 2' }).click();
  await expect(page.getByRole('table').getByRole('deletion')).toHaveText(['₦100.00', '₦200.00']);
  await expect(page.getByRole('table').getByRole('insertion')).toHaveText(['→ ₦150.00', '→ ₦250.00']);
  await page.getByRole('button', { name: 'Left out 1' }).click();
  await expect(page.getByRole('table')).toContainText('This product is no longer in the shop');
  await expectAccessible(page);
  // Nothing is saved before 'Import'.
  const prices = async () => (await productsLike(db, 'Bulk %')).map((one) => one.price);
  expect(await prices()).toEqual(['100.00', '200.00']);

  // Someone changes one of them in between.
  await db.query(`update products set description = 'Newer' where name = 'Bulk two'`);
  await createButton(page).click();
  const refused = page.getByRole('alert').filter({ hasText: 'changed since the preview' });
  await expect(refused).toContainText('Row 3, Bulk two, was changed');
  expect(await prices()).toEqual(['100.00', '200.00']);
  await page.getByRole('button', { name: 'Compare again' }).click();
  await expect(refused).toHaveCount(0);
  await createButton(page).click();
  await expect(page.getByText('Successfully changed 2 products')).toBeVisible();
  expect(await prices()).toEqual(['150.00', '250.00']);

  await page.getByRole('button', { name: 'Undo this import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
  await expect(dialog).toContainText('Bulk one');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(prices).toEqual(['100.00', '200.00']);
});

test('IMP-04 a correction keeps what is typed into other cells, leads to the next one, and is not left by mistake', {
  tag: '@phone',
}, async ({ page }) => {
  await openBulk(page);
  const rows = Array.from({ length: 12 }, (_, n) => `Bulk ${n},Sewn,${n < 10 ? '45k' : '100'},Bulk\n`);
  await choose(page, `name,description,price,category\n${rows.join('')}`);
  const priceOf = (row: number) => page.getByLabel(`Price of row ${row}`, { exact: true });
  await priceOf(3).fill('300');
  await priceOf(4).fill('400');
  await priceOf(5).fill('500');
  const answer = await holdRequests(page, 'catalog/previewImport');
  await priceOf(4).press('Enter');
  // What is typed until it is corrected would be lost.
  await expect(priceOf(4)).not.toBeEditable();
  await expect(priceOf(4)).toBeFocused();
  answer();
  await expect(priceOf(4)).toHaveCount(0);
  await expect(priceOf(5)).toBeFocused();
  await expect(priceOf(3)).toHaveValue('300');
  await expect(priceOf(5)).toHaveValue('500');
  await page.getByRole('button', { name: /^All/ }).click();
  await expect(priceOf(5)).toHaveValue('500');

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(priceOf(5)).toHaveValue('500');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(priceOf(5)).toHaveCount(0);
});

test('IMP-03 IMP-04 a shared name is a warning, and an emptied cell is shown as kept', {
  tag: '@phone',
}, async ({ page, db }) => {
  await db.query(
    `insert into products (id, name, description, price, sku)
     select gen_random_uuid(), 'Bulk ' || sku, 'Sewn', 100, sku from unnest('{SH-1,SH-2}'::text[]) sku`,
  );
  await openBulk(page);
  await choose(
    page,
    'sku,name,description,price,category\nSH-1,Bulk SH-1,,100,\nSH-3,Bulk SH-2,Sewn,100,Bulk\n',
  );
  const panel = bulkPanel(page);
  await page.getByLabel('What this file does').selectOption('Add new ones and change existing ones');
  await expect(panel.getByText('1 new product has the name of another product.')).toBeVisible();
  await expect(panel.getByText('1 row has an empty cell where the product has something.')).toBeVisible();
  await expect(page.getByRole('table')).toContainText('Another product has this name');
  await page.getByRole('button', { name: 'Emptied 1' }).click();
  await expect(page.getByRole('table')).toContainText('Empty: keptSewn');
  await expectAccessible(page);
  await createButton(page).click();
  await expect(page.getByText('Successfully created 1 products')).toBeVisible();
  expect((await productsLike(db, 'Bulk SH-%')).map(({ description }) => description)).toEqual(
    Array(3).fill('Sewn'),
  );
});

test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 409/] });
