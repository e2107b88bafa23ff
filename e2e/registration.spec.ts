import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ACCOUNTS, expect, expectAccessible, open, signIn, test } from './journey.ts';
import { addUser, deleteUsers, expectToast, mailTo, storeCart } from './shopper.ts';

const mine = '%@registration.example';
const REGISTERED = 'Successfully registered! Please check your email to confirm your account.';

test.afterEach(({ db }) => deleteUsers(db, mine));

const newEmail = () => `ada-${randomUUID().slice(0, 8)}@registration.example`;

async function fillIn(page: Page, email: string, over: Record<string, string> = {}) {
  const fields = {
    'First name': 'Ada',
    'Last name': 'Obi',
    Email: email,
    Password: 'secret1',
    'Confirm password': 'secret1',
    ...over,
  };
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
}
const create = (page: Page) => page.getByRole('button', { name: 'Create Account' }).click();

/** Registers on the current page, up to the code form. */
async function register(page: Page, email: string) {
  await fillIn(page, email);
  await create(page);
  await expect(page.getByLabel('Six-digit code')).toBeVisible();
}
const codeIn = (mail: string) => /(\d{6}) is your/.exec(mail)![1]!;
const linkIn = (mail: string) => /http[^\s"<]+\/api\/auth\/verify-email[^\s"<]+/.exec(mail)![0];

test('AUTH-08 AUTH-09 AUTH-10 the five fields, and values that are too short', async ({ page, db }) => {
  const email = newEmail();
  await open(page, '/auth?tab=register');
  await expect(page.getByRole('tabpanel').locator('input')).toHaveCount(5);
  await fillIn(page, email, { 'First name': 'A', 'Last name': 'O' });
  await create(page);
  await expect(page.getByRole('alert')).toHaveText([
    'First name must be at least 2 characters',
    'Last name must be at least 2 characters',
  ]);
  await fillIn(page, email, { 'First name': 'Ad', 'Last name': 'Ob', 'Confirm password': 'secret2' });
  await expect(page.getByRole('alert')).toHaveText(["Passwords don't match"]);
  const { rowCount } = await db.query('select from profiles where email = $1', [email]);
  expect(rowCount).toBe(0);
});

test('AUTH-11 AUTH-12 OPEN-31 an invalid email and short passwords', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/auth?tab=register');
  await fillIn(page, 'abc', { Password: '12345', 'Confirm password': '12345' });
  await create(page);
  await expect(page.getByRole('alert')).toHaveText([
    'Please enter a valid email address',
    'Password must be at least 6 characters',
    'Password must be at least 6 characters',
  ]);
});

test('AUTH-15 AUTH-16 ERR-02 registration asks for the code, which signs in', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  const email = newEmail();
  await open(page, '/auth?tab=register');
  await register(page, email);
  await expectToast(page, REGISTERED);
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  await expectAccessible(page);
  const code = codeIn(await mailTo(page, email, /code/));
  const { rows } = await db.query('select * from profiles where email = $1', [email]);
  expect(rows).toMatchObject([{ first_name: 'Ada', last_name: 'Obi', role: 'user', email_verified: false }]);
  // In the format that some phones copy from the email.
  await page.getByLabel('Six-digit code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Successfully logged in!');
  await expect(page).toHaveURL('/');
});

test('AUTH-20 OPEN-36 OPEN-40 the link, opened in another browser, signs in both browsers', {
  tag: '@phone',
}, async ({ page, browser }) => {
  const email = newEmail();
  await page.clock.install();
  await open(page, '/auth?next=%2Fproducts');
  await page.getByRole('tab', { name: 'Register' }).click();
  await register(page, email);
  const link = linkIn(await mailTo(page, email, /code/));
  // Paused until the account is confirmed: the page would ask by itself, and its toast end before it is looked for.
  await page.clock.pauseAt(Date.now() + 10_000);
  const there = await browser.newContext({ baseURL: process.env.SHOP_URL });
  const other = await there.newPage();
  await other.goto(link);
  await expect(other.getByText(`This opens the account of ${email}`)).toBeVisible();
  await other.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(other).toHaveURL('/products');
  await other.goto('/account');
  await expect(other.getByText(email)).toBeVisible();
  await there.close();
  await page.clock.runFor(4_500);
  await page.clock.resume();
  await expectToast(page, 'Successfully logged in!');
  await expect(page).toHaveURL('/products');
});

test('AUTH-20 OPEN-40 the link is confirmed where somebody else is signed in', {
  tag: '@phone',
}, async ({ page }) => {
  const email = newEmail();
  const { status } = await (
    await page.request.post('/api/auth/sign-up/email', {
      data: { firstName: 'Ada', lastName: 'Obi', email, password: 'secret1' },
      headers: { origin: process.env.SHOP_URL! },
    })
  ).json();
  expect(status).toBe(true);
  await page.context().clearCookies();
  await signIn(page, ACCOUNTS.customer);
  const session = page.waitForResponse('**/api/rpc/accounts/me*');
  await open(page, linkIn(await mailTo(page, email, /code/)));
  await session;
  await expect(page.getByText(`This opens the account of ${email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expectToast(page, 'Successfully logged in!');
  await expect(page).toHaveURL('/');
  await page.goto('/account');
  await expect(page.getByText(email)).toBeVisible();
});

test('OPEN-40 a page that was left for longer notices the confirmation when it is shown again', {
  tag: '@phone',
}, async ({ page, db }) => {
  const email = newEmail();
  await page.clock.install();
  await open(page, '/auth?next=%2Fproducts');
  await page.getByRole('tab', { name: 'Register' }).click();
  await register(page, email);
  await expect(page.getByText(/type its six-digit code here/)).toBeVisible();
  await page.clock.fastForward(11 * 60_000);
  await db.query('update profiles set email_verified = true where lower(email) = $1', [email.toLowerCase()]);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expectToast(page, 'Successfully logged in!');
  await expect(page).toHaveURL('/products');
});

test('AUTH-20 the link, opened in the browser that registered, signs in by itself', {
  tag: '@phone',
}, async ({ page }) => {
  const email = newEmail();
  await open(page, '/auth?tab=register');
  await register(page, email);
  await page.goto(linkIn(await mailTo(page, email, /code/)));
  await expect(page).toHaveURL('/');
  await page.goto('/account');
  await expect(page.getByText(email)).toBeVisible();
});

/** The paths below /api/auth that the page requests from now on. */
function requestsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname.replace('/api/auth/', '')));
  return paths;
}

test('AUTH-20 OPEN-40 the link, opened in another tab, signs in both tabs with one session', {
  tag: '@phone',
}, async ({ page, db }) => {
  const email = newEmail();
  await page.clock.install();
  await open(page, '/auth?tab=register&next=%2Fproducts');
  await register(page, email);
  const link = linkIn(await mailTo(page, email, /code/));
  await page.clock.pauseAt(Date.now() + 10_000);
  // Without a page: the clock stops in all tabs.
  await page.request.get(link);
  await page.clock.runFor(4_500);
  await page.clock.resume();
  await expect(page).toHaveURL('/products');
  const { rowCount } = await db.query(
    'select from sessions s join profiles p on p.id = s.user_id where p.email = $1',
    [email],
  );
  expect(rowCount).toBe(1);
});

test('OPEN-36 CHECKOUT-15 registering during checkout leads back to it', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  const email = newEmail();
  await storeCart(page, [{ id: randomUUID(), name: 'A cloth', price: 1000 }]);
  await open(page, '/checkout');
  await page.getByRole('button', { name: 'Remove and go on' }).waitFor();
  const { rows } = await db.query(
    'select id, name, price::float8 as price from products order by id limit 1',
  );
  await storeCart(page, rows);
  await open(page, '/checkout');
  await page.getByRole('button', { name: 'Sign In to Checkout' }).click();
  await expectToast(page, 'Authentication Required', 'Please login to checkout');
  await expect(page).toHaveURL('/auth?next=%2Fcheckout');
  await page.getByRole('tab', { name: 'Register' }).click();
  await register(page, email);
  await page.getByLabel('Six-digit code').fill(codeIn(await mailTo(page, email, /code/)));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByRole('button', { name: 'Submit Order' })).toBeVisible();
});

test('ERR-05 OPEN-40 a known email gets the same response, and its owner an email', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { id } = await addUser(db);
  const email = newEmail();
  await db.query('update profiles set email = $2 where id = $1', [id, email]);
  await open(page, '/auth?tab=register');
  await register(page, email);
  await expectToast(page, REGISTERED);
  expect(await mailTo(page, email, /already have an account/)).toContain('nothing has changed');
  const { rows } = await db.query('select id from profiles where email = $1', [email]);
  expect(rows).toEqual([{ id }]);
});

test.describe('when refused', () => {
  test.use({ expectedErrors: [/Failed to load resource.*(400|403|422|429|ERR_FAILED)/] });

  test('ERR-04 ERR-05 a registration that is refused or lost keeps the typed text', {
    tag: '@phone',
  }, async ({ page }) => {
    const email = newEmail();
    await open(page, '/auth?tab=register');
    await page.route('**/api/auth/sign-up/**', (route) => route.abort());
    await fillIn(page, email);
    await create(page);
    await expectToast(page, 'An unexpected error occurred during registration');
    await page.unroute('**/api/auth/sign-up/**');
    await page.route('**/api/auth/sign-up/**', (route) =>
      route.fulfill({ status: 422, json: { code: 'X', message: 'Not today' } }),
    );
    await create(page);
    await expectToast(page, 'Registration Failed', 'Not today');
    // A user who looks at the sign-in tab returns to it as well.
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeVisible();
    await page.getByRole('tab', { name: 'Register' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('secret1');
    await expect(page.getByLabel('Confirm password', { exact: true })).toHaveValue('secret1');
  });

  test('CALLS-11 OPEN-40 before the confirmation nobody signs in, and the email can be sent again', {
    tag: '@phone',
  }, async ({ page, db }) => {
    const email = newEmail();
    await page.clock.install();
    await open(page, '/auth?tab=register');
    await register(page, email);
    await page.getByRole('button', { name: 'Back to sign in' }).click();
    await page.getByLabel('Password', { exact: true }).fill('secret1');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText('Please confirm your email first')).toBeVisible();
    await expectToast(page, 'Login Failed', 'Email not verified');
    const again = page.getByRole('button', { name: 'Send the message again' });
    // The minute runs from the registration, regardless of other pages.
    await expect(again).toBeDisabled();
    await expect(page.getByText(/^in (60|5\d) s$/)).toBeVisible();
    await page.clock.runFor(61_000);
    // The server's clock was not moved: it returns the remaining time, and the button counts it down.
    await again.click();
    await expectToast(page, 'Message not sent', /^A message was sent a moment ago\./);
    await expect(again).toBeDisabled();
    await db.query(`delete from limits where key like 'auth:wait:%'`);
    await page.clock.runFor(61_000);
    await again.click();
    await expectToast(page, 'We sent the message again. Please check your email.');
    const newest = async () => {
      const html = await (await page.request.get(`/dev/mailbox?to=${email}`)).text();
      return [...html.matchAll(/(\d{6}) is your/g)].map(([, code]) => code!);
    };
    await expect.poll(async () => (await newest()).length, { timeout: 15_000 }).toBe(2);
    const [code] = await newest();
    await page.getByLabel('Six-digit code').fill(code === '123456' ? '654321' : '123456');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expectToast(page, 'Login Failed', 'That code is not right. Please look at the newest message.');
    await page.getByLabel('Six-digit code').fill(code!);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL('/');
  });

  test('OPEN-40 nothing signs in beside a typed code while it is checked', {
    tag: '@phone',
  }, async ({ page, db }) => {
    const email = newEmail();
    await page.clock.install();
    await open(page, '/auth?tab=register');
    await register(page, email);
    const code = codeIn(await mailTo(page, email, /code/));
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    await page.route('**/api/auth/email-otp/verify-email', async (route) => {
      await isOver;
      await route.abort();
    });
    await page.getByLabel('Six-digit code').fill(code);
    const sent = page.waitForRequest('**/api/auth/email-otp/verify-email');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await sent;
    await db.query('update profiles set email_verified = true where email = $1', [email]);
    const requests = requestsOf(page);
    await page.clock.runFor(9_000);
    await page.evaluate(() => fetch('/livez'));
    expect(requests).toEqual(['/livez']);
    // It failed: the page goes on asking.
    end();
    await expect(page).toHaveURL('/');
  });
});

test('ERR-07 CALLS-04 signing up without an email or a password', { tag: '@phone' }, async ({ page }) => {
  const signUp = (data: object) =>
    page.request.post('/api/auth/sign-up/email', { data, headers: { origin: process.env.SHOP_URL! } });
  for (const data of [{}, { email: newEmail() }, { password: 'secret1' }]) {
    const answer = await signUp({ firstName: 'Ada', lastName: 'Obi', name: 'Ada Obi', ...data });
    expect(answer.status()).toBe(400);
    expect((await answer.json()).message).toBe(
      'You must provide either an email or phone number and a password',
    );
  }
});

test('AUTH-20 an altered link shows an error', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/api/auth/verify-email?token=abc&callbackURL=%2Fauth');
  await expect(page.getByRole('alert')).toContainText('This link has expired');
});
