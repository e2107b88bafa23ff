import { expect, open, signIn } from './journey.ts';
import { cardOf, counted, look, NEWEST, openFollowing, SOON, streamsOf, test } from './live-browsers.ts';
import { anOrder } from './shopper.ts';

test('OPEN-68 two tabs have one stream, and the other goes on when one is closed', { tag: '@phone' }, async ({
  page,
  context,
  cloth,
  setPrice,
}) => {
  const streams = streamsOf(context);
  await openFollowing(page, NEWEST);
  const second = await context.newPage();
  await open(second, NEWEST);
  // Time in which a second stream would be opened.
  await second.waitForTimeout(1_000);
  expect(counted(streams)).toEqual({ open: 1, all: 1 });
  await setPrice(8_450);
  await Promise.all([page, second].map((tab) => expect(cardOf(tab, cloth)).toContainText('₦8,450.00', SOON)));
  await page.close();
  await expect.poll(() => counted(streams), SOON).toEqual({ open: 1, all: 2 });
  await setPrice(9_990);
  await expect(cardOf(second, cloth)).toContainText('₦9,990.00', SOON);
});

test('OPEN-68 there is no stream while no tab is looked at, and who comes back reads what she missed', {
  tag: '@phone',
}, async ({ page, context, cloth, setPrice }) => {
  const streams = streamsOf(context);
  await openFollowing(page, NEWEST);
  const second = await context.newPage();
  await open(second, NEWEST);
  await second.waitForTimeout(700);
  await look(page, false);
  await expect.poll(() => counted(streams), SOON).toEqual({ open: 1, all: 2 });
  await look(second, false);
  await expect.poll(() => counted(streams), SOON).toEqual({ open: 0, all: 2 });
  await setPrice(8_450);
  await look(page, true);
  await expect(cardOf(page, cloth)).toContainText('₦8,450.00', SOON);
  await expect.poll(() => counted(streams)).toEqual({ open: 1, all: 3 });
  await expect(cardOf(second, cloth)).toContainText('₦7,300.00');
});

test('OPEN-68 the stream tells what all tabs follow, and another person’s is another stream', {
  tag: '@phone',
}, async ({ page, context, person, cloth }) => {
  const streams = streamsOf(context);
  await openFollowing(page, NEWEST);
  expect(streams.map(({ topics }) => topics)).toEqual(['catalog']);
  await signIn(page, person.email);
  const { orderNumber } = await anOrder(page, [cloth]);
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
