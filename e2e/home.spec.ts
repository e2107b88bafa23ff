import { expect, open, test, withoutPopup } from './front.ts';

test.beforeEach(({ page }) => withoutPopup(page));

test('HOME-07 HOME-08 HOME-10 the featured products, no others, two in a row', async ({
  page,
  front,
  db,
}) => {
  await front.featured(4);
  await open(page, '/');
  const section = page.getByRole('region', { name: 'Featured products' });
  const links = section.locator('article h3 a, article a:has(h3)');
  await expect(links).toHaveCount(4);
  const shown = await links.evaluateAll((all) => all.map((a) => a.getAttribute('href')!.split(/[/?]/)[2]));
  const { rows } = await db.query('SELECT id FROM products WHERE featured');
  expect(shown.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  const columns = await section
    .getByRole('list')
    .first()
    .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
  expect(columns).toBe(2);
  const everything = section.getByRole('link', { name: 'See everything in the shop' });
  await expect(everything).toHaveAttribute('href', '/products');
  await everything.click();
  await expect(page).toHaveURL('/products');
});

test('HOME-09 HOME-10 without featured products the section says so and links to the shop', {
  tag: '@phone',
}, async ({ page, front }) => {
  await front.featured(0);
  await open(page, '/');
  const section = page.getByRole('region', { name: 'Featured products' });
  await expect(section.getByText('No featured products found. Check back soon!')).toBeVisible();
  await expect(section.getByRole('article')).toHaveCount(0);
  await expect(section.getByRole('link')).toHaveAttribute('href', '/products');
});

test('HOME-11 OPEN-33 the front page ends with a call to action, which links to the shop', async ({
  page,
}) => {
  await open(page, '/');
  const last = page.locator('main section').last();
  await expect(last.getByRole('heading', { name: 'Is there a date on the invitation?' })).toBeVisible();
  await expect(last).toContainText('send the order to Aso House on WhatsApp');
  await expect(last.getByRole('link', { name: 'Ask us first' })).toHaveAttribute('href', '/contact');
  await last.getByRole('link', { name: 'Start with the cloth' }).click();
  await expect(page).toHaveURL('/products');
});

test('OPEN-33 LIST-08 the category links lead to their lists', { tag: '@phone' }, async ({ page, db }) => {
  const { rows } = await db.query(
    'SELECT name, slug FROM categories WHERE parent_id IS NULL AND is_active ORDER BY display_order LIMIT 1',
  );
  await open(page, '/');
  const kinds = page.getByRole('region', { name: 'What are you looking for?' });
  await kinds.getByRole('link', { name: rows[0].name, exact: true }).click();
  await expect(page).toHaveURL(`/products?category=${rows[0].slug}`);
});

test('RULES-05 OPEN-02 the front page shows list prices in naira', { tag: '@phone' }, async ({
  page,
  front,
  db,
}) => {
  await front.featured(2);
  const { rows } = await db.query('SELECT price FROM products WHERE featured');
  await open(page, '/');
  const section = page.getByRole('region', { name: 'Featured products' });
  for (const { price } of rows) {
    const text = `₦${Number(price).toLocaleString('en', { minimumFractionDigits: 2 })}`;
    await expect(section.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect(section.getByText('Promo', { exact: true })).toHaveCount(0);
});
