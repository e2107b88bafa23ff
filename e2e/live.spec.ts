import { expect, open, signIn } from './journey.ts';
import { cardOf, counted, NEWEST, openFollowing, setVisible, streamsOf, test } from './live-browsers.ts';
import { addUser, storeCart, submitOrder } from './shopper.ts';

test('OPEN-68 a price change is on the open list and on the product’s page', {
  tag: '@phone',
}, async ({ page, cloth, anotherBrowser, setPrice }) => {
  const other = await anotherBrowser();
  await openFollowing(page, NEWEST);
  await openFollowing(other, `/products/${cloth.id}`);
  await expect(cardOf(page, cloth)).toContainText('₦7,300.00');
  await setPrice(8_450);
  await Promise.all([
    expect(cardOf(page, cloth)).toContainText('₦8,450.00'),
    expect(other.getByRole('main')).toContainText('₦8,450.00'),
  ]);
});

test('OPEN-68 the customer’s list and page of an order show the status that an admin sets', {
  tag: '@phone',
}, async ({ page, user, cloth, anotherBrowser, db }) => {
  await signIn(page, user.email);
  const { id, orderNumber } = await submitOrder(page, [cloth]);
  const other = await anotherBrowser(user.email);
  await openFollowing(page, '/orders');
  await openFollowing(other, `/orders/${id}`);
  const admin = await anotherBrowser((await addUser(db, 'admin')).email);
  await open(admin, `/admin/orders?search=${orderNumber}`);
  await admin.getByLabel(`Status of order #${orderNumber}`).selectOption('Processing');
  const card = page.getByRole('article').filter({ hasText: orderNumber });
  await Promise.all([
    expect(card).toContainText('Processing'),
    expect(other.getByRole('main')).toContainText('Processing'),
  ]);
});

test('OPEN-68 a page that was offline reloads when the connection is back', { tag: '@phone' }, async ({
  page,
  context,
  cloth,
  setPrice,
}) => {
  const streams = streamsOf(context);
  await openFollowing(page, NEWEST);
  // The reload caused by the product's creation is finished then: cut off, it would be an error in the console.
  await setPrice(7_350);
  await expect(cardOf(page, cloth)).toContainText('₦7,350.00');
  await context.setOffline(true);
  await expect.poll(() => counted(streams).open).toBe(0);
  await setPrice(8_450);
  await expect(cardOf(page, cloth)).toContainText('₦7,350.00');
  await context.setOffline(false);
  await expect(cardOf(page, cloth)).toContainText('₦8,450.00');
});

test('OPEN-68 nothing moves while a finger is on the page', { tag: '@phone' }, async ({
  page,
  cloth,
  setPrice,
}) => {
  await openFollowing(page, NEWEST);
  await cardOf(page, cloth).scrollIntoViewIfNeeded();
  // The reload caused by the product's creation is finished then.
  await setPrice(7_350);
  await expect(cardOf(page, cloth)).toContainText('₦7,350.00');
  const heading = page.getByRole('heading', { level: 1 });
  await heading.dispatchEvent('pointerdown');
  let isRead = false;
  page.on('response', (response) => {
    if (response.url().includes('listProducts')) isRead = true;
  });
  await setPrice(8_450);
  await page.waitForTimeout(2_500);
  expect(isRead).toBe(false);
  await expect(cardOf(page, cloth)).toContainText('₦7,350.00');
  await heading.dispatchEvent('pointerup');
  await expect(cardOf(page, cloth)).toContainText('₦8,450.00');
});

test('OPEN-68 shop pages open a stream only where there is something to follow', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  const streams = streamsOf(context);
  await page.clock.install();
  for (const path of ['/about', '/wishlist', '/auth']) {
    await open(page, path);
    await page.clock.runFor(10_000);
  }
  expect(streams).toEqual([]);
});

test('OPEN-68 an empty cart follows from its first product on', { tag: '@phone' }, async ({
  page,
  context,
  cloth,
  setPrice,
}) => {
  const streams = streamsOf(context);
  await open(page, '/wishlist');
  const second = await context.newPage();
  await storeCart(second, [cloth]);
  await expect(page.getByRole('main')).toContainText('₦7,300.00');
  await expect.poll(() => counted(streams)).toEqual({ open: 1, all: 1 });
  await setPrice(8_450);
  await expect(page.getByRole('main')).toContainText('₦8,450.00');
});

test('OPEN-68 users who save data get no stream', { tag: '@phone' }, async ({ page, context, cloth }) => {
  const streams = streamsOf(context);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', {
      value: Object.assign(new EventTarget(), { saveData: true }),
      configurable: true,
    }),
  );
  await page.clock.install();
  for (const path of [NEWEST, `/products/${cloth.id}`]) {
    await open(page, path);
    await page.clock.runFor(10_000);
  }
  expect(streams).toEqual([]);
});

test.describe('when the script of live changes fails to load', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('OPEN-68 it is tried again, and what changed in between is read', {
    tag: '@phone',
  }, async ({ page, cloth, setPrice }) => {
    const script = '**/assets/live-*.js';
    let failures = 0;
    await page.clock.install();
    await page.route(script, (route) => {
      failures++;
      return route.abort();
    });
    await open(page, NEWEST);
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return failures;
      })
      .toBeGreaterThan(0);
    await setPrice(8_450);
    await page.unroute(script);
    await expect
      .poll(async () => {
        await page.clock.runFor(5_000);
        return cardOf(page, cloth).textContent();
      })
      .toContain('₦8,450.00');
  });
});

test.describe('when there are too many streams', () => {
  test.use({ expectedErrors: [/429/] });

  test('OPEN-68 without a free stream the page polls, but not while it is hidden', {
    tag: '@phone',
  }, async ({ page, cloth, setPrice }) => {
    const streams = streamsOf(page.context());
    await page.clock.install();
    await page.route('**/api/events*', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '3600' } }),
    );
    await open(page, NEWEST);
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return streams.length;
      })
      .toBe(1);
    await setPrice(8_450);
    await page.clock.runFor(31_000);
    await expect
      .poll(async () => {
        await page.clock.runFor(200);
        return cardOf(page, cloth).textContent();
      })
      .toContain('₦8,450.00');
    await setVisible(page, false);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.clock.runFor(120_000);
    expect(requests).toEqual([]);
    expect(streams).toHaveLength(1);
  });
});
