import { anotherProcess } from '../another-process.ts';
import { test as base, expect, expectAccessible, open, PASSWORD } from '../journey.ts';
import { addUser, deleteUsers } from '../shopper.ts';

/** A second process over the same database that requires a second factor from staff. */
const test = base.extend<object, { strict: string }>({
  strict: [
    async ({}, use) => {
      await using strict = await anotherProcess({ ADMINS_NEED_TWO_STEP: 'true', BACKGROUND_WORK: 'false' });
      await use(strict.url);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ strict }, use) => use(strict),
});

// One card at the sign-in page, narrow at every size.
test('where a second factor is required, a password alone stops at the sign-in page, which says what to do', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { id, email } = await addUser(db, 'admin');
  await open(page, '/admin/orders');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'One step more' })).toBeVisible();
  await expect(page.getByText('Set up two-step sign-in or a passkey first.')).toBeVisible();
  await expectAccessible(page);
  expect((await page.request.get('/api/v1/admin/orders')).status()).toBe(403);
  await page.getByRole('link', { name: 'Set it up now' }).click();
  await expect(page).toHaveURL('/account/security');
  // As after signing in with a second factor.
  await db.query(`update sessions set second_factor = 'app' where user_id = $1`, [id]);
  await open(page, '/admin/orders');
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible();
  await deleteUsers(db, email);
});
