import { expect, open, signIn } from './journey.ts';
import { cardOf, counted, NEWEST, openFollowing, setVisible, streamsOf, test } from './live-browsers.ts';
import { submitOrder } from './shopper.ts';

test('OPEN-68 two tabs share one stream, and the other continues when one is closed', {
  tag: '@phone',
}, async ({ page, context, cloth, setPrice }) => {
  const streams = streamsOf(context);
  await openFollowing(page, NEWEST);
  const second = await context.newPage();
  await open(second, NEWEST);
  // Enough time for a second stream to open.
  await second.waitForTimeout(1_000);
  expect(counted(streams)).toEqual({ open: 1, all: 1 });
  await setPrice(8_450);
  await Promise.all([page, second].map((tab) => expect(cardOf(tab, cloth)).toContainText('₦8,450.00')));
  await page.close();
  await expect.poll(() => counted(streams)).toEqual({ open: 1, all: 2 });
  await setPrice(9_990);
  await expect(cardOf(second, cloth)).toContainText('₦9,990.00');
});

test('OPEN-68 there is no stream while no tab is visible, and a tab that becomes visible loads missed changes', {
  tag: '@phone',
}, async ({ page, context, cloth, setPrice }) => {
  const streams = streamsOf(context);
  await openFollowing(page, NEWEST);
  const second = await context.newPage();
  await open(second, NEWEST);
  await second.waitForTimeout(700);
  await setVisible(page, false);
  await expect.poll(() => counted(streams)).toEqual({ open: 1, all: 2 });
  await setVisible(second, false);
  await expect.poll(() => counted(streams)).toEqual({ open: 0, all: 2 });
  await setPrice(8_450);
  await setVisible(page, true);
  await expect(cardOf(page, cloth)).toContainText('₦8,450.00');
  await expect.poll(() => counted(streams)).toEqual({ open: 1, all: 3 });
  await expect(cardOf(second, cloth)).toContainText('₦7,300.00');
});

test('OPEN-68 the stream has the topics of all tabs, and another user gets another stream', {
  tag: '@phone',
}, async ({ page, context, user, cloth }) => {
  const streams = streamsOf(context);
  await openFollowing(page, NEWEST);
  expect(streams.map(({ topics }) => topics)).toEqual(['catalog']);
  await signIn(page, user.email);
  const { orderNumber } = await submitOrder(page, [cloth]);
  const second = await context.newPage();
  await open(second, '/orders');
  await expect(second.getByRole('heading', { name: `Order #${orderNumber}` })).toBeVisible();
  await expect.poll(() => streams.at(-1)!.topics).toBe('catalog,orders');
  await expect.poll(() => counted(streams).open).toBe(1);
  const menu = second.getByRole('button', { name: /menu/i });
  if (await menu.isVisible()) await menu.click();
  await second.getByRole('button', { name: 'Logout' }).click();
  await expect(second).not.toHaveURL(/orders/);
  await expect.poll(() => streams.at(-1)!.topics).toBe('catalog');
  await expect.poll(() => counted(streams).open).toBe(1);
});
