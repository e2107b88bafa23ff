import { ACCOUNTS } from '../journey.ts';
import { expectToast } from '../shopper.ts';
import { expect, expectAccessible, open, openOrder, openOrders, rowOf, signIn, test } from './orders.ts';

const LONG_AGO = `now() - interval '31 minutes'`;

test('HAND-01 an order is confirmed by a press, its customer sees it, and Undo takes it back', async ({
  page,
  fixture,
}) => {
  const order = await fixture.order({ opened: false, placed: LONG_AGO });
  await openOrder(page, order);
  const main = page.getByRole('main');
  await expect(main.getByText('Not opened, submitted 31 minutes ago')).toBeVisible();
  await page.getByRole('button', { name: 'They wrote to us' }).click();
  await expect(main.getByText('Confirmed just now')).toBeVisible();
  await expect(page.getByRole('button', { name: 'They wrote to us' })).toHaveCount(0);
  await expect(main).toBeFocused();
  const history = main.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(history.first()).toContainText('confirmed it: the customer wrote');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(main.getByText('Not opened, submitted')).toBeVisible();
  await expect(history.first()).toContainText('took the confirmation back');
});

test('HAND-03 a queue on the dashboard leads to its orders; from a row the customer is reminded once', async ({
  page,
  fixture,
  context,
}) => {
  const order = await fixture.order({ opened: false, placed: LONG_AGO });
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'chat' }));
  await openOrders(page, `?queue=unopened&search=${fixture.word}`);
  await expect(page.getByRole('link', { name: 'Not opened for 30 minutes' })).toHaveAttribute(
    'aria-current',
    /./,
  );
  const followUp = () => rowOf(page, order).getByRole('button', { name: 'Follow up' }).click();
  await followUp();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`We have your order #${order.number}, but no message from you yet.`);
  await expectAccessible(page);
  const chat = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'Remind on WhatsApp' }).click();
  expect((await chat).url()).toContain('wa.me/2348031234567?text=Hello');
  // A tab below another one draws nothing, and what is not drawn is never ready to be pressed.
  await (await chat).close();
  await expectToast(page, 'The reminder is in the history of the order');
  await expect(dialog).toHaveCount(0);
  await followUp();
  await expect(dialog.getByText(/reminded them on WhatsApp just now/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Remind by email' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Remind again' }).click();
  await dialog.getByRole('button', { name: 'Remind by email' }).click();
  await expectToast(page, 'The reminder is on its way');
  await followUp();
  await dialog.getByRole('button', { name: 'They wrote to us' }).click();
  await expectToast(page, 'Order confirmed');
  await expect(rowOf(page, order)).toHaveCount(0);
});

test('HAND-03 an open list, its counts and its buttons follow the clock, without a change', {
  tag: '@phone',
}, async ({ page, fixture, db }) => {
  // No events: only the clock can trigger the updates below.
  await page.route('**/api/events*', () => {});
  const queued = await fixture.order({ opened: false, placed: LONG_AGO });
  const order = await fixture.order({ opened: false, placed: `now() - interval '29 minutes'` });
  await page.clock.install();
  await openOrders(page, `?queue=unopened&search=${fixture.word}`);
  await expect(rowOf(page, queued)).toBeVisible();
  await expect(rowOf(page, order)).toHaveCount(0);
  // Two minutes pass for the server.
  await db.query(`update orders set created_at = created_at - interval '2 minutes' where id = $1`, [
    order.id,
  ]);
  await page.clock.runFor(61_000);
  await expect(rowOf(page, order)).toBeVisible();

  // The clock of the browser is a minute ahead by now.
  const other = await fixture.order({ opened: false, placed: `now() - interval '27 minutes'` });
  await open(page, '/admin/orders');
  const queue = page.getByRole('link', { name: 'Not opened for 30 minutes' });
  await expect(queue).toHaveText(/\d$/);
  const counted = Number((await queue.textContent())!.match(/\d+$/)![0]);
  const button = rowOf(page, other).getByRole('button', { name: 'Follow up' });
  await expect(rowOf(page, other)).toBeVisible();
  await expect(button).toHaveCount(0);
  await db.query(`update orders set created_at = created_at - interval '4 minutes' where id = $1`, [
    other.id,
  ]);
  await page.clock.runFor(181_000);
  await expect(button).toBeVisible();
  await expect(queue).toHaveText(new RegExp(`${counted + 1}$`));
});

test('HIST-05 HAND-03 the toast with Undo leaves the button for the next order free, and the end of the list', {
  tag: '@phone',
}, async ({ page, fixture }) => {
  const orders: { number: string }[] = [];
  for (let at = 0; at < 10; at += 1) orders.push(await fixture.order({ opened: false, placed: LONG_AGO }));
  await openOrders(page, `?search=${fixture.word}`);
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Order confirmed' });
  const followUp = (at: number) =>
    page.getByRole('button', { name: `Follow up order #${orders[at]!.number}` });
  /** Scrolls until the next button is as low as `top`, and confirms the order above it. */
  const confirm = async (at: number, top: number) => {
    await followUp(at - 1).evaluate((next, y) => scrollBy(0, next.getBoundingClientRect().top - y), top);
    await followUp(at).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'They wrote to us' }).tap();
    await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // It slides to its place.
    await expect(toast).toHaveAttribute('data-y-position', top > 600 ? 'top' : 'bottom');
    await page.waitForTimeout(500);
    const isFree = await followUp(at - 1).evaluate((next) => {
      const { left, right, top, bottom } = next.getBoundingClientRect();
      return next.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
    expect(isFree).toBe(true);
  };
  await confirm(6, 670);
  await toast.getByRole('button', { name: 'Close' }).tap();
  await expect(toast).toHaveCount(0);
  await confirm(5, 300);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const covered = () =>
    page.evaluate(() => {
      const end = document.querySelector('main')!.firstElementChild!.getBoundingClientRect().bottom;
      return end - document.querySelector('[data-sonner-toast]')!.getBoundingClientRect().top;
    });
  await expect.poll(covered).toBeLessThanOrEqual(0);
});

test.describe('with a link that drops', () => {
  test.use({ expectedErrors: [/ERR_FAILED.*markOpened/] });

  test('HAND-01 the customer reads on the page of their order how far it is', { tag: '@phone' }, async ({
    page,
    db,
  }) => {
    await signIn(page, ACCOUNTS.customer);
    const { rows } = await db.query(
      `select o.id from orders o join profiles p on p.id = o.user_id
       where p.email = $1 and o.status = 'pending' and o.confirmed_at is null order by o.created_at desc limit 1`,
      [ACCOUNTS.customer],
    );
    const { id } = rows[0];
    await db.query('update orders set opened_at = null where id = $1', [id]);
    await open(page, `/orders/${id}`);
    await expect(page.getByText(/^Submitted .* ago\. Not opened in WhatsApp yet\.$/)).toBeVisible();
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'chat' }));
    // The link drops as it is pressed: the shop is told at the next visit.
    const OPENED = '**/api/rpc/orders/markOpened';
    await page.route(OPENED, (route) => route.abort());
    const chat = page.waitForEvent('popup');
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('markOpened'));
    await page.getByRole('link', { name: 'Open in WhatsApp' }).click();
    await (await chat).close();
    await lost;
    await page.unroute(OPENED);
    await page.reload();
    await expect(page.getByText(/^Opened in WhatsApp .*\. Not confirmed by the shop yet\.$/)).toBeVisible();
    await db.query('update orders set confirmed_at = now() where id = $1', [id]);
    await expect(page.getByText(/^Confirmed by the shop .*\.$/)).toBeVisible();
    await expectAccessible(page);
    await db.query('update orders set confirmed_at = null where id = $1', [id]);
  });
});
