import { randomInt } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import {
  endSessionDuring,
  expect,
  expectAccessible,
  hydrated,
  open,
  PASSWORD,
  signInByPassword as signIn,
  test,
} from './journey.ts';
import { addUser, deleteUsers, expectToast, mailTo, type TestUser } from './shopper.ts';

type Db = Parameters<typeof addUser>[0];

test.use({ expectedErrors: [/status of 40[01]/] });

/** The current code of the authenticator app. */
const shown = (key: string) => generateSync({ secret: key });
const other = (code: string) => (code === '000000' ? '000001' : '000000');

/** Simulates that enough time has passed for the app to show another code. */
const laterOn = (db: Db, { id }: TestUser) =>
  db.query('update two_factors set last_step = 1 where user_id = $1', [id]);

async function post(page: Page, path: string, data: object) {
  const headers = { origin: process.env.SHOP_URL! };
  const answer = await page.request.post(`/api/auth/${path}`, { data, headers });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return answer.json();
}

/** Enables two-factor sign-in without using the page; the browser is signed in. */
async function enrolled(page: Page, db: Db, user: TestUser) {
  await signIn(page, user.email);
  await post(page, 'identity/prove', { password: PASSWORD });
  const { uri } = await post(page, 'two-factor/enable', { password: PASSWORD });
  const key = new URL(uri).searchParams.get('secret')!;
  const { backupCodes } = await post(page, 'two-factor/confirm', { code: shown(key) });
  await laterOn(db, user);
  return { key, backupCodes: backupCodes as string[] };
}

const section = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });
const secondFactor = (page: Page) => page.getByRole('form', { name: 'Second step' });

/** Clears the cookies, as in a new browser. */
async function signedOut(context: BrowserContext, { onKnownDevice = false } = {}): Promise<void> {
  if (!onKnownDevice) return context.clearCookies();
  for (const name of ['aso.session_token', 'aso_signed_in']) await context.clearCookies({ name });
}

async function typePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function typeCode(page: Page, code: string, label = 'Six-digit code'): Promise<void> {
  const form = secondFactor(page);
  await expect(form.getByLabel(label)).toBeFocused();
  await form.getByLabel(label).fill(code);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function confirmByPassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

test('CALLS-13 CALLS-14 OPEN-38 an app is connected, its backup codes are stored, and it is turned off again', {
  tag: '@phone',
}, async ({ page, db }) => {
  const user = await addUser(db);
  await signIn(page, user.email);
  await open(page, '/account/security');
  await expect(section(page).getByText('Off', { exact: true })).toBeVisible();
  await section(page).getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  await expectAccessible(page);
  await confirmByPassword(page);

  await expect(section(page).getByRole('heading', { name: 'Connect your authenticator app' })).toBeFocused();
  await expect(section(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const key = ((await section(page).locator('code').textContent()) ?? '').replaceAll(' ', '');
  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  await expectAccessible(page);
  const code = section(page).getByLabel('Code of the app');
  await code.fill(other(shown(key)));
  await section(page).getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(section(page).getByText('That code is not right.')).toBeVisible();
  await expect(code).toBeFocused();
  // As users copy it, with a blank in its middle.
  await code.fill(shown(key).replace(/^.../, '$& '));
  await page.keyboard.press('Enter');

  await expect(section(page).getByRole('heading', { name: 'Keep your backup codes' })).toBeFocused();
  await expect(section(page).getByRole('list', { name: 'Backup codes' }).getByRole('listitem')).toHaveCount(
    10,
  );
  await expectAccessible(page);
  const done = section(page).getByRole('button', { name: 'Done' });
  await expect(done).toBeDisabled();
  const download = page.waitForEvent('download');
  await section(page).getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('backup-codes.txt');
  await section(page).getByLabel('I have saved them').check();
  await done.click();
  await expect(section(page).getByText('On', { exact: true })).toBeVisible();
  await expect(section(page).getByText('You have 10 backup codes left.')).toBeVisible();
  await expect(section(page).getByRole('button', { name: 'New backup codes' })).toBeFocused();

  const turnOff = section(page).getByRole('button', { name: 'Turn off' });
  await turnOff.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(turnOff).toBeFocused();
  await turnOff.click();
  await confirmByPassword(page);
  await expectToast(page, 'Two-step sign-in is off');
  await expect(section(page).getByText('Off', { exact: true })).toBeVisible();
  await deleteUsers(db, user.email);
});

test('AUTH-17 OPEN-38 signing in asks for the code in every tab at once, and not on a remembered device', {
  tag: '@phone',
}, async ({ page, db }) => {
  const user = await addUser(db);
  const { key } = await enrolled(page, db, user);
  await signedOut(page.context());
  const another = await page.context().newPage();
  await open(another, '/account');
  await expect(another).toHaveURL('/auth');

  await open(page, '/auth?next=%2Faccount');
  await typePassword(page, user.email);
  const form = secondFactor(page);
  await expect(form.getByLabel('Remember this device for 30 days')).not.toBeChecked();
  await expectAccessible(page);
  await typeCode(page, other(shown(key)));
  await expect(
    form.getByText('That code is not right. Please type the one that your app shows now.'),
  ).toBeVisible();
  // The phone discarded the page while the user opened the app.
  await page.reload();
  await hydrated(page);
  await form.getByLabel('Remember this device for 30 days').check();
  await form.getByLabel('Six-digit code').focus();
  await typeCode(page, shown(key));
  await expect(page).toHaveURL('/account');
  await expectToast(page, 'Successfully logged in!');
  await expect(another).toHaveURL('/');

  await signedOut(page.context(), { onKnownDevice: true });
  await open(page, '/auth?next=%2Faccount');
  await typePassword(page, user.email);
  await expect(page).toHaveURL('/account');
  await deleteUsers(db, user.email);
});

test('OPEN-38 a backup code works as well; an expired second step starts again with the email kept', {
  tag: '@phone',
}, async ({ page, db }) => {
  const user = await addUser(db);
  const { key, backupCodes } = await enrolled(page, db, user);
  await signedOut(page.context());
  await open(page, '/auth');
  await typePassword(page, user.email);
  await expect(secondFactor(page)).toBeVisible();
  await db.query(`update verifications set expires_at = now() where value = $1`, [user.id]);
  await typeCode(page, shown(key));
  await expectToast(page, 'Login Failed', 'That took too long. Please sign in again.');
  await expect(page.getByLabel('Email')).toHaveValue(user.email);

  await typePassword(page, user.email);
  await secondFactor(page).getByRole('button', { name: 'Use a backup code' }).click();
  await expectAccessible(page);
  await typeCode(page, 'abcde-fghjk', 'Backup code');
  await expect(secondFactor(page).getByText('That is none of your backup codes')).toBeVisible();
  await typeCode(page, backupCodes[0]!.toUpperCase(), 'Backup code');
  await expect(page).toHaveURL('/');
  await deleteUsers(db, user.email);
});

test('ADM-LOGIN-06 OPEN-38 the admin sign-in page asks for the second factor, and so does the dialog over an expired session', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const assistant = await addUser(db, 'admin');
  const { key } = await enrolled(page, db, assistant);
  await signedOut(page.context());
  await page.route('**/api/events*', (route) => route.fulfill({ status: 204 }));
  await open(page, '/admin/login?next=%2Fadmin%2Fproducts%2Fcreate');
  await typePassword(page, assistant.email);
  await secondFactor(page).getByRole('button', { name: 'Back to sign in' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(assistant.email);
  await typePassword(page, assistant.email);
  await expectAccessible(page);
  await typeCode(page, shown(key));
  await expect(page).toHaveURL('/admin/products/create');

  await laterOn(db, assistant);
  await page.getByLabel('Name').fill('Adire from Abẹokuta');
  await page.getByLabel('Description').fill('Indigo, by hand.');
  await page.getByLabel('Price').fill('12500');
  await page.getByLabel('Category', { exact: true }).selectOption({ label: '\u2003Gele' });
  await endSessionDuring(page, 'catalog/createProduct', assistant.email);
  await page.getByRole('button', { name: 'Create Product' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await typeCode(page, shown(key));
  await Promise.all([expect(dialog).toHaveCount(0), expectToast(page, 'You are signed in again')]);
  // The pending save has completed.
  await expect(page).toHaveURL('/admin/products');
  await expect(
    page.getByRole('row', { name: /^Select Adire from Abẹokuta Adire from Abẹokuta/ }),
  ).toBeVisible();
  await db.query("delete from products where name = 'Adire from Abẹokuta'");
  await deleteUsers(db, assistant.email);
});

test.describe('after another first factor', { tag: '@phone' }, () => {
  test('CALLS-09 CALLS-13 OPEN-38 an emailed code is followed by the code of the app', {
    tag: '@phone',
  }, async ({ page, context, db }) => {
    const user = await addUser(db);
    const { key } = await enrolled(page, db, user);
    await signedOut(context);
    await open(page, '/auth?next=%2Forders');
    await page.getByLabel('Email').fill(user.email);
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await expect(page.getByLabel('Six-digit code')).toBeFocused();
    const mail = await mailTo(page, user.email, /\d{6} is your/);
    await page.getByLabel('Six-digit code').fill(/(\d{6}) is your/.exec(mail)![1]!);
    await page.keyboard.press('Enter');
    await typeCode(page, shown(key));
    await expect(page).toHaveURL('/orders');
    await deleteUsers(db, user.email);
  });

  test('OPEN-37 OPEN-38 a number and its password are followed by the code of the app', {
    tag: '@phone',
  }, async ({ page, context, db }) => {
    const user = await addUser(db);
    const number = `+23480${randomInt(10_000_000, 100_000_000)}`;
    await db.query('update profiles set phone = $2, phone_verified = true where id = $1', [user.id, number]);
    const { key } = await enrolled(page, db, user);
    await signedOut(context);
    await open(page, '/auth?next=%2Forders');
    await page.getByLabel('Email or phone number').fill(number);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await typeCode(page, shown(key));
    await expect(page).toHaveURL('/orders');
    await deleteUsers(db, user.email);
  });
});
