import type { Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, open, PASSWORD, signIn, test } from './journey.ts';
import { aCloth, anOrder, aPerson, expectToast, forgetPeople, mailTo, removeCloths } from './shopper.ts';

test.afterEach(async ({ db }) => {
  await forgetPeople(db, 'user-%@example.com');
  await forgetPeople(db, 'next-%@example.com');
});

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Says the password once more where the shop asks for it. */
async function confirm(page: Page, password = PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toHaveCount(0);
}

test('another password: said once more who it is, nothing typed is lost, all others are signed out', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { email } = await aPerson(db);
  await signIn(page, email);
  await open(page, '/account/security');
  const password = section(page, 'Password');
  const button = password.getByRole('button', { name: 'Change password' }).first();
  await button.click();
  const field = password.getByLabel('New password');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill('12345');
  const form = password.getByRole('form', { name: 'Change password' });
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(password.getByText('Password must be at least 6 characters')).toBeVisible();
  await field.fill('three words apart');
  await form.getByRole('button', { name: 'Change password' }).click();
  // Who changes her mind finds what she typed.
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(field).toHaveValue('three words apart');
  await form.getByRole('button', { name: 'Change password' }).click();
  await confirm(page);
  await expectToast(page, 'Your password is changed');
  await expect(form).toHaveCount(0);
  await expect(button).toBeFocused();
  await signIn(page, email, 'three words apart');
});

test('another email: by the link of the letter, and a link of somebody else says whose it is', {
  tag: '@phone',
}, async ({ page, db, browser }) => {
  const { id, email } = await aPerson(db);
  const next = `next-${id}@example.com`;
  await signIn(page, email);
  await open(page, '/account/security');
  const address = section(page, 'Email');
  await address.getByRole('button', { name: 'Change email' }).click();
  await address.getByLabel('New email').fill(next);
  await address.getByRole('button', { name: 'Send me a message' }).click();
  await confirm(page);
  await expect(address.getByText(`A message is on its way to ${next}`)).toBeVisible();
  await expect(address.getByLabel('Six-digit code')).toBeFocused();
  const link = /\/account\/security\?address=[\w-]+/.exec(await mailTo(page, next, /is your .* code/))![0];

  const stranger = await browser.newContext({ baseURL: process.env.SHOP_URL! });
  const hers = await stranger.newPage();
  await hers.goto(link);
  // Signed out it leads through the sign-in page, and back here.
  await expect(hers).toHaveURL(/\/auth\?next=.*address/);
  await signIn(hers, (await aPerson(db)).email);
  await open(hers, link);
  await expect(hers.getByRole('alert')).toContainText('This link belongs to another account');
  await stranger.close();

  await open(page, link);
  await expectToast(page, 'Your email is changed');
  await expect(page).toHaveURL('/account/security');
  await expect(section(page, 'Email').getByText(next)).toBeVisible();
  await mailTo(page, email, /has a new address/);
});

test('all that is kept of a person is in one file, and nothing that opens the account', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { email } = await aPerson(db);
  const cloth = await aCloth(db);
  await signIn(page, email);
  const { orderNumber } = await anOrder(page, [{ ...cloth, notes: 'chest 102 cm' }]);
  await open(page, '/account/security');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-data.json');
  const answer = await page.request.get('/api/my-data');
  expect(answer.headers()).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="my-data.json"',
  });
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({
    profile: { email, firstName: 'Ẹwà' },
    signIn: { password: true, sessions: [expect.objectContaining({ way: 'password' })] },
    orders: [{ orderNumber, items: [{ productName: cloth.name, note: 'chest 102 cm' }] }],
  });
  const token = (await page.context().cookies()).find(({ name }) => name.endsWith('session_token'))!.value;
  expect(text).not.toContain(token.split('.')[0]!);
  expect((await page.request.get('/api/my-data', { headers: { cookie: 'none=1' } })).status()).toBe(401);
  await removeCloths(db, [cloth]);
});

// A narrow header says it in its menu; the news is the same.
test('AUTH-17 what happens to the session in one tab is seen in the other at once', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { id, email } = await aPerson(db);
  await open(page, '/auth');
  const other = await page.context().newPage();
  await open(other, '/about');
  const logout = other.getByRole('button', { name: 'Logout' });
  await expect(logout).toHaveCount(0);

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(logout.first()).toBeAttached();

  await open(other, '/account');
  const firstName = other.locator('dl > div').filter({ hasText: 'First name' }).locator('dd');
  await expect(firstName).toHaveText('Ẹwà');
  await open(page, '/account');
  await page.getByRole('button', { name: 'Edit details' }).click();
  await page.getByLabel('First name').fill('Adaeze');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(firstName).toHaveText('Adaeze');

  // Token refreshed: this tab asks again after a while, the other one does not have to.
  await db.query(`update profiles set first_name = 'Chidinma' where id = $1`, [id]);
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 6 * 60_000;
  });
  await page.getByRole('link', { name: 'My Orders' }).click();
  await expect(firstName).toHaveText('Chidinma');

  // A new password is being chosen: whoever was signed in no longer counts as that, anywhere.
  await open(page, '/auth?reset=some-token');
  await expect(other).toHaveURL(/\/auth/);
  await open(other, '/account');
  await expect(firstName).toHaveText('Chidinma');

  await open(page, '/account');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(other).toHaveURL(/\/auth/);
  await other.close();
});

test('what was typed into one’s details is not lost by a wrong tap', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await signIn(page, (await aPerson(db)).email);
  await open(page, '/account');
  await page.getByRole('button', { name: 'Edit details' }).click();
  await page.getByLabel('First name').fill('Adaeze');
  await page.getByRole('link', { name: 'My Orders' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Adaeze');
  await page.getByRole('link', { name: 'My Orders' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/orders');
  await hydrated(page);
});
