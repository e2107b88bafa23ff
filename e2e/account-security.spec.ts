import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  hydrated,
  ignoreLaterErrors,
  open,
  PASSWORD,
  signInByPassword as signIn,
  test,
} from './journey.ts';
import {
  addProduct,
  addUser,
  deleteUsers,
  expectToast,
  mailTo,
  removeProducts,
  submitOrder,
} from './shopper.ts';

test.afterEach(async ({ db }) => {
  await deleteUsers(db, 'user-%@example.com');
  await deleteUsers(db, 'next-%@example.com');
});

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Enters the password again when the shop asks for reauthentication. */
async function confirm(page: Page, password = PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toHaveCount(0);
}

test('changing the password requires reauthentication, keeps typed text and signs out other sessions', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { email } = await addUser(db);
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
  // Cancelling keeps the typed text.
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(field).toHaveValue('three words apart');
  await form.getByRole('button', { name: 'Change password' }).click();
  await confirm(page);
  await expectToast(page, 'Your password is changed');
  await expect(form).toHaveCount(0);
  await expect(button).toBeFocused();
  await signIn(page, email, 'three words apart');
});

test.describe('in the browser of another account', () => {
  test.use({ expectedErrors: [/status of 403/] });

  test('changing the email uses an emailed link; a link of another account is refused with a message', {
    tag: '@phone',
  }, async ({ page, db, browser }) => {
    const { id, email } = await addUser(db);
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

    const otherContext = await browser.newContext({ baseURL: process.env.SHOP_URL! });
    const otherPage = await otherContext.newPage();
    await otherPage.goto(link);
    // Signed out, the link leads to the sign-in page and then back here.
    await expect(otherPage).toHaveURL(/\/auth\?next=.*address/);
    await signIn(otherPage, (await addUser(db)).email);
    await open(otherPage, link);
    await expect(otherPage.getByRole('alert')).toContainText('This link belongs to another account');
    await otherContext.close();

    await open(page, link);
    await expectToast(page, 'Your email is changed');
    await expect(page).toHaveURL('/account/security');
    await expect(section(page, 'Email').getByText(next)).toBeVisible();
    await mailTo(page, email, /has a new email/);
  });
});

test('the data export is one file with all user data and without credentials', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { email } = await addUser(db);
  const cloth = await addProduct(db);
  await signIn(page, email);
  const { orderNumber } = await submitOrder(page, [{ ...cloth, notes: 'chest 102 cm' }]);
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
    signIn: { password: true, sessions: [expect.objectContaining({ signInMethod: 'password' })] },
    orders: [{ orderNumber, items: [{ productName: cloth.name, note: 'chest 102 cm' }] }],
  });
  const token = (await page.context().cookies()).find(({ name }) => name.endsWith('session_token'))!.value;
  expect(text).not.toContain(token.split('.')[0]!);
  expect((await page.request.get('/api/my-data', { headers: { cookie: 'none=1' } })).status()).toBe(401);
  await removeProducts(db, [cloth]);
});

test.describe('the other tab, which may ask while it is signed out', () => {
  test.use({ expectedErrors: [/Failed to load resource.*401/] });

  // A narrow header shows it in its menu; the events are the same.
  test('AUTH-17 a session change in one tab appears in the other at once', {
    tag: '@desktop',
  }, async ({ page, db }) => {
    const { id, email } = await addUser(db);
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

    // Token refresh: this tab polls later; the other tab does not need to.
    await db.query(`update profiles set first_name = 'Chidinma' where id = $1`, [id]);
    await page.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() + 6 * 60_000;
    });
    await page.getByRole('link', { name: 'My Orders' }).click();
    await expect(firstName).toHaveText('Chidinma');

    // Password recovery starts: the user counts as signed out in every tab.
    await open(page, '/auth?reset=some-token');
    await expect(other).toHaveURL(/\/auth/);
    await open(other, '/account');
    await expect(firstName).toHaveText('Chidinma');

    await open(page, '/account');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(other).toHaveURL(/\/auth/);
    await other.close();
  });
});

test('what was begun for one account does not continue under another', {
  tag: '@phone',
}, async ({ page, db }) => {
  await signIn(page, (await addUser(db)).email);
  await open(page, '/account/security');
  const data = section(page, 'Your data');
  await data.getByRole('button', { name: 'Delete my account' }).click();
  await data.getByLabel('To go on').fill('delete my account');
  // Another tab signs in as another user while this one is frozen.
  const other = await addUser(db);
  await signIn(page, other.email);
  await page.evaluate((id) => localStorage.setItem('account', id), other.id);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(section(page, 'Email').getByText(other.email)).toBeVisible();
  await expect(data.getByRole('button', { name: 'Delete my account' })).toBeVisible();
  await expect(data.getByLabel('To go on')).toHaveCount(0);
});

test('a session that has ended leads from the question to the sign-in page, and back', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { id, email } = await addUser(db);
  await signIn(page, email);
  await open(page, '/account/security');
  const button = section(page, 'Two-step sign-in').getByRole('button', { name: 'Turn on two-step sign-in' });
  await expect(button).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await db.query('delete from sessions where user_id = $1', [id]);
  ignoreLaterErrors();
  await button.click();
  await expect(page).toHaveURL('/auth?next=%2Faccount%2Fsecurity');
});

test('unsaved account details survive an accidental tap', { tag: '@phone' }, async ({ page, db }) => {
  await signIn(page, (await addUser(db)).email);
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
