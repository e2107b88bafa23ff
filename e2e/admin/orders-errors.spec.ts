import { readFile } from 'node:fs/promises';
import { expectToast } from '../shopper.ts';
import {
  blockEvents,
  expect,
  expectAccessible,
  holdRequests,
  open,
  openOrder,
  openOrders,
  refusal,
  rowsOn,
  statusFor,
  test,
} from './orders.ts';

test.use({
  expectedErrors: [
    /Failed to load resource.*(403|404|429|ERR_INTERNET)|Order Details Failed|Couldn't load orders/,
  ],
});

// Only 'Try Again' may reload what failed.
test.beforeEach(({ page }) => blockEvents(page));

const tooMany = refusal('RATE_LIMITED', 429, 'Too many requests. Please try again in 5 seconds.');
const forbidden = (action: string) =>
  refusal('NO_PERMISSION', 403, `You do not have permission to ${action}`);

test('the list shows skeletons while it loads', { tag: '@desktop' }, async ({ page, fixture }) => {
  await fixture.order();
  const answer = await holdRequests(page, 'orders/listAll');
  await openOrders(page, `?search=${fixture.word}`);
  await expect(page.getByRole('status').filter({ hasText: 'Loading orders' })).toBeVisible();
  await expectAccessible(page);
  answer();
  await expect(rowsOn(page)).toHaveCount(1);
});

test('ERR-14 ERR-15 OPEN-26 a list that fails to load is not shown as empty, and Try Again loads it', {
  tag: '@phone',
}, async ({ page, fixture }) => {
  await fixture.order();
  await page.route('**/api/rpc/orders/listAll*', tooMany);
  await openOrders(page, `?search=${fixture.word}`);
  await expectToast(page, 'Failed to fetch orders', 'Too many requests. Please try again in 5 seconds.');
  const alert = page.getByRole('alert').filter({ hasText: 'Could not load orders' });
  await expect(alert).toBeVisible();
  await expect(page.getByText('No orders found')).toHaveCount(0);
  await expectAccessible(page);
  await page.unroute('**/api/rpc/orders/listAll*');
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await expect(rowsOn(page)).toHaveCount(1);
  await expect(alert).toHaveCount(0);
});

test('OPEN-11 rows already shown stay when the next page fails', { tag: '@desktop' }, async ({
  page,
  fixture,
}) => {
  await fixture.order();
  await openOrders(page, `?search=${fixture.word}`);
  await expect(rowsOn(page)).toHaveCount(1);
  await page.route('**/api/rpc/orders/listAll*', tooMany);
  await page.getByRole('link', { name: 'Completed' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Could not load orders' })).toBeVisible();
  await expect(rowsOn(page)).toHaveCount(1);
});

test('BULK-06 an export that is refused says so, and downloads the filtered list when it is not', {
  tag: '@desktop',
}, async ({ page, fixture }) => {
  const order = await fixture.order();
  await openOrders(page, `?search=${fixture.word}`);
  const save = async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Text file (CSV)' }).click();
  };
  await page.route('**/api/exports/**', (route) =>
    route.fulfill({ status: 429, json: { code: 'RATE_LIMITED', message: 'Too many requests.' } }),
  );
  await save();
  await expectToast(
    page,
    'The file could not be downloaded',
    'You downloaded many files. Please try again later.',
  );
  await page.unroute('**/api/exports/**');
  const saved = page.waitForEvent('download');
  await save();
  expect((await saved).suggestedFilename()).toMatch(/^orders-[\d-]+\.csv$/);
  expect((await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n')).toEqual([
    expect.stringContaining('"Order","Placed"'),
    expect.stringContaining(`"${order.number}"`),
  ]);
});

test('ERR-16 OPEN-26 a refused read says which role is required', { tag: '@desktop' }, async ({ page }) => {
  await page.route('**/api/rpc/orders/listAll*', forbidden('view all orders'));
  await openOrders(page);
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't load orders" });
  await expect(alert).toContainText('Please make sure you have admin privileges.');
  await expectAccessible(page);
});

test('PERM-09 a refusal without a code of the shop is one for lack of permission', {
  tag: '@desktop',
}, async ({ page, fixture }) => {
  const order = await fixture.order();
  await openOrders(page, `?search=${fixture.word}`);
  // Of a proxy.
  await page.route('**/api/rpc/orders/setStatus', (route) =>
    route.fulfill({ status: 403, contentType: 'text/plain', body: 'Forbidden' }),
  );
  await statusFor(page, order).selectOption('completed');
  await expectToast(page, 'Permission Denied', "You don't have permission to update order status");
});

test('ERR-17 a status that cannot be saved stays as it was', { tag: '@desktop' }, async ({
  page,
  fixture,
}) => {
  const order = await fixture.order();
  await openOrders(page, `?search=${fixture.word}`);
  await page.route('**/api/rpc/orders/setStatus', tooMany);
  await statusFor(page, order).selectOption('completed');
  await expectToast(page, 'Update Failed', 'Failed to update order status. Please try again.');
  await expect(statusFor(page, order)).toHaveValue('pending');
  await expect(statusFor(page, order)).toBeEnabled();
  expect(await fixture.statusOf(order)).toBe('pending');
});

test('PERM-09 OPEN-27 a user without permission to set a status gets a message', { tag: '@desktop' }, async ({
  page,
  fixture,
}) => {
  const order = await fixture.order();
  await openOrders(page, `?search=${fixture.word}`);
  await page.route('**/api/rpc/orders/setStatus', forbidden('update order status'));
  await statusFor(page, order).selectOption('completed');
  await expectToast(page, 'Permission Denied', "You don't have permission to update order status");
  await expect(statusFor(page, order)).toHaveValue('pending');
});

test('an order that fails to load, an unknown order, and an invalid URL', {
  tag: '@desktop',
}, async ({ page, fixture }) => {
  const order = await fixture.order();
  await openOrders(page, '?search=nobody-at-all');
  await page.route('**/api/rpc/orders/getForAdmin*', tooMany, { times: 1 });
  await open(page, `/admin/orders/${order.id}`);
  const alert = page.getByRole('alert').filter({ hasText: 'Order Details Failed' });
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order #${order.number}`);
  for (const id of ['0193b3a4-0000-7000-8000-000000000000', 'nonsense']) {
    await open(page, `/admin/orders/${id}`);
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'See all orders' })).toHaveAttribute('href', '/admin/orders');
  }
});

test('OPEN-12 a note that cannot be saved stays in its field', { tag: '@phone' }, async ({
  page,
  fixture,
}) => {
  const order = await fixture.order({ items: [{ name: 'Adire gown', note: 'Bust 38' }] });
  await openOrder(page, order);
  await page.route('**/api/rpc/orders/updateNote', tooMany, { times: 1 });
  await page.getByRole('button', { name: 'Edit note for Adire gown' }).click();
  const field = page.getByRole('textbox', { name: 'Note for Adire gown' });
  await field.fill('Bust 40');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Update Failed', 'Failed to note update');
  await expect(page.getByText('Too many requests. Please try again in 5 seconds.')).toBeVisible();
  await expect(field).toHaveValue('Bust 40');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Note updated successfully');
  await expect(page.getByRole('main').getByText('Bust 40').first()).toBeVisible();
});
