import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, open, signIn, test } from './journey.ts';
import {
  addProduct,
  addUser,
  catchWhatsApp,
  deleteUsers,
  expectToast,
  removeProducts,
  sendOrder,
  storeCart,
  storedKey,
  submitOrder,
  type TestProduct,
  type TestUser,
} from './shopper.ts';

let user: TestUser;
let gown: TestProduct;

test.beforeEach(async ({ db, page }) => {
  user = await addUser(db);
  gown = await addProduct(db);
  await signIn(page, user.email);
});
test.afterEach(async ({ db }) => {
  await deleteUsers(db, 'user-%@example.com');
  await removeProducts(db, [gown]);
});

const panel = (page: Page) => page.getByRole('heading', { name: 'Order submitted' });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Order' }).click();

/** The server receives and saves the order; its response is lost. */
const loseAnswers = (page: Page) =>
  page.route('**/api/rpc/orders/submit', async (route) => {
    await route.fetch();
    await route.abort();
  });

test.describe('when the response was lost', () => {
  test.use({ expectedErrors: [/Failed to load resource.*ERR_FAILED|Order creation failed/] });

  test('CHECKOUT-07 ERR-08 a retry returns the same order', { tag: '@phone' }, async ({ page, db }) => {
    await storeCart(page, [gown]);
    await open(page, '/checkout');
    await loseAnswers(page);
    await submit(page);
    await expectToast(page, 'Order Creation Failed', 'Failed to create order. Please try again.');
    await expect(page.getByText('trying again never sends it twice')).toBeVisible();
    const saved = await db.query('select id, order_number from orders where user_id = $1', [user.id]);
    expect(saved.rowCount).toBe(1);
    await page.unroute('**/api/rpc/orders/submit');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText(`#${saved.rows[0].order_number}`)).toBeVisible();
    const { rows } = await db.query('select id, order_number from orders where user_id = $1', [user.id]);
    expect(rows).toEqual(saved.rows);
  });

  test('CHECKOUT-09 a cart that is changed afterwards says that its order was sent', {
    tag: '@phone',
  }, async ({ page, db }) => {
    await storeCart(page, [gown]);
    await open(page, '/checkout');
    await loseAnswers(page);
    await submit(page);
    await expectToast(page, 'Order Creation Failed');
    await page.unroute('**/api/rpc/orders/submit');
    await page.getByRole('link', { name: 'Change notes or items' }).click();
    const note = page.getByLabel(`Note for ${gown.name}`);
    await note.fill('In red');
    await note.blur();
    await page.getByRole('link', { name: 'Proceed to checkout' }).click();
    const { rows } = await db.query('select order_number from orders where user_id = $1', [user.id]);
    expect(rows).toHaveLength(1);
    await expect(
      page.getByText(`Order #${rows[0].order_number}, already sent, holds this piece.`),
    ).toBeVisible();
  });

  test('CHECKOUT-09 on a silent link it says that this could not be checked', { tag: '@phone' }, async ({
    page,
  }) => {
    await storeCart(page, [gown]);
    await open(page, '/checkout');
    await loseAnswers(page);
    await submit(page);
    await expectToast(page, 'Order Creation Failed');
    await page.unroute('**/api/rpc/orders/submit');
    await page.getByRole('link', { name: 'Change notes or items' }).click();
    const note = page.getByLabel(`Note for ${gown.name}`);
    await note.fill('In red');
    await note.blur();
    await page.route('**/api/rpc/orders/findSubmitted*', () => {});
    await page.getByRole('link', { name: 'Proceed to checkout' }).click();
    await expect(page.getByText('could not be checked yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Submit Order' })).not.toHaveAttribute('aria-busy', 'true');
    await expectAccessible(page);
  });

  test('CHECKOUT-09 a reload and another tab show the order that was saved', { tag: '@phone' }, async ({
    page,
    context,
    db,
  }) => {
    await storeCart(page, [gown]);
    await open(page, '/checkout');
    await loseAnswers(page);
    await submit(page);
    await expectToast(page, 'Order Creation Failed');
    const { rows } = await db.query('select order_number from orders where user_id = $1', [user.id]);
    const number = `#${rows[0].order_number}`;
    await page.unroute('**/api/rpc/orders/submit');
    await page.reload();
    await expect(page.getByText(number)).toBeVisible();
    const other = await context.newPage();
    await open(other, '/checkout');
    await expect(other.getByText(number)).toBeVisible();
    expect((await db.query('select from orders where user_id = $1', [user.id])).rowCount).toBe(1);
  });
});

test('CHECKOUT-07 two tabs that send the same cart make one order', { tag: '@phone' }, async ({
  page,
  context,
  db,
}) => {
  await storeCart(page, [gown]);
  const other = await context.newPage();
  await Promise.all([open(page, '/checkout'), open(other, '/checkout')]);
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Submit Order' })).not.toHaveAttribute('aria-busy', 'true');
  }
  await Promise.all([submit(page), submit(other)]);
  await expect(panel(page)).toBeVisible();
  await expect(panel(other)).toBeVisible();
  const { rows } = await db.query('select order_number from orders where user_id = $1', [user.id]);
  expect(rows).toHaveLength(1);
  await expect(other.getByText(`#${rows[0].order_number}`)).toBeVisible();
});

test('CHECKOUT-07 CALLS-24 twenty submissions of one key at once are one order', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  const body = { idempotencyKey: randomUUID(), lines: [{ productId: gown.id, shownPrice: gown.price }] };
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendOrder(page, body)));
  expect(answers.map((answer) => answer.status())).toEqual(Array(20).fill(200));
  const ids = new Set(await Promise.all(answers.map(async (answer) => (await answer.json()).id)));
  const { rows } = await db.query('select id from orders where user_id = $1', [user.id]);
  expect(rows.map(({ id }) => id)).toEqual([...ids]);
  expect((await db.query('select from order_items where order_id = $1', [rows[0].id])).rowCount).toBe(1);
});

test('CHECKOUT-07 another body under the same key is refused', { tag: '@phone' }, async ({ page, db }) => {
  const idempotencyKey = randomUUID();
  const line = { productId: gown.id, shownPrice: gown.price };
  expect((await sendOrder(page, { idempotencyKey, lines: [line] })).status()).toBe(200);
  const other = await sendOrder(page, { idempotencyKey, lines: [{ ...line, note: 'Longer' }] });
  expect(other.status()).toBe(409);
  expect(await other.json()).toMatchObject({ code: 'KEY_REUSED' });
  const { rows } = await db.query(
    'select i.note from order_items i join orders o on o.id = i.order_id where o.user_id = $1',
    [user.id],
  );
  expect(rows).toEqual([{ note: null }]);
});

test('CHECKOUT-11 the key survives reloads and is renewed by a line, a note and the chat', {
  tag: '@phone',
}, async ({ page }) => {
  await catchWhatsApp(page);
  const first = await storeCart(page, [gown]);
  await open(page, '/wishlist');
  await page.reload();
  await hydrated(page);
  expect(await storedKey(page)).toBe(first);
  await page.getByLabel(`Note for ${gown.name}`).fill('Bust 38');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expectToast(page, 'Note updated');
  const second = await storedKey(page);
  expect(second).not.toBe(first);
  await page.getByRole('button', { name: `Remove ${gown.name}` }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  const third = await storedKey(page);
  expect(third).not.toBe(second);
  await open(page, '/checkout');
  await submit(page);
  await expect(panel(page)).toBeVisible();
  expect(await storedKey(page)).toBe(third);
  await page.getByRole('link', { name: 'Continue to WhatsApp' }).click();
  await expect(page).toHaveURL('/');
  const last = await storedKey(page);
  expect(last).toMatch(/^[0-9a-f-]{36}$/);
  expect(last).not.toBe(third);
});

test('CHECKOUT-09 an unchanged cart shows its order again; a changed one can be sent', {
  tag: '@phone',
}, async ({ page, db }) => {
  const key = await storeCart(page, [gown]);
  await open(page, '/checkout');
  await submit(page);
  await expect(panel(page)).toBeVisible();
  // Navigates without pressing the link.
  await open(page, '/wishlist');
  await page.getByRole('link', { name: 'Proceed to checkout' }).click();
  await expect(panel(page)).toBeVisible();
  await open(page, '/wishlist');
  await page.getByLabel(`Note for ${gown.name}`).fill('In red');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.getByRole('link', { name: 'Proceed to checkout' }).click();
  // Items that were already ordered are shown before they are sent again.
  await expect(page.getByText(/^Order #\d+, already sent, holds this piece\.$/)).toBeVisible();
  await submit(page);
  await expect(panel(page)).toBeVisible();
  const { rows } = await db.query(
    'select id, order_number, idempotency_key from orders where user_id = $1 order by created_at',
    [user.id],
  );
  expect(rows).toHaveLength(2);
  expect(rows.filter((row) => row.idempotency_key === key)).toHaveLength(1);

  // After more shopping the newest order is shown, and its item removed from the cart.
  const cap = await addProduct(db);
  try {
    await open(page, `/products/${cap.id}`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await open(page, '/checkout');
    const notice = page.getByText(`Order #${rows[1].order_number}, already sent, holds 1 of these pieces.`);
    await expect(notice).toBeVisible();
    await expect(page.getByRole('link', { name: 'View Order Details' })).toHaveAttribute(
      'href',
      `/orders/${rows[1].id}`,
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove it' }).click();
    await expect(
      page.getByRole('region', { name: 'Order summary' }).getByRole('heading', { level: 3 }),
    ).toHaveText([cap.name]);
    await expect(page.getByRole('heading', { name: 'Order summary' })).toBeFocused();
    await expect(notice).toHaveCount(0);
  } finally {
    await removeProducts(db, [cap]);
  }
});

test('CHECKOUT-09 a cart whose order was cancelled says so, and can be ordered again', {
  tag: '@phone',
}, async ({ page, db }) => {
  const key = await storeCart(page, [gown]);
  await open(page, '/checkout');
  await submit(page);
  await expect(panel(page)).toBeVisible();
  await db.query(`update orders set status = 'cancelled' where idempotency_key = $1`, [key]);
  // Without a reload, from another page.
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page.getByRole('main').locator('article').first()).toBeVisible();
  await page.goBack();
  await expect(
    page.getByText(/^Order #\d+, which had this piece, is cancelled\. You can order again\.$/),
  ).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await expectAccessible(page);
  await submit(page);
  await expect(panel(page)).toBeVisible();
  const { rows } = await db.query('select status from orders where user_id = $1 order by created_at', [
    user.id,
  ]);
  expect(rows).toEqual([{ status: 'cancelled' }, { status: 'pending' }]);
});

test('CHECKOUT-07 on a silent link an order can be submitted before the shop has answered everything else', {
  tag: '@phone',
}, async ({ page }) => {
  await storeCart(page, [gown]);
  for (const question of ['accounts/me', 'orders/findSubmitted', 'catalog/getProducts']) {
    await page.route(`**/api/rpc/${question}*`, () => {});
  }
  // The account is known from an earlier visit.
  await page.addInitScript((id) => localStorage.setItem('account', id), user.id);
  await open(page, '/checkout');
  await submit(page);
  await expect(panel(page)).toBeVisible();
});

test.describe('another user’s order', () => {
  test.use({ expectedErrors: [/Failed to load resource.*404/] });

  test('PERM-03 CHECKOUT-09 the next user who signs in does not see the order of the previous one', {
    tag: '@phone',
  }, async ({ page, db }) => {
    const { id } = await submitOrder(page, [gown]);
    const { rows } = await db.query('select idempotency_key, order_number from orders where id = $1', [id]);
    const otherUser = await addUser(db);
    await page.context().clearCookies();
    await signIn(page, otherUser.email);
    await storeCart(page, [gown], rows[0].idempotency_key);
    await page.evaluate((sent) => localStorage.setItem('sent-order', sent), id);
    await open(page, '/checkout');
    await expect(page.getByRole('button', { name: 'Submit Order' })).toBeVisible();
    await expect(page.getByText(`#${rows[0].order_number}`)).toHaveCount(0);
  });
});
