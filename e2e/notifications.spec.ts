import type { BrowserContext, Page } from '@playwright/test';
import type { Client } from 'pg';
import {
  startPushService,
  type TestBrowser,
  type TestPushService,
} from '#platform/push/test-push-service.ts';
import { expect, expectAccessible, open, signIn, test } from './journey.ts';
import {
  addProduct,
  addUser,
  deleteUsers,
  removeProducts,
  storeCart,
  submitOrder,
  type TestProduct,
  type TestUser,
} from './shopper.ts';

test.use({ serviceWorkers: 'allow' });

let service: TestPushService;
let user: TestUser;
let staff: TestUser;
let gown: TestProduct;
test.beforeEach(async ({ db }) => {
  service = await startPushService(Number(process.env.SHOP_PUSH_PORT));
  user = await addUser(db);
  staff = await addUser(db, 'admin');
  gown = await addProduct(db, { name: 'Adire Ẹwà Ọṣun', price: 12_500 });
});
test.afterEach(async ({ db, page }) => {
  await page.evaluate(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  });
  await service.close();
  await deleteUsers(db, '%@example.com');
  await removeProducts(db, [gown]);
});

/**
 * A headless browser has no push service and no notifications: its answers are those of the push service on this
 * machine, with the keys of `browser`, and of a user who allows notifications when asked. Counts how often it is asked.
 */
async function withPushService(page: Page, browser: TestBrowser): Promise<void> {
  await page.addInitScript((subscription) => {
    const KEY = 'test-subscription';
    const asked = () => Number(localStorage.getItem('prompts'));
    const own = (key: number[]) => ({
      ...subscription,
      options: { applicationServerKey: Uint8Array.from(key).buffer, userVisibleOnly: true },
      toJSON: () => subscription,
      unsubscribe: async () => {
        localStorage.removeItem(KEY);
        return true;
      },
    });
    PushManager.prototype.getSubscription = async () => {
      const key = localStorage.getItem(KEY);
      return key === null ? null : (own(JSON.parse(key)) as never);
    };
    PushManager.prototype.subscribe = async (options) => {
      const key = [...(options!.applicationServerKey as Uint8Array)];
      localStorage.setItem(KEY, JSON.stringify(key));
      return own(key) as never;
    };
    Object.defineProperty(Notification, 'permission', { get: () => (asked() ? 'granted' : 'default') });
    Notification.requestPermission = async () => {
      localStorage.setItem('prompts', String(asked() + 1));
      return 'granted';
    };
  }, browser.subscription);
}

const prompts = (page: Page) => page.evaluate(() => Number(localStorage.getItem('prompts')));

/** Sends at once what waits for a possible undo, and gives the newest message as it arrived. */
async function nextMessage(db: Client, browser: TestBrowser, count: number) {
  await db.query(`update pgboss.job set start_after = now() where name = 'push'`);
  await expect.poll(() => service.messagesOf(browser).length, { timeout: 20_000 }).toBe(count);
  return service.messagesOf(browser).at(-1)!;
}

/** Gives a message to the service worker, as the browser does when one arrives; what it then shows. */
async function shownFor(context: BrowserContext, page: Page, message: object) {
  // Those of earlier tests in this window end later.
  const worker = context.serviceWorkers().at(-1);
  await worker!.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: object[] };
    scope.shown = [];
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push({ title, ...options });
  });
  const session = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const one = registrations.findLast(({ isDeleted }) => !isDeleted);
      if (one) resolve(one.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: process.env.SHOP_URL!,
    registrationId: await found,
    data: JSON.stringify(message),
  });
  const shown = () => worker!.evaluate(() => (globalThis as unknown as { shown: object[] }).shown);
  await expect.poll(async () => (await shown()).length).toBe(1);
  return (await shown())[0];
}

const LABEL = 'Get a notification when your order is worked on and ready';

test('OFF-07 a customer switches notifications on after an order, and one about each status arrives', async ({
  page,
  context,
  db,
}) => {
  const phone = service.browser();
  await withPushService(page, phone);
  await signIn(page, user.email);
  await storeCart(page, [gown]);
  // Before an order nobody is asked.
  const answered = page.waitForResponse(/orders\/listMine/);
  await open(page, '/account');
  expect((await (await answered).json()).json.orders).toEqual([]);
  await page.waitForTimeout(1_000);
  await expect(page.getByRole('switch', { name: LABEL })).toHaveCount(0);
  await open(page, '/checkout');
  await page.getByRole('button', { name: 'Submit Order' }).click();
  const panel = page.getByRole('region', { name: 'Order submitted' });
  const toggle = panel.getByRole('switch', { name: LABEL });
  await expect(toggle).not.toBeChecked();
  expect(await prompts(page)).toBe(0);
  await expectAccessible(page);
  await toggle.click();
  await expect(toggle).toBeChecked();
  expect(await prompts(page)).toBe(1);
  await expectAccessible(page);

  const { rows } = await db.query<{ id: string; number: string }>(
    'select id, order_number as number from orders where user_id = $1',
    [user.id],
  );
  const { id, number } = rows[0]!;
  for (const [count, [status, title]] of [
    ['processing', 'Your order is being worked on'],
    ['completed', 'Your order is ready'],
  ].entries()) {
    await db.query('update orders set status = $2 where id = $1', [id, status]);
    const message = await nextMessage(db, phone, count + 1);
    expect(message).toMatchObject({ title, path: `/orders/${id}` });
    expect(await shownFor(context, page, message)).toMatchObject({
      title,
      body: expect.stringContaining(`Order #${number}`),
      // The newer one replaces the older one.
      tag: `order-${id}`,
    });
  }

  // The same switch, for this browser, in the account; off again.
  await open(page, '/account');
  const inAccount = page.getByRole('switch', { name: LABEL });
  await expect(inAccount).toBeChecked();
  await expectAccessible(page);
  await inAccount.click();
  await expect(inAccount).not.toBeChecked();
  expect((await db.query('select from push_subscriptions where user_id = $1', [user.id])).rowCount).toBe(0);
  expect(await prompts(page)).toBe(1);
});

test('OFF-07 the staff switch on new order alerts in the menu of the back office', async ({
  page,
  context,
  browser,
  isMobile,
  db,
}) => {
  const staffBrowser = service.browser();
  await withPushService(page, staffBrowser);
  await signIn(page, staff.email);
  await open(page, '/admin/dashboard');
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click();
  const toggle = page.getByRole('switch', { name: 'New order alerts' }).filter({ visible: true });
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  await expect(toggle).toBeChecked();
  await expectAccessible(page);

  const shopper = await (await browser.newContext({ baseURL: process.env.SHOP_URL! })).newPage();
  await signIn(shopper, user.email);
  const order = await submitOrder(shopper, [{ ...gown, notes: 'For my wedding' }]);
  await shopper.context().close();
  const message = await nextMessage(db, staffBrowser, 1);
  expect(message).toMatchObject({
    title: 'New order',
    body: `#${order.orderNumber} · ₦12,500.00`,
    path: `/admin/orders/${order.id}`,
  });
  expect(await shownFor(context, page, message)).toMatchObject({ title: 'New order' });
});

test('OFF-07 a browser that blocks notifications, or has none, says what to do', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await signIn(page, user.email);
  const order = await submitOrder(page, [gown]);
  await open(page, `/orders/${order.id}`);
  await expect(page.getByText('Notifications are blocked here.')).toBeVisible();
  await expect(page.getByRole('switch', { name: LABEL })).toHaveCount(0);
  await expectAccessible(page);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await open(page, '/orders');
  await expect(page.getByText('This browser cannot show notifications.')).toBeVisible();
});
