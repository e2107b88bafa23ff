import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Client } from 'pg';
import { newWord } from '../browsing.ts';
import { ACCOUNTS, expect, expectAccessible, open, PASSWORD, signIn, test } from '../journey.ts';
import { addUser, deleteUsers, expectToast } from '../shopper.ts';

type Role = 'user' | 'admin' | 'super_admin';

/** Part of the last name of every user a test makes. */
let family = '';
test.beforeEach(() => {
  family = newWord();
});
test.afterEach(async ({ db }) => {
  await db.query('delete from profiles where last_name ilike $1', [`%${family}`]);
  await deleteUsers(db, 'super-admin-%@example.com');
});

async function relative(db: Client, first: string, role: Role = 'user', joined = 'now()') {
  const id = randomUUID();
  const email = `${first.toLowerCase()}.${family}@example.com`;
  await db.query(
    `insert into profiles (id, email, email_verified, name, first_name, last_name, role, created_at)
     values ($1, $2, true, '', $3, $4, $5, ${joined})`,
    [id, email, first, `Zq-${family}`, role],
  );
  return { id, email, name: `${first} Zq-${family}` };
}
const roleOf = async (db: Client, id: string) =>
  (await db.query('select role from profiles where id = $1', [id])).rows[0].role;

const rowsIn = (page: Page) => page.locator('tbody').getByRole('row');
const roleFor = (page: Page, name: string) => page.getByRole('combobox', { name: `Role of ${name}` });

async function openUsers(page: Page, search = '') {
  await signIn(page, ACCOUNTS.super);
  await open(page, `/admin/users${search}`);
  await expect(rowsIn(page).first()).toBeVisible();
}

test('ADM-USER-04 CALLS-30 PERM-12 a super admin sees all accounts', async ({ page, db }) => {
  const { email, name } = await relative(db, 'Ẹwà', 'user', "now() - interval '3 days'");
  await openUsers(page, `?search=${family}`);
  await expect(rowsIn(page)).toHaveCount(1);
  const row = rowsIn(page).first();
  await expect(row).toContainText(name);
  await expect(row).toContainText(email);
  await expect(row).toContainText('3 days ago');
  await expect(roleFor(page, name)).toHaveValue('user');
  await expect(roleFor(page, name).getByRole('option')).toHaveText(['User', 'Admin', 'Super Admin']);
  if (page.viewportSize()!.width >= 640) {
    await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Joined', 'Role', 'Actions']);
  }
  await expectAccessible(page);
});

test('ADM-USER-01 ADM-USER-02 ADM-USER-03 search and role filter the list, alone and together', {
  tag: '@desktop',
}, async ({ page, db }) => {
  await relative(db, 'Bisi');
  await relative(db, 'Chidi', 'admin');
  await openUsers(page);
  const search = page.getByRole('searchbox', { name: 'Search by name or email' });
  const role = page.getByRole('combobox', { name: 'Role', exact: true });
  await expect(role.getByRole('option')).toHaveText(['All roles', 'User', 'Admin', 'Super Admin']);
  for (const text of [`BISI ${family}`, `ZQ-${family.toUpperCase()}`, `bisi.${family}@EXAMPLE`]) {
    await search.fill(text);
    await expect(rowsIn(page)).toHaveCount(text.startsWith('ZQ') ? 2 : 1);
    await expect(rowsIn(page).last()).toContainText('Bisi');
  }
  await search.fill(family);
  await expect(rowsIn(page)).toHaveCount(2);
  await role.selectOption('admin');
  await expect(rowsIn(page)).toHaveCount(1);
  await expect(rowsIn(page)).toContainText('Chidi');
  // The view is in the URL: it can be shared, and Back restores the previous view.
  await expect(page).toHaveURL(`/admin/users?search=${family}&role=admin`);
  await page.reload();
  await expect(rowsIn(page)).toHaveCount(1);
  await page.goBack();
  await expect(rowsIn(page)).toHaveCount(2);
  await role.selectOption('super_admin');
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
});

test('ten a page, and the page is in the URL', { tag: '@desktop' }, async ({ page, db }) => {
  for (let i = 0; i < 11; i += 1) await relative(db, `Guest${i}`, 'user', `now() - interval '${i} hours'`);
  await openUsers(page, `?search=${family}`);
  await expect(page.getByText('11 accounts', { exact: true })).toBeVisible();
  await expect(rowsIn(page)).toHaveCount(10);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(`/admin/users?search=${family}&page=2`);
  await expect(rowsIn(page)).toHaveCount(1);
  await expect(rowsIn(page)).toContainText('Guest10');
  // Another search starts at page 1.
  await page.getByRole('searchbox').fill(`guest ${family}`);
  await expect(rowsIn(page)).toHaveCount(10);
  await expect(page).not.toHaveURL(/page=/);
});

test('ADM-USER-05 ADM-USER-06 CALLS-31 a role is changed from the row with the keyboard alone', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { id, name } = await relative(db, 'Dele');
  await openUsers(page, `?search=${family}`);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/rpc/users/setRole', async (route) => {
    await promise;
    await route.continue();
  });
  const select = roleFor(page, name);
  await select.focus();
  // All options can be passed; the role is that of Enter.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect(select).toBeDisabled();
  await expect(select.locator('option:checked')).toHaveText('Updating...');
  resolve();
  await expectToast(page, 'User role updated successfully');
  await expect(select).toHaveValue('admin');
  // The keyboard focus stays.
  await expect(select).toBeFocused();
  expect(await roleOf(db, id)).toBe('admin');
});

test('ERR-26 PERM-13 a super admin is made only after a second confirmation', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  const { id, name } = await relative(db, 'Efe', 'admin');
  await openUsers(page, `?search=${family}`);
  await roleFor(page, name).selectOption('super_admin');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(`Make ${name} a super admin?`);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(roleFor(page, name)).toHaveValue('admin');
  expect(await roleOf(db, id)).toBe('admin');
  await roleFor(page, name).selectOption('super_admin');
  await page.getByRole('button', { name: 'Make super admin' }).click();
  await expectToast(page, 'User role updated successfully');
  expect(await roleOf(db, id)).toBe('super_admin');
});

test('ADM-USER-07 OPEN-44 PERM-15 the role of the own row cannot be changed', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  const { email, id } = await addUser(db, 'super_admin');
  await signIn(page, email);
  await open(page, `/admin/users?search=${email}`);
  await expect(rowsIn(page)).toHaveCount(1);
  await expect(rowsIn(page)).toContainText('You');
  await expect(roleFor(page, 'Ẹwà Ọṣun')).toBeDisabled();
  await expect(roleFor(page, 'Ẹwà Ọṣun')).toHaveValue('super_admin');
  expect(await roleOf(db, id)).toBe('super_admin');
});

test('the role is set as requested, and a concurrent change is reported', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { id, name } = await relative(db, 'Femi');
  await openUsers(page, `?search=${family}`);
  await page.route('**/api/rpc/users/setRole', async (route) => {
    await db.query(`update profiles set role = 'admin' where id = $1`, [id]);
    await route.continue();
  });
  await roleFor(page, name).selectOption('super_admin');
  await page.getByRole('button', { name: 'Make super admin' }).click();
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'User role updated successfully' });
  await expect(toast).toContainText('someone at the server had changed it');
  expect(await roleOf(db, id)).toBe('super_admin');
});

test.describe('a banned user', () => {
  // Their page makes one more request after their session ended.
  test.use({ expectedErrors: [/status of 401/] });

  test('is banned with a reason, is told that the account is closed, and can be unbanned', {
    tag: '@phone',
  }, async ({ page, browser, db }) => {
    const { id, email } = await addUser(db);
    await db.query('update profiles set last_name = $2 where id = $1', [id, `Zq-${family}`]);
    const name = `Ẹwà Zq-${family}`;
    const otherPage = await (await browser.newContext({ baseURL: process.env.SHOP_URL })).newPage();
    await signIn(otherPage, email);
    await open(otherPage, '/account');
    await expect(otherPage.getByText(email)).toBeVisible();

    await openUsers(page, `?search=${family}`);
    await page.getByRole('button', { name: `Ban ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Ban ${name}?` });
    await dialog.getByLabel('Reason (optional)').fill('Sends orders for others');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Ban' }).click();
    await expectToast(page, `${name} is banned`, 'Signed out everywhere, and cannot sign in.');
    await expect(rowsIn(page).first()).toContainText('Banned');

    await otherPage.reload();
    await expect(otherPage).toHaveURL(/\/auth/);
    await expect(otherPage.getByRole('alert')).toHaveText('This account is closed. Please write to us.');
    await expectAccessible(otherPage);
    const again = await otherPage.request.post('/api/auth/sign-in/email', {
      data: { email, password: PASSWORD },
      headers: { origin: process.env.SHOP_URL! },
    });
    expect(again.status()).toBe(403);
    expect(await again.json()).toMatchObject({ message: 'This account is closed. Please write to us.' });

    await open(page, `/admin/audit-log?search=${family}&matter=rights`);
    await expect(page.locator('main tbody tr')).toContainText('Banned');
    await expect(page.locator('main tbody tr')).toContainText('Sends orders for others');
    await open(page, `/admin/users?search=${family}`);
    await page.getByRole('button', { name: `Unban ${name}` }).click();
    await expectToast(page, `${name} may sign in again`);
    await expect(page.getByRole('button', { name: `Ban ${name}` })).toBeVisible();
    await signIn(otherPage, email);
    await otherPage.context().close();
    await deleteUsers(db, email);
  });
});
