import { randomInt } from 'node:crypto';
import { expect, expectAccessible, open, PASSWORD, signInByPassword as signIn, test } from './journey.ts';
import { addUser, deleteUsers, expectToast, mailTo, type TestUser } from './shopper.ts';

let user: TestUser;
test.beforeEach(async ({ db }) => {
  user = await addUser(db);
});
test.afterEach(({ db }) => deleteUsers(db, 'user-%@example.com'));

const aNumber = () => `+23480${randomInt(10_000_000, 100_000_000)}`;
const field = 'Six-digit code';

test('OPEN-37 ACCOUNT-01 an added number is confirmed by a text message, and then signs in', {
  tag: '@phone',
}, async ({ page, context }) => {
  const number = aNumber();
  await signIn(page, user.email);
  await open(page, '/account');
  await page.getByRole('button', { name: 'Edit details' }).click();
  await page.getByLabel('Phone').fill(`${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)}`);
  await page.getByRole('button', { name: 'Save' }).click();
  // It may slide over the next button while that is pressed.
  await expectToast(page, 'Profile updated');
  await page.getByRole('button', { name: 'Confirm this number' }).click();
  await expect(page.getByLabel(field)).toBeFocused();
  await expectAccessible(page);
  const code = /^.*?(\d{6}) is your/m.exec(await mailTo(page, number, /Text message/))![1]!;
  await page.getByLabel(field).fill(code);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expectToast(page, 'Your number is confirmed. You can sign in with it now.');
  await expect(page.getByRole('button', { name: 'Confirm this number' })).toHaveCount(0);
  await open(page, '/account/security');
  const section = page.getByRole('region', { name: 'Phone number' });
  await expect(section.getByText('Confirmed', { exact: true })).toBeVisible();

  await context.clearCookies();
  await open(page, '/auth');
  await page.getByLabel('Email or phone number').fill(`00${number.slice(1)}`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Successfully logged in!');
  await expect(page).toHaveURL('/');
});

test('OPEN-37 a browser that reads text messages fills in the code', { tag: '@phone' }, async ({ page }) => {
  // Desktop browsers do not read text messages: this mocks the phone's API.
  await page.addInitScript(() => {
    Object.assign(window, { OTPCredential: class {} });
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) =>
      options && 'otp' in options
        ? new Promise((resolve) =>
            Object.assign(window, {
              textCame: (code: string) => resolve(Object.assign(Object.create(null), { code })),
              otpOptions: options.otp,
            }),
          )
        : get(options);
  });
  const number = aNumber();
  await signIn(page, user.email);
  await open(page, '/account');
  await page.getByRole('button', { name: 'Edit details' }).click();
  await page.getByLabel('Phone').fill(number);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Confirm this number' }).click();
  await expect(page.getByLabel(field)).toHaveAttribute('autocomplete', 'one-time-code');
  const text = await mailTo(page, number, /Text message/);
  const code = /@localhost #(\d{6})/.exec(text)![1]!;
  expect(await page.evaluate(() => (window as unknown as { otpOptions: unknown }).otpOptions)).toEqual({
    transport: ['sms'],
  });
  await page.evaluate((came) => (window as unknown as { textCame(code: string): void }).textCame(came), code);
  await expectToast(page, 'Your number is confirmed. You can sign in with it now.');
});

test.describe('when refused', () => {
  test.use({ expectedErrors: [/Failed to load resource.*401/] });

  test('OPEN-37 ERR-05 a local number gets a hint, an unconfirmed number the same error as a wrong password', {
    tag: '@phone',
  }, async ({ page, db }) => {
    const number = aNumber();
    await db.query('update profiles set phone = $2 where id = $1', [user.id, number]);
    await open(page, '/auth');
    await page.getByLabel('Email or phone number').fill(number.slice(4));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      'Please enter the number with its country code, such as +2348012345678',
    );
    await page.getByLabel('Email or phone number').fill(number);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Login Failed', 'Invalid phone number or password');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
  });
});
