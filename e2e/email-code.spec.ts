import type { Page } from '@playwright/test';
import { expect, expectAccessible, open, test } from './journey.ts';
import { addUser, deleteUsers, expectToast, mailTo, type TestUser } from './shopper.ts';

let user: TestUser;
test.beforeEach(async ({ db }) => {
  user = await addUser(db);
});
test.afterEach(({ db }) => deleteUsers(db, 'user-%@example.com'));

const codeIn = (mail: string) => /(\d{6}) is your/.exec(mail)![1]!;
const other = (code: string) => (code === '123456' ? '654321' : '123456');
const field = (page: Page) => page.getByLabel('Six-digit code');

/** Goes from the sign-in form to the code form. */
async function askForCode(page: Page, email: string) {
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(field(page)).toBeFocused();
}

test.describe('with a code by email', () => {
  test.use({ expectedErrors: [/Failed to load resource.*(400|ERR_FAILED)/] });

  test('CALLS-08 CALLS-09 OPEN-38 a user signs in after a wrong code, a lost connection and a reload', {
    tag: '@phone',
  }, async ({ page }) => {
    await open(page, '/auth?next=%2Fproducts');
    await page.getByLabel('Email').fill(user.email);
    await askForCode(page, user.email);
    await expect(page.getByText(`If there is an account for ${user.email}`)).toBeVisible();
    await expectAccessible(page);
    const code = codeIn(await mailTo(page, user.email, /code/));
    await field(page).fill(other(code));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      'That code is not right. Please look at the newest message.',
    );
    await expect(field(page)).toBeFocused();
    await page.route('**/api/auth/sign-in/code', (route) => route.abort());
    await field(page).fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('The shop could not be reached. Please try again.');
    await expect(field(page)).toHaveValue(code);
    await page.unroute('**/api/auth/sign-in/code');
    // The phone discarded the page while the user read their email.
    await page.reload();
    await expect(field(page)).toBeFocused();
    await field(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Successfully logged in!');
    await expect(page).toHaveURL('/products');
  });
});

test('CALLS-08 CALLS-11 the next email waits a minute with a countdown, also after a reload; there are links back', {
  tag: '@phone',
}, async ({ page }) => {
  await page.clock.install();
  const unknownEmail = `unknown-${user.id.slice(0, 8)}@example.com`;
  await open(page, '/auth');
  await page.getByLabel('Email').fill(unknownEmail);
  await askForCode(page, unknownEmail);
  // The same message as for a known email.
  await expect(page.getByText(`If there is an account for ${unknownEmail}`)).toBeVisible();
  const again = page.getByRole('button', { name: 'Send a new code' });
  await expect(again).toBeDisabled();
  await expect(page.getByText(/^in (60|5\d) s$/)).toBeVisible();
  await page.reload();
  await expect(again).toBeDisabled();
  await page.clock.runFor(61_000);
  await expect(again).toBeEnabled();
  await expect(page.getByText('It can be sent again now.')).toBeAttached();
  await page.getByRole('button', { name: 'Use another email' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
});
