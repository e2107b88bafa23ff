import { busy } from './answers.ts';
import { ACCOUNTS, expect, expectAccessible, open, signIn, test } from './journey.ts';
import {
  addProduct,
  addUser,
  deleteUsers,
  expectToast,
  removeProducts,
  submitOrder,
  type TestProduct,
  type TestUser,
} from './shopper.ts';

let user: TestUser;
let gown: TestProduct;
let order: { id: string };
let item: string;

test.beforeEach(async ({ db, page }) => {
  user = await addUser(db);
  gown = await addProduct(db);
  await signIn(page, user.email);
  order = await submitOrder(page, [{ ...gown, notes: 'Bust 38' }]);
  item = (await db.query('select id from order_items where order_id = $1', [order.id])).rows[0].id;
});
test.afterEach(async ({ db }) => {
  await deleteUsers(db, 'user-%@example.com');
  await removeProducts(db, [gown]);
});

const stored = async (db: import('pg').Client) =>
  (
    await db.query(
      'select i.note, o.whatsapp_link from order_items i join orders o on o.id = i.order_id where i.id = $1',
      [item],
    )
  ).rows[0] as { note: string | null; whatsapp_link: string };

test('ORDERS-13 ERR-12 PERM-04 a note is changed, and the chat’s message with it', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await open(page, `/orders/${order.id}`);
  await page.getByRole('button', { name: `Edit note for ${gown.name}` }).click();
  const editor = page.getByRole('textbox', { name: `Note for ${gown.name}` });
  await expect(editor).toHaveValue('Bust 38');
  await expect(editor).toBeFocused();
  await expectAccessible(page);
  await editor.fill('Bust 40, <b>longer</b>');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Note updated successfully');
  await expect(editor).toHaveCount(0);
  await expect(page.getByText('Bust 40, <b>longer</b>')).toBeVisible();
  const { note, whatsapp_link: link } = await stored(db);
  expect(note).toBe('Bust 40, <b>longer</b>');
  expect(decodeURIComponent(link)).toContain('Bust 40');
  await expect(page.getByRole('link', { name: 'Open in WhatsApp' })).toHaveAttribute('href', link);
  // The keyboard focus stays.
  await expect(page.getByRole('button', { name: `Edit note for ${gown.name}` })).toBeFocused();
});

test('ORDERS-14 an edit is cancelled, the note stays', { tag: '@phone' }, async ({ page, db }) => {
  await open(page, `/orders/${order.id}`);
  await page.getByRole('button', { name: `Edit note for ${gown.name}` }).click();
  await page.getByRole('textbox', { name: `Note for ${gown.name}` }).fill('Something else');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Bust 38')).toBeVisible();
  await expect(page.getByText('Something else')).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Edit note for ${gown.name}` })).toBeFocused();
  expect((await stored(db)).note).toBe('Bust 38');
});

test.describe('when a save fails', () => {
  test.use({ expectedErrors: [/Failed to load resource.*(409|503)|Note update failed/] });

  test('ERR-11 OPEN-24 a note that is not saved stays in the editor, and the next press saves it', {
    tag: '@phone',
  }, async ({ page, db }) => {
    await open(page, `/orders/${order.id}`);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/rpc/orders/updateNote', async (route) => {
      await held;
      await busy(route);
    });
    await page.getByRole('button', { name: `Edit note for ${gown.name}` }).click();
    const editor = page.getByRole('textbox', { name: `Note for ${gown.name}` });
    await editor.fill('Bust 41');
    await page.getByRole('button', { name: 'Save' }).click();
    // Text typed during the save would be lost.
    await expect(editor).not.toBeEditable();
    answer();
    await expectToast(page, 'Update Failed', 'Failed to note update');
    await expect(editor).toHaveValue('Bust 41');
    expect((await stored(db)).note).toBe('Bust 38');
    await page.unroute('**/api/rpc/orders/updateNote');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(editor).toHaveCount(0);
    expect((await stored(db)).note).toBe('Bust 41');
  });

  test('a note changed elsewhere offers a choice, and leaving an unsaved one asks', {
    tag: '@phone',
  }, async ({ page, db }) => {
    await open(page, `/orders/${order.id}`);
    await page.getByRole('button', { name: `Edit note for ${gown.name}` }).click();
    const editor = page.getByRole('textbox', { name: `Note for ${gown.name}` });
    await editor.fill('Bust 41');
    await db.query(`update order_items set note = 'Bust 39, measured' where id = $1`, [item]);
    await page.getByRole('button', { name: 'Save' }).click();
    const choice = page.getByRole('dialog', { name: 'changed this' });
    await expect(choice).toContainText('Bust 39, measured');
    await expectAccessible(page);
    await choice.getByRole('button', { name: 'Back to the form' }).click();
    await expect(editor).toHaveValue('Bust 41');
    expect((await stored(db)).note).toBe('Bust 39, measured');
    await page.getByRole('link', { name: 'Back to orders' }).click();
    const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await leaving.getByRole('button', { name: 'Stay' }).click();
    await expect(editor).toHaveValue('Bust 41');
    await page.getByRole('button', { name: 'Save' }).click();
    await choice.getByRole('button', { name: 'Keep mine' }).click();
    await expect(choice).toHaveCount(0);
    await expect(editor).toHaveCount(0);
    expect((await stored(db)).note).toBe('Bust 41');
  });
});

test('PERM-05 ERR-20 ERR-21 a visitor and another customer are refused, an admin is not', {
  tag: '@phone',
}, async ({ page, db }) => {
  const change = (note: string) =>
    page.request.patch(`/api/v1/order-items/${item}`, {
      data: { note },
      headers: { origin: process.env.SHOP_URL! },
    });
  await page.context().clearCookies();
  const visitor = await change('Mine now');
  expect(visitor.status()).toBe(401);
  expect((await visitor.json()).message).toBe('User must be authenticated to update notes');
  await signIn(page, (await addUser(db)).email);
  const refused = await change('Mine now');
  expect(refused.status()).toBe(403);
  expect((await refused.json()).message).toBe('You do not have permission to update this order item');
  expect((await stored(db)).note).toBe('Bust 38');
  await page.context().clearCookies();
  await signIn(page, ACCOUNTS.admin);
  expect((await change('Measured in the shop')).status()).toBe(200);
  expect((await stored(db)).note).toBe('Measured in the shop');
});
