import type { Page } from '@playwright/test';
import { holdRequests } from '../answers.ts';
import { expect, expectAccessible, open, PASSWORD, signIn, test } from '../journey.ts';
import { addUser, deleteUsers, expectToast, mailTo } from '../shopper.ts';

test.afterEach(async ({ db }) => {
  for (const role of ['user', 'admin', 'super-admin']) await deleteUsers(db, `${role}-%@example.com`);
});

async function fillIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

test('ADM-LOGIN-01 ADM-LOGIN-02 ADM-LOGIN-03 the admin sign-in page', async ({ page }) => {
  await open(page, '/admin/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
  await expect(
    page.getByText('Sign in with your administrator credentials to access the admin panel.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveAttribute('placeholder', 'Your email address');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('placeholder', 'Your password');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(page).toHaveTitle(/Admin Login/);
  await expectAccessible(page);
});

test('ADM-LOGIN-05 the link to the home page', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/admin/login');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('ADM-LOGIN-11 ADM-LOGIN-12 invalid input is not sent', { tag: '@phone' }, async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/sign-in/')) requests.push(request.url());
  });
  await open(page, '/admin/login');
  await fillIn(page, 'assistant@shop', '12345');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText([
    'Please enter a valid email address',
    'Password must be at least 6 characters',
  ]);
  await expect(page.getByLabel('Email')).toBeFocused();
  await expectAccessible(page);
  await fillIn(page, 'assistant@shop.test', '123456');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(requests).toEqual([]);
});

for (const role of ['admin', 'super_admin'] as const) {
  test(`ADM-LOGIN-04 ADM-LOGIN-07 ADM-LOGIN-10 ${role} signs in and sees a welcome message`, {
    tag: role === 'admin' ? [] : '@phone',
  }, async ({ page, db }) => {
    const { email } = await addUser(db, role);
    const answer = await holdRequests(page, /\/api\/auth\/sign-in\/email$/);
    const verify = await holdRequests(page, 'accounts/isAdminOrSuperAdmin');
    await page.goto('/about');
    await open(page, '/admin/login');
    await fillIn(page, email);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    const button = page.getByRole('button', { name: 'Signing in...' });
    await expect(button).toBeDisabled();
    await expect(button.locator('svg')).toBeVisible();
    answer();
    await expect(page.getByText('Verifying admin credentials...')).toBeVisible();
    verify();
    await expectToast(page, 'Welcome to the admin dashboard');
    await expect(page).toHaveURL('/admin/dashboard');
    // Back does not return to the sign-in page.
    await page.goBack();
    await expect(page).toHaveURL('/about');
  });
}

test('ADM-LOGIN-06 ADM-LOGIN-07 ADM-LOGIN-10 a signed-in user is checked without a form', {
  tag: '@phone',
}, async ({ page, db }) => {
  await signIn(page, (await addUser(db, 'admin')).email);
  const session = await holdRequests(page, 'accounts/me');
  const role = await holdRequests(page, 'accounts/isAdminOrSuperAdmin');
  await page.goto('/admin/login');
  await expect(page.getByText('Checking authentication...')).toBeVisible();
  session();
  await expect(page.getByText('Verifying admin credentials...')).toBeVisible();
  role();
  await expectToast(page, 'Welcome to the admin dashboard');
  await expect(page).toHaveURL('/admin/dashboard');
});

test('ADM-LOGIN-10 OPEN-36 after signing in, the requested back-office page opens; another site never does', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { email } = await addUser(db, 'admin');
  await page.goto('/admin/products?search=gele');
  await expect(page).toHaveURL(/\/admin\/login\?next=/);
  await fillIn(page, email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/products?search=gele');
  await page.goto('/admin/login?next=https://evil.test/admin');
  await expect(page).toHaveURL('/admin/dashboard');
});

test('CALLS-09 ADM-LOGIN-10 an assistant signs in by a code, also when the phone discarded the page', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { email } = await addUser(db, 'admin');
  await open(page, '/admin/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await page.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const [, code = ''] = /(\d{6}) is your/.exec(await mailTo(page, email, /code/)) ?? [];
  await page.reload();
  await page.getByLabel('Six-digit code').fill(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/dashboard');
});

test('ADM-LOGIN-08 ADM-LOGIN-09 PERM-06 a customer is told that they have no access', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { email } = await addUser(db);
  await signIn(page, email);
  await page.goto('/admin/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  await expect(
    page.getByText(
      'Your account does not have administrative privileges. Please contact a super admin for assistance.',
      { exact: true },
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Return to Homepage' }).click();
  await expect(page).toHaveURL('/');
});

test('ADM-LOGIN-08 ADM-LOGIN-10 from the refusal card the user can sign in with another account', {
  tag: '@phone',
}, async ({ page, db }) => {
  await signIn(page, (await addUser(db)).email);
  const assistant = await addUser(db, 'admin');
  await page.goto('/admin/login');
  await page.getByRole('button', { name: 'Sign in with another account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
  await fillIn(page, assistant.email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/dashboard');
});

test('PERM-06 a user who is given the role while the card is shown gets in at the next check', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { id, email } = await addUser(db);
  await signIn(page, email);
  await page.goto('/');
  await page.goto('/admin/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  await db.query(`update profiles set role = 'admin' where id = $1`, [id]);
  await page.reload();
  await expect(page).toHaveURL('/admin/dashboard');
});

test.describe('when the API refuses or does not respond', () => {
  test.use({ expectedErrors: [/Failed to load resource.*(401|503|ERR_FAILED)/] });

  test('OPEN-14 ERR-05 a wrong password shows an error and keeps the typed text', { tag: '@phone' }, async ({
    page,
    db,
  }) => {
    const { email } = await addUser(db, 'admin');
    await open(page, '/admin/login');
    await fillIn(page, email, 'not-the-password');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectToast(page, 'Login Failed', 'Invalid email or password');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
  });

  test('ERR-06 ADM-LOGIN-07 a role that cannot be read shows an error and can be retried', {
    tag: '@phone',
  }, async ({ page, db }) => {
    await signIn(page, (await addUser(db, 'admin')).email);
    await page.clock.install();
    const role = '**/api/rpc/accounts/isAdminOrSuperAdmin*';
    await page.route(role, (route) => route.fulfill({ status: 503, body: '' }));
    await open(page, '/admin/login');
    await expect(page.getByText('Verifying admin credentials...')).toBeVisible();
    await page.clock.runFor(20_000);
    await expect(page.getByRole('alert')).toContainText('Failed to verify admin credentials');
    await expectAccessible(page);
    await page.unroute(role);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page).toHaveURL('/admin/dashboard');
  });

  test('ERR-06 a correct password without a readable session shows an error too', {
    tag: '@phone',
  }, async ({ page, db }) => {
    const { email } = await addUser(db, 'admin');
    await open(page, '/admin/login');
    await page.clock.install();
    await page.route('**/api/rpc/accounts/me*', (route) => route.abort());
    await fillIn(page, email);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
    await expect
      .poll(async () => {
        await page.clock.runFor(5_000);
        return page.locator('[data-sonner-toast]').allTextContents();
      })
      .toContainEqual(expect.stringContaining('Failed to verify admin credentials'));
    await page.unroute('**/api/rpc/accounts/me*');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL('/admin/dashboard');
  });
});
