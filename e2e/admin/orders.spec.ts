import type { Request } from '@playwright/test';
import { expectToast } from '../shopper.ts';
import {
  blockEvents,
  expect,
  expectAccessible,
  holdRequests,
  openOrders,
  rowOf,
  rowsOn,
  statusFor,
  test,
} from './orders.ts';

/** The input of an operation, in the URL or in the body. */
const textOf = (request: Request) => request.postData() ?? decodeURIComponent(request.url());

test('ADM-ORD-01 ADM-ORD-05 OPEN-67 all orders, newest first, with every column of the table', async ({
  page,
  fixture,
}) => {
  const older = await fixture.order({ placed: `now() - interval '3 days 1 minute'`, opened: false });
  const newer = await fixture.order({
    customer: `Bọ́lá ${fixture.word}`,
    status: 'completed',
    items: [{ name: 'One' }, { name: 'Two', price: 1000 }],
  });
  await openOrders(page, `?search=${fixture.word}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Management');
  await expect(rowsOn(page)).toHaveCount(2);
  const [first, second] = [rowsOn(page).nth(0), rowsOn(page).nth(1)];
  await expect(first).toContainText(`#${newer.number}`);
  await expect(first).toContainText(`Bọ́lá ${fixture.word}`);
  await expect(first).toContainText('just now');
  await expect(first).toContainText('2 items');
  await expect(first).toContainText('₦13,500.00');
  await expect(first.getByText('Not opened')).toHaveCount(0);
  await expect(statusFor(page, newer)).toHaveValue('completed');
  await expect(second).toContainText(`#${older.number}`);
  await expect(second).toContainText('3 days ago');
  await expect(second).toContainText('1 item');
  await expect(second.getByText('Not opened')).toBeVisible();
  if (page.viewportSize()!.width >= 640) {
    await expect(page.getByRole('columnheader')).toHaveText([
      'Order',
      'Placed',
      'Items',
      'Total',
      'Status',
      'Details',
    ]);
  }
  await expectAccessible(page);
});

test('ADM-ORD-02 Refresh reloads the list', { tag: '@desktop' }, async ({ page, fixture }) => {
  await blockEvents(page);
  const first = await fixture.order();
  await openOrders(page, `?search=${fixture.word}`);
  await expect(rowOf(page, first)).toBeVisible();
  const second = await fixture.order();
  await expect(rowsOn(page)).toHaveCount(1);
  const refresh = page.getByRole('button', { name: 'Refresh' });
  const answer = await holdRequests(page, 'orders/listAll');
  await refresh.click();
  await expect(refresh).toHaveAttribute('aria-busy', 'true');
  // Rows stay while the list is loading.
  await expect(rowOf(page, first)).toBeVisible();
  answer();
  await expect(rowOf(page, second)).toBeVisible();
  await expect(refresh).not.toHaveAttribute('aria-busy', 'true');
});

test('ADM-ORD-03 a search matches number, id, name and phone; the view is in the URL', {
  tag: '@desktop',
}, async ({ page, fixture }) => {
  const order = await fixture.order({ phone: '+2349098765431' });
  await fixture.order();
  await openOrders(page, `?search=${fixture.word}`);
  await expect(rowsOn(page)).toHaveCount(2);
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  for (const text of [`#${order.number}`, order.id, order.id.slice(0, 13), '0909 876 5431']) {
    await search.fill(text);
    await search.press('Enter');
    await expect(rowsOn(page)).toHaveCount(1);
    await expect(rowOf(page, order)).toBeVisible();
  }
  await search.fill(`${fixture.word} nobody`);
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue('0909 876 5431');
  await expect(rowsOn(page)).toHaveCount(1);
  await page.reload();
  await expect(rowOf(page, order)).toBeVisible();
  await search.fill(`${fixture.word} nobody`);
  await page.getByRole('button', { name: 'Show all orders' }).click();
  await expect(page).toHaveURL('/admin/orders');
  await expect(search).toHaveValue('');
});

test('DESK-05 orders are found by product and by days, in the address', { tag: '@phone' }, async ({
  page,
  fixture,
}) => {
  const cloth = `Adire${fixture.word}`;
  const old = await fixture.order({ items: [{ name: cloth }], placed: `now() - interval '3 days'` });
  const today = await fixture.order({ items: [{ name: cloth }] });
  await openOrders(page, `?search=${cloth.toLowerCase()}`);
  await expect(rowsOn(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Days', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('dialog', { name: 'Placed on' }).getByRole('button', { name: 'Today' }).click();
  await expect(rowsOn(page)).toHaveCount(1);
  await expect(rowOf(page, today)).toBeVisible();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
  await expect(page.getByRole('button', { name: 'Days: today' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all days' }).click();
  await expect(rowOf(page, old)).toBeVisible();
});

test('an older response never replaces a newer one', { tag: '@desktop' }, async ({ page, fixture }) => {
  const wanted = await fixture.order({ customer: `Wanted ${fixture.word}` });
  await fixture.order({ customer: `Other ${fixture.word}` });
  await openOrders(page, `?search=${fixture.word}`);
  await expect(rowsOn(page)).toHaveCount(2);
  const isOlder = (request: Request) =>
    request.url().includes('listAll') && textOf(request).includes('other');
  const { promise: late, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/api/rpc/orders/listAll*', async (route) => {
    if (isOlder(route.request())) await late;
    await route.continue().catch(() => {});
  });
  const over = Promise.race([
    page.waitForEvent('requestfinished', isOlder),
    // The older request is cancelled.
    page.waitForEvent('requestfailed', isOlder),
  ]);
  const search = page.getByRole('searchbox');
  await search.fill(`other ${fixture.word}`);
  await search.press('Enter');
  await search.fill(`wanted ${fixture.word}`);
  await search.press('Enter');
  await expect(rowsOn(page)).toHaveCount(1);
  letGo();
  await over;
  await expect(rowOf(page, wanted)).toBeVisible();
  await expect(rowsOn(page)).toHaveCount(1);
});

test('ADM-ORD-04 filters for each status, and for orders that were not opened', { tag: '@desktop' }, async ({
  page,
  fixture,
}) => {
  const made = {
    Pending: await fixture.order({ opened: false }),
    Processing: await fixture.order({ status: 'processing' }),
    Completed: await fixture.order({ status: 'completed' }),
    Cancelled: await fixture.order({ status: 'cancelled' }),
  };
  await openOrders(page, `?search=${fixture.word}`);
  const filter = page.getByRole('navigation', { name: 'Status' }).getByRole('link');
  await expect(filter).toHaveText(['All', 'Pending', 'Processing', 'Completed', 'Cancelled']);
  for (const [label, order] of Object.entries(made)) {
    await filter.filter({ hasText: label }).click();
    await expect(rowsOn(page)).toHaveCount(1);
    await expect(rowOf(page, order)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`status=${label.toLowerCase()}`));
  }
  await filter.filter({ hasText: 'All' }).click();
  await expect(rowsOn(page)).toHaveCount(4);
  const unopened = page.getByRole('link', { name: 'Not opened', exact: true });
  await unopened.click();
  await expect(rowsOn(page)).toHaveCount(1);
  await expect(rowOf(page, made.Pending)).toBeVisible();
  await expect(unopened).toHaveAttribute('aria-current', /true|page/);
  await unopened.click();
  await expect(rowsOn(page)).toHaveCount(4);
});

test('each filter shows its number of orders', { tag: '@desktop' }, async ({ page, fixture, db }) => {
  await fixture.order({ opened: false });
  await openOrders(page);
  const { rows } = await db.query(
    `select status, count(*)::int as n, count(*) filter (where opened_at is null)::int as unopened from orders group by status`,
  );
  const sum = (key: 'n' | 'unopened') => rows.reduce((all, row) => all + row[key], 0);
  const status = page.getByRole('navigation', { name: 'Status' });
  await expect(status.getByRole('link', { name: /^All/ })).toHaveText(`All${sum('n')}`);
  for (const row of rows) {
    await expect(status.getByRole('link', { name: new RegExp(row.status, 'i') })).toContainText(
      String(row.n),
    );
  }
  await expect(page.getByRole('link', { name: /^Not opened\s*\d/ })).toHaveText(
    `Not opened${sum('unopened')}`,
  );
});

test('OPEN-66 CONST-03 CONST-04 ten a page; a filter starts at page 1, a page past the end becomes the last', {
  tag: '@desktop',
}, async ({ page, fixture }) => {
  for (let n = 0; n < 11; n++) await fixture.order({ placed: `now() - interval '${n} hours'` });
  await openOrders(page, `?search=${fixture.word}`);
  await expect(page.getByText('11 orders', { exact: true })).toBeVisible();
  await expect(rowsOn(page)).toHaveCount(10);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(`/admin/orders?search=${fixture.word}&page=2`);
  await expect(rowsOn(page)).toHaveCount(1);
  await expect(rowsOn(page)).toContainText('10 hours ago');
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Pending' }).click();
  await expect(rowsOn(page)).toHaveCount(10);
  await expect(page).not.toHaveURL(/page=/);
  await openOrders(page, `?search=${fixture.word}&page=99`);
  await expect(rowsOn(page)).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
});

test('ADM-ORD-06 ADM-ORD-13 View opens the order, and its back link the list', { tag: '@phone' }, async ({
  page,
  fixture,
}) => {
  const order = await fixture.order();
  await openOrders(page, `?search=${fixture.word}`);
  await page.getByRole('link', { name: `View order #${order.number}` }).click();
  await expect(page).toHaveURL(`/admin/orders/${order.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order #${order.number}`);
  await page.getByRole('link', { name: 'Back to orders' }).click();
  await expect(page).toHaveURL(`/admin/orders?search=${fixture.word}`);
});

test('ADM-ORD-07 ADM-ORD-08 ERR-18 the status is set from the row with the keyboard alone', {
  tag: '@desktop',
}, async ({ page, fixture }) => {
  const order = await fixture.order();
  await openOrders(page, `?search=${fixture.word}`);
  const select = statusFor(page, order);
  await expect(select.getByRole('option')).toHaveText(['Pending', 'Processing', 'Completed', 'Cancelled']);
  const answer = await holdRequests(page, 'orders/setStatus');
  await select.focus();
  // All options can be passed; the status is that of Enter.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect(select).toBeDisabled();
  await expect(select.locator('option:checked')).toHaveText('Updating...');
  expect(await fixture.statusOf(order)).toBe('pending');
  answer();
  await expectToast(page, 'Success', 'Order status updated successfully');
  await expect(select).toHaveValue('processing');
  await expect(select).toBeFocused();
  expect(await fixture.statusOf(order)).toBe('processing');
});

test('ADM-ORD-09 OPEN-06 the new status shows on the list at once, which is then reloaded', {
  tag: '@desktop',
}, async ({ page, fixture }) => {
  const order = await fixture.order();
  await openOrders(page, `?search=${fixture.word}`);
  await expect(statusFor(page, order)).toHaveValue('pending');
  const answer = await holdRequests(page, 'orders/listAll');
  const read = page.waitForRequest('**/api/rpc/orders/listAll*');
  await statusFor(page, order).selectOption('completed');
  await read;
  await expect(statusFor(page, order)).toHaveValue('completed');
  answer();
  await page.getByRole('link', { name: `View order #${order.number}` }).click();
  await expect(statusFor(page, order)).toHaveValue('completed');
});
