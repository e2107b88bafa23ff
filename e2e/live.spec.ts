import { expect, open, signIn } from './journey.ts';
import { cardOf, counted, look, NEWEST, openFollowing, SOON, streamsOf, test } from './live-browsers.ts';
import { anOrder, aPerson } from './shopper.ts';

test('OPEN-68 a price that changes is on the open list and on the product’s page within two seconds', {
  tag: '@phone',
}, async ({ page, cloth, anotherBrowser, setPrice }) => {
  const other = await anotherBrowser();
  await openFollowing(page, NEWEST);
  await openFollowing(other, `/products/${cloth.id}`);
  await expect(cardOf(page, cloth)).toContainText('₦7,300.00');
  await setPrice(8_450);
  await Promise.all([
    expect(cardOf(page, cloth)).toContainText('₦8,450.00', SOON),
    expect(other.getByRole('main')).toContainText('₦8,450.00', SOON),
  ]);
});

test('OPEN-68 the customer’s list and page of an order show the status that the shop gives it', {
  tag: '@phone',
}, async ({ page, person, cloth, anotherBrowser, db }) => {
  await signIn(page, person.email);
  const { id, orderNumber } = await anOrder(page, [cloth]);
  const other = await anotherBrowser(person.email);
  await openFollowing(page, '/orders');
  await openFollowing(other, `/orders/${id}`);
  const admin = await anotherBrowser((await aPerson(db, 'admin')).email);
  await open(admin, `/admin/orders?search=${orderNumber}`);
  await admin.getByLabel(`Status of order #${orderNumber}`).selectOption('Processing');
  const card = page.getByRole('article').filter({ hasText: orderNumber });
  await Promise.all([
    expect(card).toContainText('Processing', SOON),
    expect(other.getByRole('main')).toContainText('Processing', SOON),
  ]);
});

test('OPEN-68 who was offline reads again when the link is back', { tag: '@phone' }, async ({
  page,
  context,
  cloth,
  setPrice,
}) => {
  const streams = streamsOf(context);
  await openFollowing(page, NEWEST);
  await context.setOffline(true);
  await expect.poll(() => counted(streams).open).toBe(0);
  await setPrice(8_450);
  await expect(cardOf(page, cloth)).toContainText('₦7,300.00');
  await context.setOffline(false);
  await expect(cardOf(page, cloth)).toContainText('₦8,450.00', SOON);
});

test('OPEN-68 nothing moves while a finger is on the page', { tag: '@phone' }, async ({
  page,
  cloth,
  setPrice,
}) => {
  await openFollowing(page, NEWEST);
  await cardOf(page, cloth).scrollIntoViewIfNeeded();
  // What the cloth's own arrival made the page read is over then.
  await setPrice(7_350);
  await expect(cardOf(page, cloth)).toContainText('₦7,350.00', SOON);
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
  await expect(cardOf(page, cloth)).toContainText('₦8,450.00', SOON);
});

test('OPEN-68 shoppers follow only where there is something to follow', { tag: '@phone' }, async ({
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

test('OPEN-68 who saves data is not followed up', { tag: '@phone' }, async ({ page, context, cloth }) => {
  const streams = streamsOf(context);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  await page.clock.install();
  for (const path of [NEWEST, `/products/${cloth.id}`]) {
    await open(page, path);
    await page.clock.runFor(10_000);
  }
  expect(streams).toEqual([]);
});

test.describe('too many', () => {
  test.use({ expectedErrors: [/429/] });

  test('OPEN-68 where there is no stream left the page looks for itself, but not while it is out of sight', {
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
    await look(page, false);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.clock.runFor(120_000);
    expect(asked).toEqual([]);
    expect(streams).toHaveLength(1);
  });
});
