import type { Page } from '@playwright/test';
import { expect, expectAccessible, open, PASSWORD, signInByPassword as signIn, test } from './journey.ts';
import { addUser, deleteUsers, expectToast, type TestUser } from './shopper.ts';
import { virtualDevice } from './virtual-device.ts';

test.afterEach(async ({ db }) => {
  for (const role of ['user', 'admin']) await deleteUsers(db, `${role}-%@example.com`);
});

/** Disables passkey autofill, so that only a press signs in: the virtual device responds by itself. */
const onlyOnPress = (page: Page) =>
  page.addInitScript(() => {
    if (window.PublicKeyCredential) PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
const button = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });
const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

async function confirm(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}
const signInOf = async (db: import('pg').Client, user: TestUser) =>
  (
    await db.query(
      'select sign_in_method, second_factor from sessions where user_id = $1 order by created_at desc limit 1',
      [user.id],
    )
  ).rows[0];

test('CALLS-03 AUTH-06 a passkey is added, named, signs in without a second factor, and is removed', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const user = await addUser(db);
  await onlyOnPress(page);
  await virtualDevice(page);
  await signIn(page, user.email);
  await open(page, '/account/security');
  await expect(section(page)).toContainText('You have no passkey yet.');
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await confirm(page);
  await expectToast(page, 'Passkey added');
  await expect(section(page)).toContainText('not used yet, on one device');
  await expect(section(page)).toContainText('Added on this device');

  await section(page)
    .getByRole('button', { name: /^Rename/ })
    .click();
  await expect(page.getByLabel('Name of this passkey')).toBeFocused();
  await page.getByLabel('Name of this passkey').fill('  ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please enter a name');
  await page.getByLabel('Name of this passkey').fill('My phone');
  await page.keyboard.press('Enter');
  await expect(section(page).getByRole('button', { name: 'Rename My phone' })).toBeFocused();
  await expectAccessible(page);

  // Any other sign-in method requires the second factor from here on.
  await db.query('update profiles set two_factor_enabled = true where id = $1', [user.id]);
  await page.context().clearCookies();
  await open(page, '/auth?next=/account/security');
  await button(page).click();
  await expectToast(page, 'Successfully logged in!');
  await expect(page).toHaveURL('/account/security');
  expect(await signInOf(db, user)).toEqual({ sign_in_method: 'passkey', second_factor: null });
  await expect(section(page)).toContainText('last used');

  await section(page).getByRole('button', { name: 'Remove My phone' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await confirm(page);
  await expectToast(page, '‘My phone’ is removed');
  await expect(section(page).getByRole('button', { name: 'Add a passkey' })).toBeFocused();
  await expect(section(page)).toContainText('You have no passkey yet.');
});

test('AUTH-06 a passkey that the browser suggests in the field signs in', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  const user = await addUser(db);
  await (await virtualDevice(page)).knows(db, user.id);
  // The next page's script is late: until then the browser does not ask for a passkey again.
  await page.route(/\/assets\/.*\.js/, async (route) => {
    if (page.url().includes('/auth')) await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  let signIns = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/passkey/verify-authentication')) signIns += 1;
  });
  await open(page, '/auth?next=%2Forders');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn');
  await expectToast(page, 'Successfully logged in!');
  await expect(page).toHaveURL('/orders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your orders');
  expect(signIns).toBe(1);
  expect(await signInOf(db, user)).toEqual({ sign_in_method: 'passkey', second_factor: null });
});

test('AUTH-06 a suggested passkey signs in when the lock of the device hid the page', {
  tag: '@phone',
}, async ({ page, db }) => {
  await (await virtualDevice(page)).knows(db, (await addUser(db)).id);
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = async (options) => {
      const found = await get(options);
      document.dispatchEvent(new Event('visibilitychange'));
      return found;
    };
  });
  await open(page, '/auth');
  await expectToast(page, 'Successfully logged in!');
});

test('AUTH-06 a late suggestion does not close the dialog of the button', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await (await virtualDevice(page)).knows(db, (await addUser(db)).id);
  // The dialog stays open until the page is told that its user chose.
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = async (options) => {
      if (options?.mediation === 'conditional') document.body.dataset.suggestion = 'open';
      else {
        document.body.dataset.dialog = 'open';
        await new Promise((resolve) => addEventListener('chosen', resolve));
      }
      options?.signal?.throwIfAborted();
      return get(options);
    };
  });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const challenge = '**/api/auth/passkey/generate-authenticate-options';
  await page.route(
    challenge,
    async (route) => {
      await released;
      await route.continue();
    },
    { times: 1 },
  );
  const suggested = page.waitForRequest(challenge);
  await open(page, '/auth');
  await suggested;
  await button(page).click();
  // As long as a request needs.
  await page.evaluate(() => fetch('/livez'));
  const answered = page.waitForResponse(challenge);
  release();
  await (await answered).finished();
  await expect(page.locator('body')).toHaveAttribute('data-dialog', 'open');
  // As long as a suggestion needs to begin.
  await page.evaluate(async () => {
    await fetch('/livez');
    await PublicKeyCredential.isConditionalMediationAvailable();
    dispatchEvent(new Event('chosen'));
  });
  await expectToast(page, 'Successfully logged in!');
  await expect(page.locator('body')).not.toHaveAttribute('data-suggestion');
});

test('CALLS-03 a passkey signs in to the back office', { tag: '@desktop' }, async ({ page, db }) => {
  const user = await addUser(db, 'admin');
  await onlyOnPress(page);
  await (await virtualDevice(page)).knows(db, user.id);
  await open(page, '/admin/login');
  await expect(button(page)).toBeEnabled();
  await expectAccessible(page);
  await button(page).click();
  await expectToast(page, 'Welcome to the admin dashboard');
  await expect(page).toHaveURL(/\/admin\/dashboard/);
});

test.describe('when refused', () => {
  test.use({ expectedErrors: [/Failed to load resource.*401/] });

  test('CALLS-03 ERR-05 neither a device without user verification nor a removed passkey signs in', {
    tag: '@desktop',
  }, async ({ page, db }) => {
    const user = await addUser(db);
    await onlyOnPress(page);
    const device = await virtualDevice(page);
    await device.knows(db, user.id);
    await device.recognises(false);
    await open(page, '/auth');
    await button(page).click();
    await expect(page.getByText('No passkey was used.')).toBeVisible();
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
    expect(await signInOf(db, user)).toBeUndefined();

    await device.recognises(true);
    await db.query('delete from passkeys where user_id = $1', [user.id]);
    await button(page).click();
    await expectToast(page, 'Login Failed', /opens no account here/);
    await expect(page).toHaveURL('/auth');
  });
});

test('AUTH-01 a browser without passkeys is not offered one, and is told where they are available', {
  tag: '@desktop',
}, async ({ page, db }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await open(page, '/auth');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
  await expect(page.getByText('Sign in with a passkey')).toBeHidden();
  await signIn(page, (await addUser(db)).email);
  await open(page, '/account/security');
  await expect(section(page)).toContainText('This browser cannot make a passkey here.');
  await expect(section(page).getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
});
