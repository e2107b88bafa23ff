import { randomUUID } from 'node:crypto';
import { expect, PASSWORD, signIn } from './journey.ts';
import { counted, openFollowing, streamsOf, test } from './live-browsers.ts';
import { addUser, submitOrder } from './shopper.ts';

const ORIGIN = { headers: { origin: process.env.SHOP_URL! } };

test('OPEN-68 a customer’s new order is on the open list and dashboard of the back office', {
  tag: '@desktop',
}, async ({ page, user, cloth, anotherBrowser, db }) => {
  const admin = await addUser(db, 'admin');
  await signIn(page, admin.email);
  await openFollowing(page, '/admin/orders');
  const dashboard = await anotherBrowser(admin.email);
  await openFollowing(dashboard, '/admin/dashboard');
  const main = dashboard.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Recent Orders' })).toBeVisible();
  const customer = await anotherBrowser(user.email);
  const { orderNumber } = await submitOrder(customer, [cloth]);
  await Promise.all(
    [page.getByRole('main'), main].map((screen) =>
      expect(screen.getByText(`#${orderNumber}`).filter({ visible: true }).first()).toBeVisible(),
    ),
  );
});

test('OPEN-68 a message appears in the open list of messages, a new customer in the super admin’s list of users', {
  tag: '@desktop',
}, async ({ page, anotherBrowser, db }) => {
  const owner = await addUser(db, 'super_admin');
  await signIn(page, owner.email);
  await openFollowing(page, '/admin/users');
  const messages = await anotherBrowser(owner.email);
  await openFollowing(messages, '/admin/messages');
  const visitor = await anotherBrowser();
  const subject = `Caps for ${owner.id.slice(0, 8)}`;
  try {
    const answer = await visitor.request.post('/api/v1/contact', {
      data: {
        idempotencyKey: randomUUID(),
        name: 'Ngozi',
        email: 'ngozi@example.com',
        subject,
        message: 'Do you make caps as well?',
      },
      ...ORIGIN,
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    const newUser = await addUser(db);
    await Promise.all([
      expect(messages.getByRole('main').getByText(subject).filter({ visible: true }).first()).toBeVisible(),
      expect(page.getByRole('main').getByText(newUser.email).filter({ visible: true }).first()).toBeVisible(),
    ]);
  } finally {
    await db.query('delete from contact_submissions where subject = $1', [subject]);
  }
});

test('OPEN-68 another admin’s change of a product is on the open list of products', {
  tag: '@desktop',
}, async ({ page, cloth, setPrice, db }) => {
  await signIn(page, (await addUser(db, 'admin')).email);
  await openFollowing(page, '/admin/products');
  const main = page.getByRole('main');
  await expect(main.getByText(cloth.name).filter({ visible: true }).first()).toBeVisible();
  await setPrice(8_450);
  await expect(main.getByText('₦8,450.00').filter({ visible: true }).first()).toBeVisible();
});

test.describe('a user without access', () => {
  // A list that reloads while the role is gone is refused.
  test.use({ expectedErrors: [/Failed to load resource.*(401|403)/] });

  test('OPEN-68 the stream of a user who signs out or loses their role ends', { tag: '@desktop' }, async ({
    page,
    context,
    db,
  }) => {
    const admin = await addUser(db, 'admin');
    await signIn(page, admin.email);
    const streams = streamsOf(context);
    await openFollowing(page, '/admin/orders');
    expect(streams.map(({ topics }) => topics)).toEqual(['catalog,orders,people,messages,presence,staff']);
    await db.query(`update profiles set role = 'user' where id = $1`, [admin.id]);
    await expect.poll(() => streams[0]!.isOver).toBe(true);
    await db.query(`update profiles set role = 'admin' where id = $1`, [admin.id]);
    await expect.poll(() => counted(streams).open).toBe(1);
    await page.request.post('/api/auth/sign-out', { data: {}, ...ORIGIN });
    await expect.poll(() => counted(streams).open === 0 || streams.at(-1)!.topics === 'catalog').toBe(true);
  });

  test('OPEN-68 after signing in again in a dialog the screen follows changes as before', {
    tag: '@desktop',
  }, async ({ page, user, cloth, anotherBrowser, db }) => {
    const admin = await addUser(db, 'admin');
    await signIn(page, admin.email);
    await openFollowing(page, '/admin/orders');
    await db.query('delete from sessions where user_id = $1', [admin.id]);
    // The stream is reopened as a visitor's, and the list is refused.
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    const { orderNumber } = await submitOrder(await anotherBrowser(user.email), [cloth]);
    await expect(
      page.getByRole('main').getByText(`#${orderNumber}`).filter({ visible: true }).first(),
    ).toBeVisible();
  });
});
