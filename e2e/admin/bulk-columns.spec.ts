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

const shopify = () => readFile(new URL('../fixtures/shopify-apparel.csv', import.meta.url));
const continueButton = 'Continue';

test('another shop’s export comes in: columns chosen once, remembered, changed', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  await openBulk(page);
  await choose(page, await shopify(), 'shopify-apparel.csv');
  const panel = bulkPanel(page);
  await expect(panel.getByRole('heading', { name: 'Which column is which?' })).toBeFocused();
  const chosen = (label: string) => page.getByLabel(label, { exact: true }).locator('option:checked');
  await expect(chosen('Name')).toHaveText('Title');
  await expect(chosen('Description')).toHaveText('Body (HTML)');
  await expect(chosen('Price')).toHaveText('Variant Price');
  await expect(chosen('Category')).toHaveText('No column');
  await expect(panel).toContainText('Ocean Blue Shirt · Classic Varsity Top');
  await expectAccessible(page);

  // Its 'Type' is empty in every row: without a category for all it does not go on.
  await page.getByRole('button', { name: continueButton }).click();
  await expect(page.getByLabel('Category', { exact: true })).toBeFocused();
  await expect(page.getByRole('alert')).toContainText('Choose a column, or say what stands in its place');
  await page.getByLabel('Category for all products').fill('Bulk Apparel');
  await page.getByRole('button', { name: continueButton }).click();

  await expect(panel.getByRole('heading', { name: '20 products to create' })).toBeFocused();
  await expect(panel).toContainText('2 rows with another size or picture of the product above are left out');
  await createButton(page).click();
  await expect(page.getByText('Successfully created 20 products')).toBeVisible();
  const { rows } = await db.query(
    `select p.name, p.description, p.price::text from products p join categories c on c.id = p.category_id
     where c.name = 'Bulk Apparel' order by p.name`,
  );
  expect(rows).toHaveLength(20);
  expect(rows[0]).toEqual({
    name: 'Black Leather Bag',
    description:
      'Womens black leather bag, with ample space. Can be worn over the shoulder, or remove straps to carry in your hand.',
    price: '30.00',
  });

  // The next file of this kind is understood at once, also after the page was left.
  await page.reload();
  await page.getByRole('tab', { name: 'Bulk Upload' }).click();
  await choose(page, await shopify(), 'shopify-again.csv');
  await expect(panel.getByRole('heading', { name: '20 products to create' })).toBeVisible();
  await expect(panel).toContainText('Its columns were chosen as the last time.');
  await page.getByRole('button', { name: 'Change columns' }).click();
  await page.getByLabel('Category', { exact: true }).selectOption('Tags');
  await page.getByRole('button', { name: continueButton }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'women' })).toBeVisible();
});

test('columns under other names, HTML as text, and what stands for an empty cell', {
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

const ways: [string, Buffer][] = [
  ['UTF-8 with a mark and CRLF', Buffer.from(`\uFEFF${HEADER}\r\nBulk Ìró ₦,"a\r\nb",1,Bulk,\r\n`)],
  ['semicolons', Buffer.from(`${HEADER.replaceAll(',', ';')}\nBulk Ìró ₦;a, b;1;Bulk;\n`)],
  ['tabs', Buffer.from(`${HEADER.replaceAll(',', '\t')}\nBulk Ìró ₦\t"a"\t1\tBulk\t\n`)],
  ['UTF-16', Buffer.from(`\uFEFF${HEADER}\nBulk Ìró ₦,a,1,Bulk,\n`, 'utf16le')],
];
test('a file is read with marks or without, semicolons or tabs, in UTF-16 or Windows-1252', {
  tag: '@desktop',
}, async ({ page }) => {
  await openBulk(page);
  for (const [what, file] of ways) {
    await test.step(what, async () => {
      await choose(page, file);
      await expect(page.getByRole('table')).toContainText('Bulk Ìró ₦');
      await page.getByRole('button', { name: 'Choose another file' }).click();
    });
  }
  // Nothing says which of the old encodings it is: its accents are asked to be looked at.
  await choose(page, Buffer.from(`${HEADER}\nBulk Café,Rösselmann\x92s,1,Bulk,\n`, 'latin1'));
  await expect(page.getByRole('table')).toContainText('Rösselmann’s');
  await expect(bulkPanel(page)).toContainText('it was read as Windows-1252');
});
