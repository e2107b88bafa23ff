import { expect, open, PASSWORD, test } from './journey.ts';
import { press, reach } from './keyboard.ts';
import { addUser, catchWhatsApp, deleteUsers, expectToast, type TestUser } from './shopper.ts';

let user: TestUser;

test.beforeEach(async ({ db }) => {
  user = await addUser(db);
});
test.afterEach(({ db }) => deleteUsers(db, 'user-%@example.com'));

test('AUTH-06 CHECKOUT-09 CHECKOUT-10 from the front page to the chat by keyboard alone', {
  tag: '@desktop',
}, async ({ page, db }) => {
  test.slow();
  const openedUrls = await catchWhatsApp(page);
  await open(page, '/');
  await press(page, page.getByRole('main').locator('article a[href^="/products/"]').first());
  await expect(page).toHaveURL(/\/products\/./);
  // The URL changes before the page does: its button shows that the heading is the product's.
  await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible();
  const name = (await page.getByRole('heading', { level: 1 }).textContent())!.trim();

  await press(page, page.getByRole('button', { name: 'Add to cart' }).first());
  await expectToast(page, `Added ${name} to wishlist`);
  await press(page, page.getByRole('link', { name: /^View Cart/ }));
  await expect(page).toHaveURL('/wishlist');

  await reach(page, page.getByLabel(`Note for ${name}`));
  await page.keyboard.type('Bust 38');
  await page.keyboard.press('Tab');
  await expectToast(page, 'Note updated');
  await press(page, page.getByRole('link', { name: 'Proceed to checkout' }));
  await expect(page).toHaveURL('/checkout');

  await press(page, page.getByRole('button', { name: 'Sign In to Checkout' }));
  await expect(page).toHaveURL('/auth?next=%2Fcheckout');
  await reach(page, page.getByLabel('Email'));
  await page.keyboard.type(user.email);
  await reach(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/checkout');

  await press(page, page.getByRole('button', { name: 'Submit Order' }));
  const link = page.getByRole('link', { name: 'Continue to WhatsApp' });
  await reach(page, link);
  const [chat] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  await chat.waitForLoadState();
  const { rows } = await db.query('select whatsapp_link from orders where user_id = $1', [user.id]);
  expect(rows).toHaveLength(1);
  expect(openedUrls).toEqual([rows[0].whatsapp_link]);
  expect(decodeURIComponent(rows[0].whatsapp_link)).toContain('Bust 38');
  await expectToast(page, 'Order submitted successfully!');
  await expect(page).toHaveURL('/');
});
