import type { Page } from '@playwright/test';
import { expect, expectAccessible, open, test } from './journey.ts';
import { aPerson, expectToast, forgetPeople, mailTo, type Person } from './shopper.ts';

let person: Person;
test.beforeEach(async ({ db }) => {
  person = await aPerson(db);
});
test.afterEach(({ db }) => forgetPeople(db, 'user-%@example.com'));

const codeIn = (mail: string) => /(\d{6}) is your/.exec(mail)![1]!;
const other = (code: string) => (code === '123456' ? '654321' : '123456');
const field = (page: Page) => page.getByLabel('Six-digit code');

/** From the sign-in form to the question for the code. */
async function askForCode(page: Page, email: string) {
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(field(page)).toBeFocused();
}

test.describe('by a code in a letter', () => {
  test.use({ expectedErrors: [/Failed to load resource.*(400|ERR_FAILED)/] });

  test('CALLS-08 CALLS-09 OPEN-38 one signs in, after a wrong one, a lost connection and a reload', {
    tag: '@phone',
  }, async ({ page }) => {
    await open(page, '/auth?next=%2Fproducts');
    await page.getByLabel('Email').fill(person.email);
    await askForCode(page, person.email);
    await expect(page.getByText(`If there is an account for ${person.email}`)).toBeVisible();
    await expectAccessible(page);
    const code = codeIn(await mailTo(page, person.email, /code/));
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
    // The phone threw the page away while she looked into her mail.
    await page.reload();
    await expect(field(page)).toBeFocused();
    await field(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Successfully logged in!');
    await expect(page).toHaveURL('/products');
  });
});

test('CALLS-08 CALLS-11 the next message waits a minute that is seen, also after a reload; there are ways back', {
  tag: '@phone',
}, async ({ page }) => {
  await page.clock.install();
  const nobody = `nobody-${person.id.slice(0, 8)}@example.com`;
  await open(page, '/auth');
  await page.getByLabel('Email').fill(nobody);
  await askForCode(page, nobody);
  // The same words as for an address that is known.
  await expect(page.getByText(`If there is an account for ${nobody}`)).toBeVisible();
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
