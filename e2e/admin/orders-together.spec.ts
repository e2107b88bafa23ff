import type { Page } from '@playwright/test';
import { ACCOUNTS, endSessionDuring, PASSWORD } from '../journey.ts';
import { addUser, deleteUsers, expectToast } from '../shopper.ts';
import {
  blockEvents,
  expect,
  expectAccessible,
  holdRequests,
  type MadeOrder,
  open,
  openOrder,
  openOrders,
  signIn,
  statusFor,
  test,
} from './orders.ts';

test.afterEach(({ db }) => deleteUsers(db, 'admin-%@example.com'));

const NOTED = [{ name: 'Adire gown', note: 'Bust 38' }];
const noteField = (page: Page) => page.getByRole('textbox', { name: 'Note for Adire gown' });
const editNote = (page: Page) => page.getByRole('button', { name: 'Edit note for Adire gown' }).click();

/** Another admin who calls the API in a browser context of their own. */
async function otherAdmin(page: Page) {
  const context = await page
    .context()
    .browser()!
    .newContext({
      baseURL: process.env.SHOP_URL!,
      extraHTTPHeaders: { origin: process.env.SHOP_URL! },
    });
  await context.request.post('/api/auth/sign-in/email', {
    data: { email: ACCOUNTS.super, password: PASSWORD },
  });
  return {
    setStatus: ({ id }: MadeOrder, status: string) =>
      context.request.put(`/api/v1/admin/orders/${id}/status`, { data: { status } }),
    closeContext: () => context.close(),
  };
}

test('the status is set as requested, and a concurrent change by another admin is reported', {
  tag: '@desktop',
}, async ({ page, fixture }) => {
  await blockEvents(page);
  const order = await fixture.order();
  await openOrders(page, `?search=${fixture.word}`);
  await expect(statusFor(page, order)).toHaveValue('pending');
  const other = await otherAdmin(page);
  expect((await other.setStatus(order, 'processing')).status()).toBe(200);
  await other.closeContext();
  await statusFor(page, order).selectOption('completed');
  await expectToast(
    page,
    'Success',
    'Order status updated successfully. Folake Adeyemi had set it to Processing.',
  );
  await expect(page.getByText(/^Folake Adeyemi had set it to Processing just now\.$/)).toBeVisible();
  await expect(statusFor(page, order)).toHaveValue('completed');
  await expectAccessible(page);
  expect(await fixture.statusOf(order)).toBe('completed');
});

test('ADM-ORD-09 OPEN-68 a status set on the list shows on an open detail page, and the other way round', {
  tag: '@desktop',
}, async ({ page, fixture }) => {
  const order = await fixture.order();
  await openOrders(page, `?search=${fixture.word}`);
  const detail = await page.context().newPage();
  await open(detail, `/admin/orders/${order.id}`);
  await expect(statusFor(detail, order)).toHaveValue('pending');
  // A background tab gets no events; it reloads when it becomes visible.
  await page.bringToFront();
  await statusFor(page, order).selectOption('processing');
  await expectToast(page, 'Success');
  await detail.bringToFront();
  await expect(statusFor(detail, order)).toHaveValue('processing');
  await statusFor(detail, order).selectOption('completed');
  await expectToast(detail, 'Success');
  await page.bringToFront();
  await expect(statusFor(page, order)).toHaveValue('completed');
});

test.describe('a note changed by another admin', () => {
  test.use({ expectedErrors: [/Failed to load resource.*409/] });

  for (const [choice, result] of [
    ['Keep mine', 'Bust 40'],
    ['Take theirs', 'Bust 44'],
  ] as const) {
    test(`OPEN-07 offers a choice: ${choice}`, { tag: '@desktop' }, async ({ page, fixture, db }) => {
      await blockEvents(page);
      const order = await fixture.order({ items: NOTED });
      await openOrder(page, order);
      await editNote(page);
      await noteField(page).fill('Bust 40');
      await db.query(`update order_items set note = 'Bust 44' where order_id = $1`, [order.id]);
      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog', { name: `${fixture.customer} changed this` });
      await expect(dialog).toContainText('Bust 38');
      await expect(dialog).toContainText('Bust 44');
      await expect(dialog).toContainText('Bust 40');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Back to the form' }).click();
      await expect(noteField(page)).toHaveValue('Bust 40');
      await page.getByRole('button', { name: 'Save' }).click();
      await dialog.getByRole('button', { name: choice }).click();
      await expect(dialog).toHaveCount(0);
      await expect(noteField(page)).toHaveCount(0);
      await expect(page.getByRole('region', { name: /^Ordered/ })).toContainText(result);
      const { rows } = await db.query('select note from order_items where order_id = $1', [order.id]);
      expect(rows).toEqual([{ note: result }]);
    });
  }
});

test.describe('a newer ‘cancelled’ or ‘completed’', () => {
  // Console errors that the browser writes for a refusal.
  test.use({ expectedErrors: [/status of 409/] });

  test('a status over another staff member’s newer ‘cancelled’ asks first', { tag: '@phone' }, async ({
    page,
    fixture,
  }) => {
    await blockEvents(page);
    const order = await fixture.order();
    await openOrders(page, `?search=${fixture.word}&status=pending`);
    await expect(statusFor(page, order)).toHaveValue('pending');
    const other = await otherAdmin(page);
    expect((await other.setStatus(order, 'cancelled')).status()).toBe(200);
    await other.closeContext();
    const dialog = page.getByRole('alertdialog');
    await statusFor(page, order).selectOption('processing');
    await expect(dialog).toContainText(`Order #${order.number} is cancelled`);
    await expect(dialog).toContainText(
      'Folake Adeyemi set it to Cancelled just now. Set it to Processing anyway?',
    );
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Leave it cancelled' }).click();
    expect(await fixture.statusOf(order)).toBe('cancelled');
    await openOrders(page, `?search=${fixture.word}`);
    await expect(statusFor(page, order)).toHaveValue('cancelled');
    const third = await otherAdmin(page);
    expect((await third.setStatus(order, 'completed')).status()).toBe(200);
    await third.closeContext();
    await statusFor(page, order).selectOption('processing');
    await dialog.getByRole('button', { name: 'Set to Processing' }).click();
    await expect(statusFor(page, order)).toHaveValue('processing');
    await expect.poll(() => fixture.statusOf(order)).toBe('processing');
  });

  test('the confirmation appears also when the row has left the list', { tag: '@phone' }, async ({
    page,
    fixture,
  }) => {
    await blockEvents(page);
    const order = await fixture.order();
    await openOrders(page, `?search=${fixture.word}&status=pending`);
    await expect(statusFor(page, order)).toHaveValue('pending');
    const other = await otherAdmin(page);
    expect((await other.setStatus(order, 'cancelled')).status()).toBe(200);
    await other.closeContext();
    const release = await holdRequests(page, 'orders/setStatus');
    await statusFor(page, order).selectOption('processing');
    await page.getByRole('link', { name: `View order #${order.number}` }).click();
    await expect(page.getByRole('link', { name: 'Back to orders' })).toBeVisible();
    release();
    const dialog = page.getByRole('alertdialog', { name: `Order #${order.number} is cancelled` });
    await dialog.getByRole('button', { name: 'Set to Processing' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(statusFor(page, order)).toHaveValue('processing');
    expect(await fixture.statusOf(order)).toBe('processing');
  });
});

test('OPEN-22 the seller follows the link in the message: signed out, they return after signing in', {
  tag: '@phone',
}, async ({ page, fixture, db }) => {
  const order = await fixture.order();
  const seller = await addUser(db, 'admin');
  await open(page, `/orders/${order.id}`);
  await expect(page).toHaveURL(/\/auth\?next=/);
  await page.getByLabel('Email').fill(seller.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(`/admin/orders/${order.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order #${order.number}`);
});

test('OPEN-22 a signed-in seller goes straight to the order in the back office', { tag: '@desktop' }, async ({
  page,
  fixture,
}) => {
  const order = await fixture.order();
  await signIn(page, ACCOUNTS.admin);
  await page.goto(`/orders/${order.id}`);
  await expect(page).toHaveURL(`/admin/orders/${order.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order #${order.number}`);
});

test.describe('a session that expires', () => {
  test.use({ expectedErrors: [/Failed to load resource.*401/] });

  test('while a note is open can be renewed over it, and then the note is saved', {
    tag: '@desktop',
  }, async ({ page, fixture, db }) => {
    const order = await fixture.order({ items: NOTED });
    const seller = await addUser(db, 'admin');
    await openOrder(page, order, seller.email);
    await editNote(page);
    await noteField(page).fill('Bust 40');
    await endSessionDuring(page, 'orders/updateNote', seller.email);
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectToast(page, 'Note updated successfully');
    const { rows } = await db.query('select note from order_items where order_id = $1', [order.id]);
    expect(rows).toEqual([{ note: 'Bust 40' }]);
  });
});
