import {
  ACCOUNTS,
  expect,
  expectAccessible,
  open,
  PASSWORD,
  signInByPassword as signIn,
  test,
} from './journey.ts';
import {
  addProduct,
  addUser,
  deleteUsers,
  expectToast,
  mailTo,
  removeProducts,
  submitOrder,
} from './shopper.ts';

test.afterEach(async ({ db }) => deleteUsers(db, 'user-%@example.com'));

test('account deletion needs a confirmation; the orders stay in the back office without personal data', {
  tag: '@phone',
}, async ({ page, db, browser }) => {
  const { id, email } = await addUser(db);
  const cloth = await addProduct(db);
  await signIn(page, email);
  const order = await submitOrder(page, [{ ...cloth, notes: 'chest 102 cm' }]);
  await open(page, '/account/security');
  const data = page.getByRole('region', { name: 'Your data' });
  // The lists above it move the button when they have been loaded.
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await data.getByRole('button', { name: 'Delete my account' }).click();
  const words = data.getByLabel('To go on, type ‘delete my account’');
  await expect(words).toBeFocused();
  await data.getByRole('button', { name: 'Delete for ever' }).click();
  await expect(data.getByText('Please type ‘delete my account’')).toBeVisible();
  await expectAccessible(page);
  await words.fill('Delete my account');
  await data.getByRole('button', { name: 'Delete for ever' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Your account is deleted');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0);
  expect((await db.query('select from profiles where id = $1', [id])).rowCount).toBe(0);
  expect((await page.request.get('/api/v1/me/sessions')).status()).toBe(401);
  await mailTo(page, email, /was deleted/);

  const admin = await browser.newContext({ baseURL: process.env.SHOP_URL! });
  const staffPage = await admin.newPage();
  await signIn(staffPage, ACCOUNTS.admin);
  await open(staffPage, `/admin/orders?search=${order.orderNumber}`);
  await expect(staffPage.getByText('Former customer').first()).toBeVisible();
  await open(staffPage, `/admin/orders/${order.id}`);
  await expect(staffPage.getByText('This customer deleted their account.')).toBeVisible();
  await expect(staffPage.getByText('chest 102 cm').first()).toBeVisible();
  await expect(staffPage.getByText('Former customer sent the order')).toBeVisible();
  await expect(staffPage.getByText(email)).toHaveCount(0);
  await expectAccessible(staffPage);
  await admin.close();
  await db.query('delete from orders where id = $1', [order.id]);
  await removeProducts(db, [cloth]);
});

test('a late answer to a cancelled question does not confirm the deletion', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { id, email } = await addUser(db);
  await signIn(page, email);
  await open(page, '/account/security');
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/auth/identity/prove', async (route) => {
    await released;
    await route.continue();
  });
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const password = page.getByRole('region', { name: 'Password' });
  await password.getByRole('button', { name: 'Change password' }).click();
  await password.getByLabel('New password').fill('three words apart');
  await password.getByLabel('New password').press('Enter');
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();

  const data = page.getByRole('region', { name: 'Your data' });
  await data.getByRole('button', { name: 'Delete my account' }).click();
  await data.getByLabel('To go on').fill('delete my account');
  await data.getByRole('button', { name: 'Delete for ever' }).click();
  await expect(question).toContainText('delete your account');
  const answered = page.waitForResponse('**/api/auth/identity/prove');
  release();
  await (await answered).finished();
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(data.getByLabel('To go on')).toHaveValue('delete my account');
  expect((await db.query('select from profiles where id = $1', [id])).rowCount).toBe(1);
});
