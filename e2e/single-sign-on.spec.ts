import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import {
  expect,
  expectAccessible,
  hydrated,
  open,
  PASSWORD,
  signInByPassword as signIn,
  test,
} from './journey.ts';
import { addUser, deleteUsers, expectToast } from './shopper.ts';

/** Unique per test: the test provider identifies accounts by the typed email. */
const at = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@adire.example`;

test.afterEach(async ({ db }) => {
  await deleteUsers(db, '%@adire.example');
  await deleteUsers(db, 'user-%@example.com');
});

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Adire ID' });
const section = (page: Page) => page.getByRole('region', { name: 'Linked accounts' });

async function atProvider(page: Page, email: string) {
  await expect(page.getByRole('heading', { name: 'Adire ID' })).toBeVisible();
  await page.getByLabel('Address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function confirm(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** Sends requests as the shop's own pages do; `page` stays signed in. */
async function link(page: Page, email: string) {
  const headers = { origin: process.env.SHOP_URL! };
  await page.request.post('/api/auth/identity/prove', { data: { password: PASSWORD }, headers });
  const begun = await page.request.post('/api/auth/identities/link', {
    data: { provider: 'adire' },
    headers,
  });
  await page.goto((await begun.json()).url);
  await atProvider(page, email);
  await page.waitForURL(/\/account\/security/);
}

test('CALLS-12 OPEN-38 a first sign-in with a provider creates an account and returns to the previous page', {
  tag: '@phone',
}, async ({ page }) => {
  const email = at('first');
  await open(page, '/auth?next=%2Forders');
  await button(page).click();
  await atProvider(page, email);
  await expectToast(page, 'Successfully logged in!');
  await expect(page).toHaveURL('/orders');
  await open(page, '/account');
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.locator('dl')).toContainText('Ẹwà');

  // The provider now has a session: the second sign-in is one press.
  await page.request.post('/api/auth/sign-out', { data: {}, headers: { origin: process.env.SHOP_URL! } });
  await open(page, '/auth');
  await button(page).click();
  await expectToast(page, 'Successfully logged in!');
  await expect(page).toHaveURL('/');
});

test('CALLS-12 CALLS-13 a sign-in with a provider asks for the second factor, and then continues', {
  tag: '@phone',
}, async ({ page, db }) => {
  const user = await addUser(db);
  await signIn(page, user.email);
  await link(page, at('two'));
  const headers = { origin: process.env.SHOP_URL! };
  const ask = (path: string, data: object) => page.request.post(`/api/auth${path}`, { data, headers });
  await ask('/identity/prove', { password: PASSWORD });
  const { uri } = await (await ask('/two-factor/enable', { password: PASSWORD })).json();
  const code = () => generateSync({ secret: new URL(uri).searchParams.get('secret')! });
  expect((await ask('/two-factor/confirm', { code: code() })).status()).toBe(200);
  await db.query('update two_factors set last_step = 1 where user_id = $1', [user.id]);
  await ask('/sign-out', {});

  await open(page, '/auth?next=%2Forders');
  await button(page).click();
  await expect(page.getByLabel('Six-digit code')).toBeVisible();
  await page.getByLabel('Six-digit code').fill(code());
  await page.keyboard.press('Enter');
  await expectToast(page, 'Successfully logged in!');
  await expect(page).toHaveURL('/orders');
});

test('CALLS-15 an external account is linked on the security page, and unlinked', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  const user = await addUser(db);
  const email = at('linked');
  await signIn(page, user.email);
  await open(page, '/account/security');
  await expect(section(page)).toContainText('Not linked');
  await section(page).getByRole('button', { name: 'Link Adire ID' }).click();
  await confirm(page);
  await atProvider(page, email);
  await expectToast(page, 'Adire ID is linked');
  await expect(page).toHaveURL('/account/security#linked-accounts');
  await expect(section(page)).toContainText(`${email}, linked just now`);
  await expect(section(page)).toBeInViewport();
  // A message is not shown again after a reload.
  await page.reload();
  await hydrated(page);
  await expect(section(page)).toContainText(email);
  // At once: waited for, it would be closed by its time.
  expect(await page.locator('[data-sonner-toast]').count()).toBe(0);
  await expectAccessible(page);

  await section(page).getByRole('button', { name: 'Unlink Adire ID' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await confirm(page);
  await expectToast(page, 'Adire ID is no longer linked');
  await expect(section(page).getByRole('button', { name: 'Link Adire ID' })).toBeFocused();
});

test.describe('when sign-in with a provider fails', { tag: '@phone' }, () => {
  test('a shop account with the same email is not taken over, and the page says what to do', {
    tag: '@phone',
  }, async ({ page, db }) => {
    const user = await addUser(db);
    await open(page, '/auth?next=%2Forders');
    await button(page).click();
    await atProvider(page, user.email);
    const alert = page.getByRole('alert');
    await expect(alert).toHaveText(
      'There is already an account with this address. Sign in with your password, then link Adire ID under Sign-in & security.',
    );
    await expectAccessible(page);
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/orders');
  });

  test('cancelling at the provider returns to the same sign-in page, of the shop or the back office', {
    tag: '@phone',
  }, async ({ page }) => {
    for (const [screen, message] of [
      ['/auth', 'You came back from Adire ID without signing in. Nothing has changed.'],
      ['/admin/login', 'You came back from Adire ID without signing in. Nothing has changed.'],
    ] as const) {
      await open(page, screen);
      await button(page).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('alert')).toHaveText(message);
      await expect(page).toHaveURL(new RegExp(`^[^?]+${screen}\\?`));
    }
    // Text that someone else put into the URL is not shown.
    await open(page, '/auth?error=Send+your+password+to+me&with=adire&error_description=Now');
    await expect(page.getByText('password to me')).toHaveCount(0);
  });
});
