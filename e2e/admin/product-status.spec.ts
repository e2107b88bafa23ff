import { newWord } from '../browsing.ts';
import {
  expect,
  expectAccessible,
  expectToast,
  namesOn,
  openAs,
  productRow,
  rowOf,
  test,
} from './products.ts';

test('VIS-05 the list is filtered by status in the address, shows badges, and switches both', async ({
  page,
  db,
}) => {
  const word = newWord();
  await db.query(
    `insert into products (id, name, description, price, status, sold_out, created_at) values
       (gen_random_uuid(), $1 || ' shown', 'x', 1, 'published', false, now() - interval '1 minute'),
       (gen_random_uuid(), $1 || ' draft', 'x', 1, 'draft', false, now() - interval '2 minutes'),
       (gen_random_uuid(), $1 || ' gone', 'x', 1, 'published', true, now() - interval '3 minutes')`,
    [word],
  );
  await openAs(page, `/admin/products?search=${word}`);
  await expect(namesOn(page)).toHaveText([`${word} shown`, `${word} draft`, `${word} gone`]);
  await expect(rowOf(page, `${word} draft`).getByText('Draft', { exact: true })).toBeVisible();
  await expect(rowOf(page, `${word} gone`).getByText('Sold out', { exact: true })).toBeVisible();
  await expectAccessible(page);

  const filter = page.getByRole('combobox', { name: 'Status' });
  await filter.selectOption('Drafts');
  await expect(page).toHaveURL(/status=draft/);
  await expect(namesOn(page)).toHaveText([`${word} draft`]);
  await page.reload();
  await expect(filter).toHaveValue('draft');
  await expect(namesOn(page)).toHaveText([`${word} draft`]);
  await filter.selectOption('Sold out');
  await expect(page).toHaveURL(/status=sold-out/);
  await expect(namesOn(page)).toHaveText([`${word} gone`]);
  await filter.selectOption('Any status');
  await expect(page).not.toHaveURL(/status=/);

  const more = (name: string) => page.getByRole('button', { name: `More for ${name}` });
  await more(`${word} draft`).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Publish' }).click();
  await expectToast(page, `${word} draft is published`);
  await expect(rowOf(page, `${word} draft`).getByText('Draft', { exact: true })).toHaveCount(0);
  await more(`${word} shown`).press('Enter');
  await page.getByRole('menuitem', { name: 'Mark as sold out' }).press('Enter');
  await expectToast(page, `${word} shown is sold out`);
  await expect(rowOf(page, `${word} shown`).getByText('Sold out', { exact: true })).toBeVisible();
});

test('VIS-01 VIS-03 the form of a new product makes a draft, and later marks it as sold out', async ({
  page,
  db,
}) => {
  const name = `Agbada ${newWord()}`;
  await openAs(page, '/admin/products/create');
  await expect(page.getByLabel('Status')).toHaveValue('published');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Description').fill('White');
  await page.getByLabel(/^Price/).fill('500');
  await page.getByLabel('Category', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Status').selectOption('Draft');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create Product' }).click();
  await expectToast(page, 'Product created successfully');
  const [made] = await productRow(db, name);
  const stored = async () =>
    (await db.query('select status, sold_out from products where name = $1', [name])).rows;
  expect(await stored()).toEqual([{ status: 'draft', sold_out: false }]);
  await openAs(page, `/admin/products/${made.id}`);
  await page.getByLabel('Status').selectOption('Published');
  await page.getByLabel(/^Sold out/).check();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Product updated successfully');
  expect(await stored()).toEqual([{ status: 'published', sold_out: true }]);
});
