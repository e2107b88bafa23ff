import { randomInt } from 'node:crypto';
import { expect, expectAccessible, open, PASSWORD, signIn, test } from './journey.ts';
import { aPerson, expectToast, forgetPeople, mailTo, type Person } from './shopper.ts';

let person: Person;
test.beforeEach(async ({ db }) => {
  person = await aPerson(db);
});
test.afterEach(({ db }) => forgetPeople(db, 'user-%@example.com'));

const aNumber = () => `+23480${randomInt(10_000_000, 100_000_000)}`;
const field = 'Six-digit code';

test('OPEN-37 ACCOUNT-01 a number that is added is confirmed by a text, and then signs in', {
  tag: '@phone',
}, async ({ page, context }) => {
  const number = aNumber();
  await signIn(page, person.email);
  await open(page, '/account');
  await page.getByRole('button', { name: 'Edit details' }).click();
  await page.getByLabel('Phone').fill(`${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)}`);
  await page.getByRole('button', { name: 'Save' }).click();
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

test('OPEN-37 a browser that reads the text fills the code in by itself', { tag: '@phone' }, async ({
  page,
}) => {
  // No browser of a desktop reads texts: this stands for the phone's, and is asked as that one is.
  await page.addInitScript(() => {
    Object.assign(window, { OTPCredential: class {} });
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) =>
      options && 'otp' in options
        ? new Promise((resolve) =>
            Object.assign(window, {
              textCame: (code: string) => resolve(Object.assign(Object.create(null), { code })),
              asked: options.otp,
            }),
          )
        : get(options);
  });
  const number = aNumber();
  await signIn(page, person.email);
  await open(page, '/account');
  await page.getByRole('button', { name: 'Edit details' }).click();
  await page.getByLabel('Phone').fill(number);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Confirm this number' }).click();
  await expect(page.getByLabel(field)).toHaveAttribute('autocomplete', 'one-time-code');
  const text = await mailTo(page, number, /Text message/);
  const code = /@localhost #(\d{6})/.exec(text)![1]!;
  expect(await page.evaluate(() => (window as unknown as { asked: unknown }).asked)).toEqual({
    transport: ['sms'],
  });
  await page.evaluate((came) => (window as unknown as { textCame(code: string): void }).textCame(came), code);
  await expectToast(page, 'Your number is confirmed. You can sign in with it now.');
});

test.describe('refused', () => {
  test.use({ expectedErrors: [/Failed to load resource.*401/] });

  test('OPEN-37 ERR-05 a local number gets a hint, a number nobody confirmed the same answer as a wrong password', {
    tag: '@phone',
  }, async ({ page, db }) => {
    const number = aNumber();
    await db.query('update profiles set phone = $2 where id = $1', [person.id, number]);
    await open(page, '/auth');
    await page.getByLabel('Email or phone number').fill(`0${number.slice(4)}`);
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
