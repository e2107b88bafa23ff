import { readFile } from 'node:fs/promises';
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

const fixture = (name: string) => readFile(new URL(`../fixtures/shops/${name}`, import.meta.url));
const continueButton = 'Continue';

test('IMP-02 an export without categories needs no click; changed columns are remembered', {
  tag: '@desktop',
}, async ({ page, db }) => {
  await openBulk(page);
  await choose(page, await fixture('medusa.csv'), 'medusa.csv');
  const panel = bulkPanel(page);
  await expect(panel.getByRole('heading', { name: '1 product to create' })).toBeFocused();
  for (const note of [
    'This is an export of Medusa.',
    'Name from ‘Product Title’, description from ‘Product Description’, price from ‘Price USD’, code from ‘Product Handle’. Products without a category go into ‘New products’.',
    '1 draft of the other shop is left out.',
    '2 rows with another size or image are part of a product: each product is created once.',
    '1 product has sizes at different prices and takes the lowest: Ankara Jumpsuit (₦45.50 to ₦50.00).',
    'The prices are in USD. They are imported as NGN, without conversion.',
    '‘Ankara Jumpsuit’ lists S, M, XL in its description.',
  ]) {
    await expect(panel.getByText(note)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Change columns' }).click();
  await expect(panel.getByRole('heading', { name: 'Match the columns' })).toBeFocused();
  const chosen = (label: string) => page.getByLabel(label, { exact: true }).locator('option:checked');
  await expect(chosen('Name')).toHaveText('Product Title');
  await expect(chosen('Price')).toHaveText('Price USD');
  await expect(chosen('Category')).toHaveText('No column');
  await expect(panel).toContainText('Ankara Jumpsuit · Isiagu Cap');
  await expectAccessible(page);

  // Without a category for all rows the import does not continue.
  await page.getByLabel('Category for all products').fill('');
  await page.getByRole('button', { name: continueButton }).click();
  await expect(page.getByLabel('Category', { exact: true })).toBeFocused();
  await expect(page.getByRole('alert')).toContainText('Choose a column, or enter a value');
  await page.getByLabel('Category for all products').fill('Bulk Ankara');
  await page.getByRole('button', { name: continueButton }).click();
  await createButton(page).click();
  await expect(page.getByText('Successfully created 1 product')).toBeVisible();
  expect(await productsLike(db, 'Ankara Jumpsuit')).toEqual([
    {
      name: 'Ankara Jumpsuit',
      description: 'Wax print, pockets; a belt of the same cloth.\n\n• S: ₦45.50\n• M: ₦45.50\n• XL: ₦50.00',
      price: '45.50',
      featured: false,
      category: 'Bulk Ankara',
    },
  ]);

  // The next file of this kind is recognised at once, also after leaving the page.
  await page.reload();
  await page.getByRole('tab', { name: 'Bulk Upload' }).click();
  await choose(page, await fixture('medusa.csv'), 'medusa-again.csv');
  await expect(panel.getByRole('heading', { name: 'Nothing new to create' })).toBeVisible();
  await expect(panel).toContainText('The columns are matched as last time.');
  await expect(panel).toContainText('All of these products already exist. Ankara Jumpsuit. It is left out.');
  await expect(createButton(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Change columns' }).click();
  await page.getByLabel('Category', { exact: true }).selectOption('Option 1 Value');
  await page.getByRole('button', { name: continueButton }).click();
  await page.getByRole('button', { name: 'Change it instead' }).click();
  await expect(panel.getByRole('heading', { name: '1 product to change' })).toBeVisible();
  await expect(page.getByRole('table').getByRole('deletion')).toHaveText('Bulk Ankara');
  await expect(panel.getByRole('listitem').filter({ hasText: 'S(1)' })).toBeVisible();
});

test('an export with all columns is imported at the first attempt, without its drafts and invalid rows', async ({
  page,
  db,
}) => {
  await openBulk(page);
  await choose(page, await fixture('shopify.csv'), 'shopify.csv');
  const panel = bulkPanel(page);
  await expect(page.getByRole('alert')).toContainText('Errors in 2 rows of 4');
  expect(await errorsShown(page)).toEqual([
    'Description of row 7: Description is required',
    'Price of row 11: Price must be positive',
  ]);
  await page.getByRole('button', { name: 'Leave these 2 rows out' }).click();
  await expect(panel.getByRole('heading', { name: '2 products to create' })).toBeFocused();
  for (const note of [
    '2 rows with errors are left out.',
    '1 draft of the other shop is left out.',
    '1 archived product of the other shop is left out.',
  ]) {
    await expect(panel.getByText(note)).toBeVisible();
  }
  await expectAccessible(page);
  await createButton(page).click();
  await expect(page.getByText('Successfully created 2 products')).toBeVisible();
  const { rows } = await db.query(
    `select name, price::text from products where name in ('Emerald Agbada & Fila', 'Indigo Adire Boubou') order by 1`,
  );
  expect(rows).toEqual([
    { name: 'Emerald Agbada & Fila', price: '85000.00' },
    { name: 'Indigo Adire Boubou', price: '32000.00' },
  ]);
});

test('columns with other names, HTML as text, and placeholders for empty cells', {
  tag: '@desktop',
}, async ({ page, db }) => {
  await openBulk(page);
  await choose(
    page,
    `SKU;Produkt;Text;Betrag;Art
1;Bulk HTML;"<p>Soft &amp; warm<br>lace</p><ul><li>S</li><li>M</li></ul><script>x()</script>";10.50;Bulk Lace
2;Bulk Plain;just text;;
`,
    'other.csv',
  );
  await expect(bulkPanel(page)).toContainText('no column named ‘name’, ‘description’, ‘price’ or ‘category’');
  for (const [label, column] of [
    ['Name', 'Produkt'],
    ['Description', 'Text'],
    ['Price', 'Betrag'],
    ['Category', 'Art'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).selectOption(column);
  }
  await expect(page.getByLabel('Description for', { exact: false })).toHaveCount(0);
  await page.getByLabel('Price for one row without').fill('7');
  await page.getByLabel('Category for one row without').fill('Bulk Other');
  await page.getByRole('button', { name: continueButton }).click();
  await createButton(page).click();
  await expect(page.getByText('Successfully created 2 products')).toBeVisible();
  expect(await productsLike(db, 'Bulk %')).toEqual([
    {
      name: 'Bulk HTML',
      description: 'Soft & warm\nlace\n\n• S\n• M',
      price: '10.50',
      featured: false,
      category: 'Bulk Lace',
    },
    { name: 'Bulk Plain', description: 'just text', price: '7.00', featured: false, category: 'Bulk Other' },
  ]);
});

const variants: [string, Buffer][] = [
  ['UTF-8 with a mark and CRLF', Buffer.from(`\uFEFF${HEADER}\r\nBulk Ìró ₦,"a\r\nb",1,Bulk,\r\n`)],
  ['semicolons', Buffer.from(`${HEADER.replaceAll(',', ';')}\nBulk Ìró ₦;a, b;1;Bulk;\n`)],
  ['tabs', Buffer.from(`${HEADER.replaceAll(',', '\t')}\nBulk Ìró ₦\t"a"\t1\tBulk\t\n`)],
  ['UTF-16', Buffer.from(`\uFEFF${HEADER}\nBulk Ìró ₦,a,1,Bulk,\n`, 'utf16le')],
];
test('a file is read with or without BOM, with semicolons or tabs, in UTF-16 or Windows-1252', {
  tag: '@desktop',
}, async ({ page }) => {
  await openBulk(page);
  for (const [what, file] of variants) {
    await test.step(what, async () => {
      await choose(page, file);
      await expect(page.getByRole('table')).toContainText('Bulk Ìró ₦');
      await page.getByRole('button', { name: 'Choose another file' }).click();
    });
  }
  // The legacy encoding cannot be detected: the screen asks the user to check accented letters.
  await choose(page, Buffer.from(`${HEADER}\nBulk Café,Rösselmann\x92s,1,Bulk,\n`, 'latin1'));
  await expect(page.getByRole('table')).toContainText('Rösselmann’s');
  await expect(bulkPanel(page)).toContainText('it was read as Windows-1252');
});
