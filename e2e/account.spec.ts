import { expect, expectAccessible, open, signIn, test } from './journey.ts';
import { addUser, deleteUsers, expectToast } from './shopper.ts';

test.afterEach(async ({ db }) => {
  for (const role of ['user', 'admin', 'super-admin']) await deleteUsers(db, `${role}-%@example.com`);
});

for (const role of ['user', 'admin', 'super_admin'] as const) {
  test(`ACCOUNT-01 ACCOUNT-02 the account page of ${role} shows the user and the links`, {
    tag: role === 'user' ? [] : '@phone',
  }, async ({ page, db }) => {
    const { email } = await addUser(db, role);
    await signIn(page, email);
    await open(page, '/account');
    await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
    for (const [term, value] of [
      ['First name', 'Ẹwà'],
      ['Last name', 'Ọṣun'],
      ['Email', email],
    ]) {
      await expect(page.locator('dl > div').filter({ hasText: term! }).locator('dd')).toHaveText(value!);
    }
    const admin = page.getByRole('link', { name: 'Admin Panel' });
    if (role === 'user') await expect(admin).toHaveCount(0);
    else await expect(admin).toHaveAttribute('href', '/admin');
  });
}

test('ACCOUNT-03 ACCOUNT-04 links to orders and cart', { tag: '@phone' }, async ({ page, db }) => {
  await signIn(page, (await addUser(db)).email);
  await open(page, '/account');
  const links = page.getByRole('navigation', { name: 'Account', exact: true });
  await expect(links.getByRole('link', { name: 'Cart' })).toHaveAttribute('href', '/wishlist');
  await expect(page.locator('dl')).toBeVisible();
  await expectAccessible(page);
  await links.getByRole('link', { name: 'My Orders' }).click();
  await expect(page).toHaveURL('/orders');
});

test('ACCOUNT-05 AUTH-07 ERR-03 signing out ends the session and opens the home page', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { id, email } = await addUser(db);
  await signIn(page, email);
  await open(page, '/account');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expectToast(page, 'Successfully logged out!');
  await expect(page).toHaveURL('/');
  expect((await db.query('select from sessions where user_id = $1', [id])).rowCount).toBe(0);
  // Back does not show the account again.
  await page.goBack();
  await expect(page).toHaveURL('/auth');
  await expect(page.getByText(email)).toHaveCount(0);
});

test('ACCOUNT-05 unsaved input is asked about before signing out', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  const { id, email } = await addUser(db);
  const sessions = async () => (await db.query('select from sessions where user_id = $1', [id])).rowCount;
  await signIn(page, email);
  await open(page, '/account');
  await page.getByRole('button', { name: 'Edit details' }).click();
  await page.getByLabel('First name').fill('Adaeze');
  const signOut = page.getByRole('button', { name: 'Sign Out' });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await signOut.click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(signOut).toBeEnabled();
  expect(await sessions()).toBe(1);
  await expect(page.getByLabel('First name')).toHaveValue('Adaeze');
  await signOut.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expectToast(page, 'Successfully logged out!');
  await expect(page).toHaveURL('/');
  expect(await sessions()).toBe(0);
});

test('ACCOUNT-06 a visitor is redirected to sign in', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/account');
  await expect(page).toHaveURL(/\/auth/);
});

test('ACCOUNT-01 name and number can be changed; invalid values are refused and stay in the field', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { id, email } = await addUser(db);
  await signIn(page, email);
  await open(page, '/account');
  await page.getByRole('button', { name: 'Edit details' }).click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.getByLabel('First name').fill('A');
  await page.getByLabel('Phone').fill('0801');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').first()).toHaveText('First name must be at least 2 characters');
  await expectAccessible(page);
  await page.getByLabel('First name').fill('Adaeze');
  await page.getByLabel('Phone').fill('+234 801 234 5678');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Profile updated');
  await expect(page.getByRole('button', { name: 'Edit details' })).toBeFocused();
  await expect(page.getByText('+234 801 234 5678').first()).toBeVisible();
  const { rows } = await db.query('select first_name, phone, role from profiles where id = $1', [id]);
  expect(rows).toEqual([{ first_name: 'Adaeze', phone: '+2348012345678', role: 'user' }]);
});

test.describe('when the API does not respond', () => {
  test.use({ expectedErrors: [/Failed to load resource.*(ERR_FAILED|503)/] });

  test('ACCOUNT-01 the account page shows an error with Try Again', { tag: '@phone' }, async ({
    page,
    db,
  }) => {
    const { email } = await addUser(db);
    await signIn(page, email);
    await page.clock.install();
    await page.route('**/api/rpc/accounts/me', (route) => route.fulfill({ status: 503, body: '' }));
    await open(page, '/account');
    await page.clock.runFor(60_000);
    await expect(page.getByText('Your account could not be loaded')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/rpc/accounts/me');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText(email)).toBeVisible();
  });
});
