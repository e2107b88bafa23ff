import { expect, expectAccessible, open, signInByPassword as signIn, test } from './journey.ts';
import { addUser, deleteUsers, expectToast } from './shopper.ts';

// Those of the page whose session ends.
test.use({ expectedErrors: [/status of 401|^Failed to Fetch Orders/] });

test.afterEach(async ({ db }) => deleteUsers(db, 'user-%@example.com'));

test('a browser is signed out from another one, and its open page is updated', {
  tag: '@phone',
}, async ({ page, db, browser }) => {
  const { id, email } = await addUser(db);
  await signIn(page, email);
  const elsewhere = await browser.newContext({
    baseURL: process.env.SHOP_URL!,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  });
  const other = await elsewhere.newPage();
  await signIn(other, email);
  // The page has an event stream for its orders.
  const stream = other.waitForResponse(/\/api\/events/);
  await open(other, '/orders');
  await expect(other.getByText('No orders yet')).toBeVisible();
  await stream;

  await open(page, '/account/security');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  const rows = sessions.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('This device');
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await sessions.getByRole('button', { name: 'Sign out Firefox on Linux' }).click();
  await expectToast(page, 'Signed out there');
  await expect(rows).toHaveCount(1);
  await expect(sessions.getByRole('list')).toBeFocused();
  await expect(sessions.getByText('You are signed in nowhere else.')).toBeVisible();
  await expect(other).toHaveURL(/\/auth\?next=%2Forders/, { timeout: 15_000 });

  // Two more, both at once, after a confirmation.
  for (let n = 0; n < 2; n++) await signIn(other, email);
  await page.reload();
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' });
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expectToast(page, 'You are signed in nowhere else now');
  expect((await db.query('select from sessions where user_id = $1', [id])).rowCount).toBe(1);
  expect((await other.request.get('/api/v1/me/sessions')).status()).toBe(401);
  await elsewhere.close();
});
