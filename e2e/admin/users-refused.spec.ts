import type { Page } from '@playwright/test';
import { endSessionDuring, expect, expectAccessible, open, PASSWORD, signIn, test } from '../journey.ts';
import { addUser, deleteUsers, expectToast } from '../shopper.ts';

test.use({ expectedErrors: [/Failed to load resource.*(401|403|503|ERR_FAILED)/] });
test.afterEach(async ({ db }) => {
  for (const role of ['user', 'admin', 'super-admin']) await deleteUsers(db, `${role}-%@example.com`);
});

const rowsIn = (page: Page) => page.locator('tbody').getByRole('row');
const roleOfCustomer = (page: Page) => page.getByRole('combobox', { name: 'Role of Ẹwà Ọṣun' });

/** Opens /admin/users as a super admin of this test, with one customer listed. */
async function atWork(page: Page, db: Parameters<typeof addUser>[0]) {
  const owner = await addUser(db, 'super_admin');
  const customer = await addUser(db);
  await signIn(page, owner.email);
  await open(page, `/admin/users?search=${customer.email}`);
  await expect(rowsIn(page)).toHaveCount(1);
  const roleInDb = async () =>
    (await db.query('select role from profiles where id = $1', [customer.id])).rows[0].role;
  return { owner, customer, roleInDb };
}

test('OPEN-43 ERR-21 PERM-12 an admin is told that they may not see users', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  await signIn(page, (await addUser(db, 'admin')).email);
  await open(page, '/admin/users');
  await expect(page.getByText('You do not have permission to view all users', { exact: true })).toBeVisible();
  await expect(rowsIn(page)).toHaveCount(0);
  await expectAccessible(page);
});

test('ERR-24 a list that fails to load shows an error; rows already shown stay', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  const { customer } = await atWork(page, db);
  const list = '**/api/rpc/users/listUsers*';
  await page.clock.install();
  await page.route(list, (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('user');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect
    .poll(async () => {
      await page.clock.runFor(2_000);
      return page.getByRole('alert').allTextContents();
    })
    .toContainEqual(expect.stringContaining('Failed to fetch users'));
  await expect(rowsIn(page)).toContainText(customer.email);
  await expectAccessible(page);
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(rowsIn(page)).toHaveCount(1);
});

test('ERR-24 a first list that fails is not shown as empty', { tag: '@desktop' }, async ({ page, db }) => {
  await signIn(page, (await addUser(db, 'super_admin')).email);
  await page.clock.install();
  await page.route('**/api/rpc/users/listUsers*', (route) => route.abort());
  await open(page, '/admin/users');
  await expect
    .poll(async () => {
      await page.clock.runFor(2_000);
      return page.getByRole('alert').allTextContents();
    })
    .toContainEqual(expect.stringContaining('Failed to fetch users'));
  await expect(page.getByText('No users found')).toHaveCount(0);
});

test('ERR-25 a role that cannot be saved shows an error and stays as before', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  const { roleInDb } = await atWork(page, db);
  await page.route('**/api/rpc/users/setRole', (route) => route.abort());
  await roleOfCustomer(page).selectOption('admin');
  await expectToast(page, 'Failed to update user role. Please try again.');
  await expect(roleOfCustomer(page)).toHaveValue('user');
  expect(await roleInDb()).toBe('user');
});

test('PERM-14 OPEN-27 a super admin whose role was removed gets a message and sees the back office of the new role', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { owner, roleInDb } = await atWork(page, db);
  await page.route('**/api/rpc/users/setRole', async (route) => {
    await db.query(`update profiles set role = 'admin' where id = $1`, [owner.id]);
    await route.continue();
  });
  await roleOfCustomer(page).selectOption('admin');
  await expectToast(page, "You don't have permission to update user roles");
  await expect(page.getByText('You do not have permission to view all users', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0);
  expect(await roleInDb()).toBe('user');
});

test('an expired session is renewed over the list, and then the role is saved', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  const { owner, customer, roleInDb } = await atWork(page, db);
  await endSessionDuring(page, 'users/setRole', owner.email);
  await roleOfCustomer(page).selectOption('admin');
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(dialog.getByLabel('Email')).toHaveValue(owner.email);
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('not-the-password');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Login Failed', 'Invalid email or password');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await Promise.all([expect(dialog).toHaveCount(0), expectToast(page, 'User role updated successfully')]);
  await expect(roleOfCustomer(page)).toHaveValue('admin');
  await expect(page).toHaveURL(`/admin/users?search=${customer.email}`);
  expect(await roleInDb()).toBe('admin');
});

test('a user who cancels the sign-in has saved nothing, stays on the page and is asked again by the next save', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { owner, roleInDb } = await atWork(page, db);
  await endSessionDuring(page, 'users/setRole', owner.email);
  await roleOfCustomer(page).selectOption('admin');
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  const refused = page.waitForResponse(/users\/listUsers/);
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expectToast(page, 'Failed to update user role. Please try again.');
  // Lists that load by themselves or while the user types do not ask again, but the next press and the next save do.
  expect((await refused).status()).toBe(401);
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to fetch users' });
  await expect(failed).toContainText('You are signed out. Please sign in again.');
  await expect(dialog).toHaveCount(0);
  await expect(roleOfCustomer(page)).toHaveValue('user');
  await expect(page).toHaveURL(/\/admin\/users/);
  const search = page.getByRole('searchbox');
  const sought = page.waitForResponse(/users\/listUsers/);
  await search.press('End');
  await search.pressSequentially('m');
  expect((await sought).status()).toBe(401);
  await expect(dialog).toHaveCount(0);
  await search.press('Backspace');
  await expect(failed).toBeVisible();
  await failed.getByRole('button', { name: 'Try Again' }).click();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(dialog).toHaveCount(0);
  await roleOfCustomer(page).selectOption('admin');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expectToast(page, 'User role updated successfully');
  await expect(failed).toHaveCount(0);
  await expect(roleOfCustomer(page)).toHaveValue('admin');
  expect(await roleInDb()).toBe('admin');
});

test('an admin who signs in over a super admin’s list cannot save', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { owner, roleInDb } = await atWork(page, db);
  const assistant = await addUser(db, 'admin');
  await endSessionDuring(page, 'users/setRole', owner.email);
  await roleOfCustomer(page).selectOption('admin');
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.getByLabel('Email').fill(assistant.email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expectToast(page, "You don't have permission to update user roles");
  await expect(page.getByText('You do not have permission to view all users', { exact: true })).toBeVisible();
  expect(await roleInDb()).toBe('user');
});
