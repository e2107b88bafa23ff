import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  hydrated,
  open,
  PASSWORD,
  signInByPassword as signIn,
  test,
} from './journey.ts';
import { addUser, deleteUsers, expectToast, mailTo } from './shopper.ts';

test.afterEach(({ db }) => deleteUsers(db, '%-%@example.com'));

/** The number of wrong passwords allowed without proof of work. */
async function guess(page: Page, email: string) {
  for (let n = 0; n < 10; n++) {
    const answer = await page.request.post('/api/auth/sign-in/email', {
      data: { email, password: 'wrong-one' },
      headers: { origin: process.env.SHOP_URL! },
    });
    expect(answer.status()).toBe(401);
  }
}

test.describe('after many wrong passwords', () => {
  test.use({ expectedErrors: [/Failed to load resource.*429/] });

  for (const [where, path, role] of [
    ['the sign-in page', '/auth?next=%2Fproducts', 'user'],
    ['the back office', '/admin/login', 'admin'],
  ] as const) {
    test(`the browser solves a proof of work on ${where}, which can be cancelled, and the correct password signs in`, {
      tag: role === 'user' ? '@phone' : '@desktop',
    }, async ({ page, db }) => {
      const { email } = await addUser(db, role);
      await guess(page, email);
      // As slow as on an old phone, so that the page can be checked during the computation.
      let holdRequests: () => void = () => {};
      const held = new Promise<void>((resolve) => {
        holdRequests = resolve;
      });
      await page.route(/work-worker/, async (route) => {
        await held;
        await route.continue();
      });
      await open(page, path);
      await page.getByLabel(/^Email/).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      const bar = page.getByRole('progressbar', { name: 'Extra check' });
      await expect(bar).toBeVisible();
      await expect(
        page.getByRole('status').getByText(/^Extra check\. .* a minute at most\.$/),
      ).toBeAttached();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Cancel' }).focus();
      await page.keyboard.press('Enter');
      await expect(bar).toHaveCount(0);
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
      // The form takes the next press when its button shows its label again, some ms after the notice is gone: that of
      // the back office is disabled until then.
      const button = page.locator('form[aria-label] button[type=submit]');
      await expect(button).toBeEnabled();
      await expect(button).not.toHaveAttribute('aria-busy');
      holdRequests();
      await page.keyboard.press('Enter');
      // As long as the notice says: with other load, the search takes more than the usual patience of a test.
      await page.locator('[data-sonner-toast]').first().waitFor({ timeout: 60_000 });
      await expectToast(page, role === 'user' ? 'Successfully logged in!' : 'Welcome to the admin dashboard');
      await expect(page).toHaveURL(role === 'user' ? '/products' : '/admin/dashboard');
    });
  }
});

test.describe('after many wrong passwords in a browser that is signed in', () => {
  test.use({ expectedErrors: [/Failed to load resource.*4(00|29)/] });

  test('the dialog above a form shows the proof of work, the form behind it does not', {
    tag: '@phone',
  }, async ({ page, db }) => {
    const { email } = await addUser(db);
    await signIn(page, email);
    for (let n = 0; n < 10; n++) {
      const answer = await page.request.post('/api/auth/identity/prove', {
        data: { password: 'wrong-one' },
        headers: { origin: process.env.SHOP_URL! },
      });
      expect(answer.status()).toBe(400);
    }
    await page.route(/work-worker/, () => {});
    await open(page, '/account/security');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('New password').fill('another-password');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Your browser is solving a small puzzle')).toBeVisible();
    await expect(page.getByText('Your browser is solving a small puzzle')).toHaveCount(1);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel check' }).click();
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  });
});

test('typing during hydration keeps the sign-in form, even with a pending code; the code form is one press away', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { email } = await addUser(db);
  await open(page, '/auth');
  await page.getByLabel(/^Email/).fill(email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = page.getByLabel('Six-digit code');
  await expect(code).toBeFocused();
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.getByLabel(/^Email/).fill('another@example.com');
  release();
  await hydrated(page);
  await expect(page.getByText(`We sent a code to ${email}.`)).toBeVisible();
  await expect(page.getByLabel(/^Email/)).toHaveValue('another@example.com');
  await expect(page.getByLabel(/^Email/)).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enter the code' }).click();
  await expect(code).toBeFocused();
});

test('the page of a password reset link names the account; an expired link shows an error', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { email } = await addUser(db);
  await open(page, '/auth');
  await page.getByLabel(/^Email/).fill(email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send me a message' }).click();
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  const mail = await mailTo(page, email, /password/i);
  const token = /\/auth\?reset=([\w-]+)/.exec(mail)![1]!;
  await open(page, `/auth?reset=${token}`);
  await expect(page.getByText(`Choose your new password for ${email}.`)).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('another-one');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expectToast(page, 'Your new password is set. Please sign in with it.');
  await expect(page.getByLabel(/^Email/)).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await open(page, `/auth?reset=${token}`);
  await expect(page.getByRole('alert').getByText('This link has expired.')).toBeVisible();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByRole('button', { name: 'Send me a message' })).toBeVisible();
  await expect(page).toHaveURL('/auth');
});
