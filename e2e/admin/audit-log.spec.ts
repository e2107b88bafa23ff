import { newWord } from '../browsing.ts';
import {
  ACCOUNTS,
  expect,
  expectAccessible,
  open,
  PASSWORD,
  signInByPassword as signIn,
  test,
} from '../journey.ts';
import { addUser, deleteUsers } from '../shopper.ts';

test('a super admin reads sign-ins and refusals in the audit log and filters by user', {
  tag: '@desktop',
}, async ({ page, db, playwright }) => {
  const word = newWord();
  const { id, email } = await addUser(db);
  await db.query('update profiles set last_name = $2 where id = $1', [id, `Zq${word}`]);
  const elsewhere = await playwright.request.newContext({
    baseURL: process.env.SHOP_URL,
    extraHTTPHeaders: {
      origin: process.env.SHOP_URL!,
      'user-agent':
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    },
  });
  const signInWith = (password: string) =>
    elsewhere.post('/api/auth/sign-in/email', { data: { email, password } });
  expect((await signInWith('not the password')).status()).toBe(401);
  expect((await signInWith(PASSWORD)).status()).toBe(200);
  await db.query(`update profiles set role = 'admin' where id = $1`, [id]);
  await db.query(
    `insert into account_events (kind, matter, user_id, detail) values ('webhook_made', 'rights', $1, '{"name": "Accounting"}')`,
    [id],
  );

  await signIn(page, ACCOUNTS.super);
  await open(page, '/admin/journal?matter=rights');
  await expect(page, 'the address of earlier versions').toHaveURL('/admin/audit-log?matter=rights');
  await open(page, '/admin/audit-log');
  await page.getByRole('searchbox', { name: 'Search by name, email or phone' }).fill(word);
  const rows = page.locator('main tbody tr');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toContainText('Made a webhook “Accounting”');
  await expect(rows.nth(0)).toContainText(email);
  await expect(rows.nth(0)).not.toContainText('by a command');
  await expect(rows.nth(1)).toContainText('Role changed from User to Admin');
  await expect(rows.nth(1)).toContainText('by a command on the server');
  await expect(rows.nth(2)).toContainText('Signed in with a password');
  await expect(rows.nth(2)).toContainText('Chrome on Android');
  await expect(rows.nth(3)).toContainText('FailedSign-in refused');
  await expect(rows.nth(3)).toContainText('Wrong email or password');
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Failures');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(`/admin/audit-log?search=${word}&matter=failure`);
  await page.goBack();
  await expect(rows).toHaveCount(4);

  // Users see their own events, without the role changes that the super admin made.
  await page.context().clearCookies();
  await page.context().addCookies((await elsewhere.storageState()).cookies);
  await open(page, '/account/security');
  const activity = page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem');
  await expect(activity).toHaveCount(2);
  await expect(activity.nth(0)).toContainText('Signed in with a password');
  await expect(activity.nth(0)).toContainText('Chrome on Android');
  await expect(activity.nth(1)).toContainText('Sign-in refused: wrong email or password');
  await elsewhere.dispose();
  await deleteUsers(db, email);
});
