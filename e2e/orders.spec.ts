import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { busy } from './answers.ts';
import { expect, expectAccessible, open, PASSWORD, signIn, test } from './journey.ts';
import {
  addProduct,
  addUser,
  catchWhatsApp,
  deleteUsers,
  removeProducts,
  submitOrder,
  type TestProduct,
  type TestUser,
} from './shopper.ts';

let user: TestUser;
let cloths: TestProduct[];

test.beforeEach(async ({ db }) => {
  user = await addUser(db);
  cloths = [];
  for (const price of [1000, 2000, 3000, 4000, 5000]) cloths.push(await addProduct(db, { price }));
});
test.afterEach(async ({ db }) => {
  for (const role of ['user', 'admin']) await deleteUsers(db, `${role}-%@example.com`);
  await removeProducts(db, cloths);
});

const put = (db: Client, id: string, column: string, value: unknown) =>
  db.query(`update orders set ${column} = $2 where id = $1`, [id, value]);

test('ORDERS-02 ORDERS-03 OPEN-35 no orders yet, with links', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, user.email);
  await open(page, '/orders');
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Explore Products' })).toHaveAttribute('href', '/products');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to account' }).click();
  await expect(page).toHaveURL('/account');
});

test('ORDERS-04 ORDERS-05 OPEN-67 each order with number, time, badge and chat, newest first', async ({
  page,
  db,
}) => {
  await signIn(page, user.email);
  const older = await submitOrder(page, cloths.slice(0, 2));
  const newer = await submitOrder(page, cloths.slice(2, 3));
  await put(db, older.id, 'created_at', new Date(Date.now() - 3 * 86_400_000 - 60_000));
  await put(db, older.id, 'whatsapp_link', null);
  await put(db, older.id, 'status', 'completed');
  await open(page, '/orders');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.getByRole('heading', { level: 2 })).toHaveText([
    `Order #${newer.orderNumber}`,
    `Order #${older.orderNumber}`,
  ]);
  await expect(cards.nth(0)).toContainText('Pending');
  await expect(cards.nth(0).getByRole('link', { name: 'Open in WhatsApp' })).toHaveAttribute(
    'href',
    newer.whatsappLink,
  );
  await expect(cards.nth(1)).toContainText('Completed');
  await expect(cards.nth(1)).toContainText('3 days ago');
  await expect(cards.nth(1).getByRole('link', { name: /WhatsApp/ })).toHaveCount(0);
  await expectAccessible(page);
  // Opening the chat from here is recorded as well: the back office lists orders without it.
  await catchWhatsApp(page);
  await cards.nth(0).getByRole('link', { name: 'Open in WhatsApp' }).click();
  const opened = () => db.query('select opened_at from orders where id = $1', [newer.id]);
  await expect.poll(async () => (await opened()).rows[0].opened_at).not.toBeNull();
});

test('ORDERS-06 ORDERS-07 two items are shown, the rest is counted, and the details open', async ({
  page,
}) => {
  await signIn(page, user.email);
  const big = await submitOrder(page, cloths);
  await submitOrder(page, cloths.slice(0, 3));
  await submitOrder(page, cloths.slice(0, 2));
  await open(page, '/orders');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.nth(2)).toContainText('+3 more items');
  await expect(cards.nth(2).getByRole('listitem')).toHaveCount(2);
  await expect(cards.nth(1)).toContainText('+1 more items');
  await expect(cards.nth(0).getByRole('listitem')).toHaveCount(2);
  await expect(cards.nth(0)).not.toContainText('more item');
  await cards.nth(2).getByRole('link', { name: 'View Order Details' }).click();
  await expect(page).toHaveURL(`/orders/${big.id}`);
});

test('ORDERS-15 the badge has its colour in each of the four states', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await signIn(page, user.email);
  const ids: string[] = [];
  for (const cloth of cloths.slice(0, 4)) ids.unshift((await submitOrder(page, [cloth])).id);
  const states = ['completed', 'pending', 'processing', 'cancelled'];
  for (const [n, state] of states.entries()) await put(db, ids[n]!, 'status', state);
  await open(page, '/orders');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(4);
  const hues = await Promise.all(
    states.map((state, n) =>
      cards
        .nth(n)
        .getByText(new RegExp(`^${state}$`, 'i'))
        .evaluate((badge) => {
          const canvas = document.createElement('canvas').getContext('2d')!;
          canvas.fillStyle = getComputedStyle(badge).backgroundColor;
          canvas.fillRect(0, 0, 1, 1);
          const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data as unknown as [number, number, number];
          if (g > r && g > b) return 'green';
          return r > b ? 'yellow' : 'blue';
        }),
    ),
  );
  expect(hues).toEqual(['green', 'yellow', 'blue', 'blue']);
});

test('ORDERS-09 ORDERS-12 a slow order shows a loading state, then everything in it', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, user.email);
  const { id, orderNumber } = await submitOrder(page, [{ ...cloths[0]!, notes: 'Bust 38' }, cloths[1]!]);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/rpc/orders/get*', async (route) => {
    await held;
    await route.continue();
  });
  await open(page, `/orders/${id}`);
  await expect(page.getByText('Loading the order')).toBeAttached();
  answer();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order #${orderNumber}`);
  await expect(page.getByText('Loading the order')).toHaveCount(0);
  const items = page.getByRole('main').getByRole('article').getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(items.nth(0)).toContainText(cloths[0]!.name);
  await expect(items.nth(0)).toContainText('₦1,000.00');
  await expect(items.nth(0)).toContainText('Bust 38');
  await expect(page.getByRole('main').getByText('₦3,000.00')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to orders' }).click();
  await expect(page).toHaveURL('/orders');
});

test.describe('not available', () => {
  test.use({ expectedErrors: [/Failed to load resource.*404|Order Details Failed/] });

  test('ORDERS-01 ORDERS-08 OPEN-36 a visitor signs in first and comes back', {
    tag: '@phone',
  }, async ({ page }) => {
    await open(page, '/orders');
    await expect(page).toHaveURL('/auth?next=%2Forders');
    const path = `/orders/${randomUUID()}`;
    await open(page, path);
    await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(path)}`);
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(path);
  });

  test('ORDERS-10 PERM-03 an unknown order and another user’s are both not found', {
    tag: '@phone',
  }, async ({ page, db }) => {
    const otherUser = await addUser(db);
    await signIn(page, otherUser.email);
    const theirs = await submitOrder(page, cloths.slice(0, 1));
    await page.context().clearCookies();
    await signIn(page, user.email);
    for (const id of [randomUUID(), theirs.id, 'nonsense']) {
      await open(page, `/orders/${id}`);
      await expect(page.getByText('Order not found')).toBeVisible();
      await expect(page.getByRole('link', { name: 'See your orders' })).toHaveAttribute('href', '/orders');
    }
    await expectAccessible(page);
    await open(page, '/orders');
    await expect(page.getByText('No orders yet')).toBeVisible();
    const read = await page.request.get(`/api/v1/orders/${theirs.id}`);
    expect(read.status()).toBe(404);
    const list = await (await page.request.get('/api/v1/orders')).json();
    expect(list).toMatchObject({ orders: [], total: 0 });
  });
});

test.describe('when a load fails', () => {
  test.use({ expectedErrors: [/Failed to load resource.*503|Order Details Failed|Failed to Fetch Orders/] });

  test('ERR-09 OPEN-24 a list that fails to load is not shown as empty, and Try Again loads it', {
    tag: '@phone',
  }, async ({ page }) => {
    await signIn(page, user.email);
    const { orderNumber } = await submitOrder(page, cloths.slice(0, 1));
    await page.route('**/api/rpc/orders/listMine*', busy);
    await open(page, '/orders');
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to Fetch Orders' });
    await expect(alert).toContainText('Could not load your orders');
    await expect(page.getByText('No orders yet')).toHaveCount(0);
    await expectAccessible(page);
    await page.unroute('**/api/rpc/orders/listMine*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: `Order #${orderNumber}` })).toBeVisible();
    await expect(alert).toHaveCount(0);
  });

  test('ERR-10 ORDERS-11 OPEN-12 an order that fails to load is logged and can be reloaded', {
    tag: '@phone',
  }, async ({ page }) => {
    await signIn(page, user.email);
    const { id, orderNumber } = await submitOrder(page, cloths.slice(0, 1));
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route('**/api/rpc/orders/get*', busy);
    await open(page, `/orders/${id}`);
    await expect(page.getByRole('alert').filter({ hasText: 'Order Details Failed' })).toBeVisible();
    await expect(page.getByText('Order not found')).toHaveCount(0);
    expect(logged.some((text) => text.startsWith('Order Details Failed'))).toBe(true);
    await page.unroute('**/api/rpc/orders/get*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order #${orderNumber}`);
  });
});

test('OPEN-22 the seller’s link from the chat leads to the back office', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await signIn(page, user.email);
  const { id } = await submitOrder(page, cloths.slice(0, 1));
  await page.context().clearCookies();
  await signIn(page, (await addUser(db, 'admin')).email);
  // The back office is a separate application.
  await page.route('**/admin/orders/*', (route) => route.fulfill({ body: 'Back office' }));
  await page.goto(`/orders/${id}`);
  await expect(page).toHaveURL(`/admin/orders/${id}`);
});
