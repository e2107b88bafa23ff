import type { Page } from '@playwright/test';
import { expect, expectAccessible, open, PASSWORD, signIn, test } from '../journey.ts';
import { aPerson, expectToast, forgetPeople } from '../shopper.ts';

test.use({ expectedErrors: [/Failed to load resource.*(401|403|503|ERR_FAILED)/] });
test.afterEach(async ({ db }) => {
  for (const role of ['user', 'admin', 'super-admin']) await forgetPeople(db, `${role}-%@example.com`);
});

const rowsIn = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const roleOfCustomer = (page: Page) => page.getByRole('combobox', { name: 'Role of Ẹwà Ọṣun' });

/** An owner of this test's own at /admin/users, where one customer of this test is listed. */
async function atWork(page: Page, db: Parameters<typeof aPerson>[0]) {
  const owner = await aPerson(db, 'super_admin');
  const customer = await aPerson(db);
  await signIn(page, owner.email);
  await open(page, `/admin/users?search=${customer.email}`);
  await expect(rowsIn(page)).toHaveCount(1);
  const roleInDb = async () =>
    (await db.query('select role from profiles where id = $1', [customer.id])).rows[0].role;
  return { owner, customer, roleInDb };
}

test('OPEN-43 ERR-21 PERM-12 an admin is told that users are not for her', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  await signIn(page, (await aPerson(db, 'admin')).email);
  await open(page, '/admin/users');
  await expect(page.getByText('You do not have permission to view all users', { exact: true })).toBeVisible();
  await expect(rowsIn(page)).toHaveCount(0);
  await expectAccessible(page);
});

test('ERR-24 a list that does not come says so; the rows that were there stay', { tag: '@desktop' }, async ({
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

test('ERR-24 nor does a first list that fails claim to be empty', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  await signIn(page, (await aPerson(db, 'super_admin')).email);
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

test('ERR-25 a role that is not saved says so and stands as before', { tag: '@desktop' }, async ({
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

test('PERM-14 OPEN-27 whose own right went meanwhile is told so, and sees the office as it is for her', {
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

test('a session that ended is mended over the list, and the role saved then', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  const { owner, customer, roleInDb } = await atWork(page, db);
  await db.query('delete from sessions where user_id = $1', [owner.id]);
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
  await expect(dialog).toHaveCount(0);
  await expectToast(page, 'User role updated successfully');
  await expect(roleOfCustomer(page)).toHaveValue('admin');
  await expect(page).toHaveURL(`/admin/users?search=${customer.email}`);
  expect(await roleInDb()).toBe('admin');
});

test('who does not want to sign in again has saved nothing, and is not led away', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { owner, roleInDb } = await atWork(page, db);
  await db.query('delete from sessions where user_id = $1', [owner.id]);
  await roleOfCustomer(page).selectOption('admin');
  await page.getByRole('button', { name: 'Not now' }).click();
  await expectToast(page, 'Failed to update user role. Please try again.');
  await expect(roleOfCustomer(page)).toHaveValue('user');
  await expect(page).toHaveURL(/\/admin\/users/);
  expect(await roleInDb()).toBe('user');
});

test('an assistant who signs in over an owner’s list saves nothing that is not hers to save', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { owner, roleInDb } = await atWork(page, db);
  const assistant = await aPerson(db, 'admin');
  await db.query('delete from sessions where user_id = $1', [owner.id]);
  await roleOfCustomer(page).selectOption('admin');
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.getByLabel('Email').fill(assistant.email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expectToast(page, "You don't have permission to update user roles");
  await expect(page.getByText('You do not have permission to view all users', { exact: true })).toBeVisible();
  expect(await roleInDb()).toBe('user');
});
