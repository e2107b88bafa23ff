import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expect, expectAccessible, hydrated, open, PASSWORD, signIn, test } from './journey.ts';
import { aPerson, expectToast, forgetPeople } from './shopper.ts';

/** Of this journey alone: the house knows people by what they type there. */
const at = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@adire.example`;

test.afterEach(async ({ db }) => {
  await forgetPeople(db, '%@adire.example');
  await forgetPeople(db, 'user-%@example.com');
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

/** Links by the shop's own requests; `page` is signed in and stays so. */
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

test('CALLS-12 OPEN-38 a first sign-in with another house makes an account and leads to where the shopper was', {
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

  // The house knows her from now on: the second time is one press.
  await page.request.post('/api/auth/sign-out', { data: {}, headers: { origin: process.env.SHOP_URL! } });
  await open(page, '/auth');
  await button(page).click();
  await expectToast(page, 'Successfully logged in!');
  await expect(page).toHaveURL('/');
});

test('CALLS-12 CALLS-13 a sign-in with another house asks for the second step, and then leads on', {
  tag: '@phone',
}, async ({ page, db }) => {
  const person = await aPerson(db);
  await signIn(page, person.email);
  await link(page, at('two'));
  const headers = { origin: process.env.SHOP_URL! };
  const ask = (path: string, data: object) => page.request.post(`/api/auth${path}`, { data, headers });
  await ask('/identity/prove', { password: PASSWORD });
  const { uri } = await (await ask('/two-factor/enable', { password: PASSWORD })).json();
  const code = () => generateSync({ secret: new URL(uri).searchParams.get('secret')! });
  expect((await ask('/two-factor/confirm', { code: code() })).status()).toBe(200);
  await db.query('update two_factors set last_step = 1 where user_id = $1', [person.id]);
  await ask('/sign-out', {});

  await open(page, '/auth?next=%2Forders');
  await button(page).click();
  await expect(page.getByLabel('Six-digit code')).toBeVisible();
  await page.getByLabel('Six-digit code').fill(code());
  await page.keyboard.press('Enter');
  await expectToast(page, 'Successfully logged in!');
  await expect(page).toHaveURL('/orders');
});

test('CALLS-15 an account elsewhere is linked on the security page, and unlinked', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  const person = await aPerson(db);
  const email = at('linked');
  await signIn(page, person.email);
  await open(page, '/account/security');
  await expect(section(page)).toContainText('Not linked');
  await section(page).getByRole('button', { name: 'Link Adire ID' }).click();
  await confirm(page);
  await atProvider(page, email);
  await expectToast(page, 'Adire ID is linked');
  await expect(page).toHaveURL('/account/security#linked-accounts');
  await expect(section(page)).toContainText(`${email}, linked just now`);
  await expect(section(page)).toBeInViewport();
  // What was said once is not said again.
  await page.reload();
  await hydrated(page);
  await expect(section(page)).toContainText(email);
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  await expectAccessible(page);

  await section(page).getByRole('button', { name: 'Unlink Adire ID' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await confirm(page);
  await expectToast(page, 'Adire ID is no longer linked');
  await expect(section(page).getByRole('button', { name: 'Link Adire ID' })).toBeFocused();
});

test.describe('what comes to nothing', { tag: '@phone' }, () => {
  test('an account of the shop with the same address is not taken over, and the page says what to do', {
    tag: '@phone',
  }, async ({ page, db }) => {
    const person = await aPerson(db);
    await open(page, '/auth?next=%2Forders');
    await button(page).click();
    await atProvider(page, person.email);
    const alert = page.getByRole('alert');
    await expect(alert).toHaveText(
      'There is already an account with this address. Sign in with your password, then link Adire ID under Sign-in & security.',
    );
    await expectAccessible(page);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/orders');
  });

  test('whoever changes her mind there is back where she was, at the shop’s door and the office’s', {
    tag: '@phone',
  }, async ({ page }) => {
    for (const [door, said] of [
      ['/auth', 'You came back from Adire ID without signing in. Nothing has changed.'],
      ['/admin/login', 'You came back from Adire ID without signing in. Nothing has changed.'],
    ] as const) {
      await open(page, door);
      await button(page).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('alert')).toHaveText(said);
      await expect(page).toHaveURL(new RegExp(`^[^?]+${door}\\?`));
    }
    // What somebody else wrote into the address is not shown.
    await open(page, '/auth?error=Send+your+password+to+me&with=adire&error_description=Now');
    await expect(page.getByText('password to me')).toHaveCount(0);
  });
});
