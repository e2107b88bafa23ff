import { expect, expectAccessible, newWord, openAs, rowOf, test } from './products.ts';

test('SHARE-02 the back office shares published products, not drafts', async ({ page, db }) => {
  const word = newWord();
  await db.query(
    `insert into products (id, name, description, price, status) values
       (gen_random_uuid(), $1 || ' shown', 'x', 1, 'published'), (gen_random_uuid(), $1 || ' draft', 'x', 1, 'draft')`,
    [word],
  );
  await openAs(page, `/admin/products?search=${word}`);
  await rowOf(page, `${word} draft`)
    .getByRole('button', { name: `More for ${word} draft` })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Publish' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeHidden();
  await page.keyboard.press('Escape');
  await rowOf(page, `${word} shown`)
    .getByRole('button', { name: `More for ${word} shown` })
    .click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog.getByRole('img')).toBeVisible();
  await expectAccessible(page);
});

test('SHARE-03 the link preview shows what a product’s link shows, and asks no other host', async ({
  page,
  db,
}) => {
  const { rows } = await db.query(
    `select id, name from products where status = 'published' order by id limit 1`,
  );
  const { id, name } = rows[0];
  const hosts = new Set<string>();
  page.on('request', (request) => {
    // The image that is shown is a blob: read already.
    if (!request.url().startsWith('blob:')) hosts.add(new URL(request.url()).host);
  });
  await openAs(page, `/admin/link-preview?page=${encodeURIComponent(`/products/${id}`)}`);
  for (const service of ['WhatsApp', 'Facebook', 'Google']) {
    await expect(page.getByRole('region', { name: service })).toContainText(name.slice(0, 20));
  }
  await expect(page.getByText(/Its image has \d+ kB, 1200 × 630\./)).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Choose a page').selectOption('Contact');
  await expect(page.getByRole('region', { name: 'WhatsApp' })).toContainText('Contact');
  await expect(page.getByText(/Its image has \d+ kB, 1200 × 630\./)).toBeVisible();
  await page.getByLabel('Or enter its address').fill('https://example.com/products');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText(/^Please enter a page of/)).toBeVisible();
  expect([...hosts]).toEqual([new URL(process.env.SHOP_URL!).host]);
});

test('SHARE-03 pages are chosen one after the other by keyboard, and each preview is announced', {
  tag: '@desktop',
}, async ({ page }) => {
  await openAs(page, '/admin/link-preview');
  const announced = (path: string) =>
    expect(page.getByRole('status').filter({ hasText: new RegExp(`^Preview of ${path}$`) })).toHaveCount(1);
  await announced('/');
  const choice = page.getByLabel('Choose a page');
  await choice.focus();
  for (const path of ['/products', '/about']) {
    await page.keyboard.press('ArrowDown');
    await announced(path);
    await expect(choice).toBeFocused();
  }
  const address = page.getByLabel('Or enter its address');
  await expect(address).toHaveValue('/about');
  await address.fill('/contact');
  await address.press('Enter');
  await announced('/contact');
  await expect(address).toBeFocused();
  await expect(choice).toHaveValue('/contact');
  await page.goBack();
  await announced('/about');
  await expect(address).toHaveValue('/about');
});

test.describe('a draft', () => {
  test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 404/] });
  test('SHARE-03 the link preview of a draft shows nothing of it', async ({ page, db }) => {
    const word = newWord();
    const { rows } = await db.query(
      `insert into products (id, name, description, price, status)
       values (gen_random_uuid(), $1, 'x', 1, 'draft') returning id`,
      [word],
    );
    await openAs(page, `/admin/link-preview?page=/products/${rows[0].id}`);
    await expect(page.getByText(/There is no such page/)).toBeVisible();
    await expect(page.getByText(word)).toHaveCount(0);
  });
});
