import {
  expect,
  expectAccessible,
  hydrated,
  open,
  PASSWORD,
  signInByPassword as signIn,
  test,
} from './journey.ts';
import { addUser, deleteUsers, expectToast, type TestUser } from './shopper.ts';

const mine = 'user-%@example.com';
let account: TestUser;

test.beforeEach(async ({ db }) => {
  account = await addUser(db);
});
test.afterEach(({ db }) => deleteUsers(db, mine));

async function fillIn(page: import('@playwright/test').Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

test('AUTH-01 AUTH-02 AUTH-03 two tabs, each with its title, and the link to the home page', async ({
  page,
}) => {
  await open(page, '/auth');
  await expect(page.getByRole('tab')).toHaveText(['Sign In', 'Register']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Account');
  await expectAccessible(page);
  // A reload stays on the tab.
  await page.reload();
  await hydrated(page);
  await expect(page.getByRole('tab', { name: 'Register' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('AUTH-05 without email or password nothing is sent', { tag: '@phone' }, async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/sign-in')) requests.push(request.url());
  });
  await open(page, '/auth');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText([
    'Please enter a valid email address or phone number',
    'Password must be at least 6 characters',
  ]);
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(['Password must be at least 6 characters']);
  expect(requests).toEqual([]);
});

test('AUTH-06 ERR-01 a user who signs in sees a greeting on the front page', async ({ page }) => {
  await open(page, '/auth');
  await fillIn(page, account.email, PASSWORD);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Successfully logged in!');
  await expect(page).toHaveURL('/');
});

test('AUTH-04 AUTH-18 the session is kept: a reload stays signed in, and /auth redirects', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, account.email);
  await open(page, '/account');
  await expect(page.getByText(account.email)).toBeVisible();
  await page.reload();
  await expect(page.getByText(account.email)).toBeVisible();
  // No secret is in storage that a script can read.
  const cookie = (await page.context().cookies()).find(({ name }) => name.endsWith('session_token'))!;
  const [token = ''] = decodeURIComponent(cookie.value).split('.');
  const readable = await page.evaluate(
    () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]) + document.cookie,
  );
  expect(readable).toContain('account');
  expect(readable).not.toContain(token);
  await page.goto('/auth');
  await expect(page).toHaveURL('/');
});

test.describe('when refused', () => {
  test.use({ expectedErrors: [/Failed to load resource.*(401|ERR_FAILED|500)/] });

  test('ERR-05 a wrong password shows an error and keeps the typed text', { tag: '@phone' }, async ({
    page,
  }) => {
    await open(page, '/auth');
    await fillIn(page, account.email, 'not-the-password');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectToast(page, 'Login Failed', 'Invalid email or password');
    await expect(page.getByLabel('Email')).toHaveValue(account.email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not-the-password');
    await expect(page).toHaveURL('/auth');
  });

  test('ERR-04 sign-in while the shop is unreachable fails, and the second press succeeds', {
    tag: '@phone',
  }, async ({ page }) => {
    await open(page, '/auth');
    await page.route('**/api/auth/sign-in/**', (route) => route.abort());
    await fillIn(page, account.email, PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectToast(page, 'An unexpected error occurred during login');
    await page.unroute('**/api/auth/sign-in/**');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL('/');
  });

  test('ERR-05 ERR-04 a logout that was refused or lost leaves the user signed in', {
    tag: '@phone',
  }, async ({ page }) => {
    await signIn(page, account.email);
    await open(page, '/account');
    await page.route('**/api/auth/sign-out', (route) =>
      route.fulfill({ status: 500, json: { message: 'The shop is closing' } }),
    );
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expectToast(page, 'Logout Failed', 'The shop is closing');
    await page.unroute('**/api/auth/sign-out');
    await page.route('**/api/auth/sign-out', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expectToast(page, 'An unexpected error occurred during logout');
    await expect(page.getByText(account.email)).toBeVisible();
  });
});

test.describe('in another tab', () => {
  test.use({ expectedErrors: [/status of 401/] });

  test('AUTH-07 ERR-03 logout in the header opens the home page, and other tabs follow', {
    tag: '@phone',
  }, async ({ page, context }) => {
    await signIn(page, account.email);
    const other = await context.newPage();
    await open(other, '/account');
    await expect(other.getByText(account.email)).toBeVisible();
    await open(page, '/products');
    const menu = page.getByRole('button', { name: /menu/i });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectToast(page, 'Successfully logged out!');
    await expect(page).toHaveURL('/');
    await expect(other).toHaveURL('/auth');
  });
});

for (const [next, target] of [
  ['/products?sort=newest', '/products?sort=newest'],
  ['//evil.example/x', '/'],
]) {
  test(`OPEN-36 AUTH-06 ${next} redirects to ${target} after sign-in`, { tag: '@phone' }, async ({
    page,
  }) => {
    await open(page, `/auth?next=${encodeURIComponent(next!)}`);
    await fillIn(page, account.email, PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectToast(page, 'Successfully logged in!');
    await expect(page).toHaveURL(target!);
  });
}

test('CALLS-03 CALLS-05 CALLS-06 signing in creates a session that signing out ends', {
  tag: '@phone',
}, async ({ page }) => {
  const origin = { origin: process.env.SHOP_URL! };
  const me = () => page.request.get('/api/auth/get-session').then((answer) => answer.json());
  const wrong = await page.request.post('/api/auth/sign-in/email', {
    data: { email: account.email, password: 'not-the-password' },
    headers: origin,
  });
  expect(wrong.status()).toBe(401);
  expect(await me()).toBeNull();
  await signIn(page, account.email);
  const cookies = await page.context().cookies();
  const session = cookies.find((cookie) => cookie.name.endsWith('session_token'))!;
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect((await me()).user).toMatchObject({ id: account.id, email: account.email });
  expect((await page.request.post('/api/auth/sign-out', { data: {}, headers: origin })).ok()).toBe(true);
  // A copy of the earlier cookie is invalid.
  const sessionResponse = await page.request.get('/api/auth/get-session', {
    headers: { cookie: `${session.name}=${session.value}` },
  });
  expect(await sessionResponse.json()).toBeNull();
});

test('CALLS-07 AUTH-19 a session in use is extended by the server', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await signIn(page, account.email);
  await db.query(
    `update sessions set expires_at = now() + interval '2 hours', updated_at = now() - interval '3 days' where user_id = $1`,
    [account.id],
  );
  await open(page, '/account');
  await expect(page.getByText(account.email)).toBeVisible();
  const left = () =>
    db
      .query('select extract(epoch from expires_at - now())::int as s from sessions where user_id = $1', [
        account.id,
      ])
      .then(({ rows }) => rows[0].s as number);
  await expect.poll(left).toBeGreaterThan(24 * 3600);
  const cookie = (await page.context().cookies()).find(({ name }) => name.endsWith('session_token'))!;
  expect(cookie.expires - Date.now() / 1000).toBeGreaterThan(24 * 3600);
});

test('AUTH-19 a session is extended while its page is only looked at', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await signIn(page, account.email);
  await page.clock.install();
  await open(page, '/account');
  await expect(page.getByText(account.email)).toBeVisible();
  await db.query(
    `update sessions set expires_at = now() + interval '10 minutes', updated_at = now() - interval '3 days' where user_id = $1`,
    [account.id],
  );
  await page.clock.runFor(5 * 60_000 + 1_000);
  await expect
    .poll(async () => {
      const { rows } = await db.query(
        'select extract(epoch from expires_at - now())::int as s from sessions where user_id = $1',
        [account.id],
      );
      return rows[0].s;
    })
    .toBeGreaterThan(24 * 3600);
});

test('AUTH-17 a session that ended on the server ends on the screen', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await signIn(page, account.email);
  await db.query('delete from sessions where user_id = $1', [account.id]);
  await open(page, '/account');
  await expect(page).toHaveURL('/auth');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
});

test('AUTH-01 ACCOUNT-06 ORDERS-09 without JavaScript each page says that it needs it', {
  tag: '@phone',
}, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.SHOP_URL });
  const page = await context.newPage();
  for (const path of ['/auth', '/account', '/checkout', '/orders', `/orders/${account.id}`]) {
    await page.goto(path);
    await expect(page.getByText(/needs JavaScript/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'write to us' })).toHaveAttribute('href', '/contact');
    await expect(page.locator('.skeleton:visible')).toHaveCount(0);
  }
  await context.close();
});
