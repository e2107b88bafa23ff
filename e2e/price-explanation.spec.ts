import { expect, open, test } from './browsing.ts';
import { expectAccessible, signIn } from './journey.ts';
import { addUser, deleteUsers, type TestUser } from './shopper.ts';

let user: TestUser;
test.beforeEach(async ({ db }) => {
  user = await addUser(db);
});
test.afterEach(async ({ db }) => deleteUsers(db, 'user-%@example.com'));

test('HAND-05 card, product, cart, checkout, order and message explain a price in the same words', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const { code } = await seed.promotion({ percent: 10 });
  const { path, name } = await seed.product({ price: 25_000, promotion: code });
  const reason = `less 10 % (${code})`;
  const main = page.locator('main');
  const isExplained = async (place: typeof main, end = ', until tomorrow') => {
    const price = place.getByText(`${reason}${end}`, { exact: true }).locator('..');
    await expect(price).toHaveText(`₦22,500.00was ₦25,000.00${reason}${end}Promo`);
  };
  await signIn(page, user.email);
  await open(page, `/products?promotion=${code}`);
  await isExplained(main.getByRole('article').filter({ hasText: name }));
  await open(page, `${path}?promotion=${code}`);
  await isExplained(main);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('button', { name: 'In your cart' })).toBeVisible();
  await open(page, '/wishlist');
  await isExplained(main.getByRole('article').filter({ hasText: name }));
  await open(page, '/checkout');
  await isExplained(page.getByRole('region', { name: 'Order summary' }).getByRole('listitem'));
  await page.getByRole('button', { name: 'Submit Order' }).click();
  const link = await page.getByRole('link', { name: 'Continue to WhatsApp' }).getAttribute('href');
  const message = new URL(link!).searchParams.get('text')!;
  // An order keeps its price, so nothing in it ends.
  expect(message).toContain(`• ${name}: ₦22,500.00 (₦25,000.00 ${reason})\n`);
  const order = /\/orders\/[0-9a-f-]{36}/.exec(message)![0];
  await open(page, order);
  await isExplained(main.getByRole('listitem').filter({ hasText: name }), '');
  await expectAccessible(page);
});
