import { entryOf, expect, expectAccessible, fillCart, open, storedCart, test } from './browsing.ts';
import { ACCOUNTS, signIn } from './journey.ts';
import { openFollowing } from './live-browsers.ts';

test.describe('a draft', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('VIS-02 staff see it on its page with a ribbon, customers see no product; published, it is the page', async ({
    page,
    db,
    seed,
  }) => {
    const draft = await seed.product({ name: 'Sallah agbada zqdraft', images: 2 });
    await db.query(`update products set status = 'draft' where id = $1`, [draft.id]);
    const ribbon = page.getByText('Draft: only staff see this page');
    await signIn(page, ACCOUNTS.customer);
    await open(page, draft.path);
    await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible();
    await expect(ribbon).toHaveCount(0);

    await signIn(page, ACCOUNTS.admin);
    expect((await page.goto(draft.path))?.status()).toBe(404);
    await expect(ribbon).toBeVisible();
    await expect(page.getByRole('heading', { name: draft.name })).toBeVisible();
    await expect(page).toHaveTitle(`Draft: ${draft.name}`);
    await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      `/admin/products/${draft.id}`,
    );
    await expectAccessible(page);

    await db.query(`update products set status = 'published' where id = $1`, [draft.id]);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeVisible();
    await expect(ribbon).toHaveCount(0);
  });

  test('VIS-02 an open page of a product that becomes one, or is deleted, says at once that it is not found', async ({
    page,
    db,
    seed,
  }) => {
    for (const statement of [
      `update products set status = 'draft' where id = $1`,
      'delete from products where id = $1',
    ]) {
      const product = await seed.product();
      await openFollowing(page, product.path);
      await expect(page.getByRole('button', { name: 'Add to cart' })).toBeVisible();
      await db.query(statement, [product.id]);
      await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0);
    }
  });
});

test('VIS-03 what sells out says so at once in an open cart, and the button explains', async ({
  page,
  db,
  seed,
}) => {
  const [gown, cap] = [await seed.product({ price: 900 }), await seed.product({ price: 100 })];
  await fillCart(page, [entryOf(gown, { price: 900 }), entryOf(cap, { price: 100 })]);
  await openFollowing(page, '/wishlist');
  await expect(page.getByRole('link', { name: 'Proceed to checkout' })).toBeVisible();
  await db.query('update products set sold_out = true where id = $1', [gown.id]);
  const row = page.locator('main article').filter({ hasText: gown.name });
  await expect(row).toContainText('Sold out. Please remove it.');
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('₦100.00');
  await expect(page.getByRole('link', { name: 'Proceed to checkout' })).toHaveCount(0);
  const alert = page.getByRole('alert').filter({ hasText: 'Some products are sold out.' });
  await expect(alert.getByRole('listitem')).toHaveText([gown.name]);
  await expectAccessible(page);
  await alert.getByRole('button', { name: 'Remove and go on' }).click();
  await expect(page).toHaveURL('/checkout');
  expect((await storedCart(page)).map(({ product }) => product.id)).toEqual([cap.id]);
  await expect(page.getByText(`Removed ${gown.name} from wishlist`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(alert.getByRole('listitem')).toHaveText([gown.name]);
  expect((await storedCart(page)).map(({ product }) => product.id)).toEqual([gown.id, cap.id]);
});

test('VIS-03 a sold-out product has a badge on its card and page, and cannot be added', async ({
  page,
  db,
  seed,
}) => {
  const gown = await seed.product({ name: 'Gown zqgone' });
  await db.query('update products set sold_out = true where id = $1', [gown.id]);
  await open(page, '/products?search=zqgone');
  const card = page.locator('main article').filter({ hasText: gown.name });
  await expect(card).toContainText('Sold out');
  await expect(card.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await open(page, gown.path);
  await expect(page.getByRole('main')).toContainText('Sold out');
  await expect(page.getByRole('button', { name: 'Sold out' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0);
  await expectAccessible(page);
});
