import type { Page } from '@playwright/test';
import { test, visit } from './cut-proxy.ts';
import { expect, expectAccessible, hydrated, open, signIn } from './journey.ts';
import {
  addProduct,
  addUser,
  deleteUsers,
  removeProducts,
  storeCart,
  storedCart,
  type TestProduct,
  type TestUser,
} from './shopper.ts';

let user: TestUser;
let gown: TestProduct;

test.beforeEach(async ({ db, page }) => {
  test.setTimeout(60_000);
  user = await addUser(db);
  gown = await addProduct(db);
  await signIn(page, user.email);
});
test.afterEach(async ({ db, context }) => {
  await context.setOffline(false);
  await deleteUsers(db, 'user-%@example.com');
  await removeProducts(db, [gown]);
});

const waits = (page: Page) => page.getByRole('heading', { name: 'Your order waits for the network' });
const panel = (page: Page) => page.getByRole('heading', { name: 'Order submitted' });
const submit = (page: Page) => page.getByRole('button', { name: /^(Submit Order|Try Again)$/ }).click();

/** Opens the checkout with a cart, and lets the worker store it. */
async function openCheckout(page: Page) {
  await storeCart(page, [{ ...gown, notes: 'Bust 38' }]);
  await visit(page, '/checkout');
  await expect(page.getByRole('button', { name: 'Submit Order' })).not.toHaveAttribute('aria-busy', 'true');
}

test('OFF-03 an order submitted offline in two tabs waits across visits, and is sent once', {
  tag: '@phone',
}, async ({ page, context, db }) => {
  const orders = async () =>
    (await db.query('select order_number from orders where user_id = $1', [user.id])).rows;
  await openCheckout(page);
  const other = await context.newPage();
  await open(other, '/checkout');
  await expect(other.getByRole('button', { name: 'Submit Order' })).not.toHaveAttribute('aria-busy', 'true');
  await context.setOffline(true);
  await Promise.all([submit(page), submit(other)]);
  await expect(waits(page)).toHaveCount(1);
  await expect(waits(other)).toHaveCount(1);
  await expectAccessible(page);
  expect(await storedCart(page)).toEqual([]);
  await other.close();

  // Put back and submitted again, on a document that was opened without a network.
  await page.reload();
  await hydrated(page);
  await page.getByRole('button', { name: 'Put it back into the cart' }).click();
  await expect(page.locator('#main')).toBeFocused();
  await expect(waits(page)).toHaveCount(0);
  await expect(page.getByText('Bust 38')).toBeVisible();
  await submit(page);
  await expect(waits(page)).toBeVisible();

  // At the next visit, from any page.
  await open(page, '/wishlist');
  await expect(page.getByText('1 order not sent yet.')).toBeVisible();
  expect(await orders()).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByText('1 order sent.')).toBeVisible();
  const [order, ...more] = await orders();
  expect(more).toEqual([]);
  await page.getByRole('link', { name: 'Continue to WhatsApp' }).click();
  await expect(panel(page)).toBeVisible();
  await expect(page.getByText(`#${order.order_number}`)).toBeVisible();
});

test('OFF-03 someone else who signs in does not send it, and signed out it asks to sign in', {
  tag: '@phone',
}, async ({ page, context, db, network }) => {
  await openCheckout(page);
  network.fate = () => 'cut before';
  await submit(page);
  await expect(waits(page)).toBeVisible();
  const someone = await addUser(db);
  await context.clearCookies();
  network.fate = () => 'answered';
  await open(page, '/checkout');
  await expect(page.getByRole('heading', { name: '1 order on this device not sent yet' })).toBeVisible();
  await signIn(page, someone.email);
  await open(page, '/checkout');
  await expect(page.getByRole('heading', { name: /of another account on this device/ })).toBeVisible();
  await expect(page.getByText('Bust 38')).toHaveCount(0);
  // On the front page the notice lies above the slides.
  await open(page, '/');
  await page.getByRole('link', { name: 'Look' }).click();
  await expect(page).toHaveURL('/checkout');
  expect(
    (await db.query('select from orders where user_id = any($1)', [[user.id, someone.id]])).rowCount,
  ).toBe(0);
  // The server refuses it too, if the account changes while it is sent.
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('order-queue')!)[0]);
  const refused = await page.request.post('/api/v1/orders', {
    data: { idempotencyKey: stored.idempotencyKey, account: stored.account, lines: stored.lines },
    headers: { origin: process.env.SHOP_URL! },
  });
  expect(await refused.json()).toMatchObject({ code: 'OTHER_ACCOUNT' });
  await signIn(page, user.email);
  await open(page, '/checkout');
  await expect(panel(page)).toBeVisible();
  expect((await db.query('select from orders where user_id = $1', [user.id])).rowCount).toBe(1);
  // Sent, only that account completes it.
  await context.clearCookies();
  await open(page, '/checkout');
  await expect(page.getByText('Your wishlist is empty')).toBeVisible();
  await signIn(page, user.email);
  await open(page, '/wishlist');
  await expect(page.getByText('1 order sent.')).toBeVisible();
  // Not once its chat was opened elsewhere.
  await db.query('update orders set opened_at = now() where user_id = $1', [user.id]);
  await page.getByRole('link', { name: 'Continue to WhatsApp' }).click();
  await expect(page.getByText('Your wishlist is empty')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('order-queue'))).toBe('');
});

test('OFF-03 a tab that was open before sends the order of another one, and an order of another account can be deleted', {
  tag: '@phone',
}, async ({ page, context, db, network }) => {
  await openCheckout(page);
  const other = await context.newPage();
  await open(other, '/about');
  network.fate = () => 'cut before';
  await submit(page);
  await expect(waits(page)).toBeVisible();
  await page.goto('about:blank');
  await expect(other.getByText('1 order not sent yet.')).toBeVisible();
  const someone = await addUser(db);
  await signIn(other, someone.email);
  network.fate = () => 'answered';
  await open(other, '/checkout');
  await other.getByRole('button', { name: 'Delete it from this device' }).click();
  const question = other.getByRole('alertdialog', { name: 'Delete 1 order?' });
  await expectAccessible(other);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(other.getByRole('heading', { name: /of another account on this device/ })).toHaveCount(0);
  expect(await other.evaluate(() => localStorage.getItem('order-queue'))).toBe('');
});

test('OFF-03 prices that changed in between are asked about, and the order is sent at the new ones', {
  tag: '@phone',
}, async ({ page, context, db }) => {
  await openCheckout(page);
  await context.setOffline(true);
  await submit(page);
  await expect(waits(page)).toBeVisible();
  await db.query('update products set price = 15000 where id = $1', [gown.id]);
  await context.setOffline(false);
  await expect(page.getByText('Some prices changed since you last looked.')).toBeVisible();
  expect((await db.query('select from orders where user_id = $1', [user.id])).rowCount).toBe(0);
  await page.getByRole('button', { name: 'Order at the new prices' }).click();
  await expect(panel(page)).toBeVisible();
  const { rows } = await db.query(
    'select i.product_price::float as price from order_items i join orders o on o.id = i.order_id where o.user_id = $1',
    [user.id],
  );
  expect(rows).toEqual([{ price: 15000 }]);
});

test('OFF-03 an order that a full storage cannot queue stays in the cart, says so, and is sent later once', {
  tag: '@phone',
}, async ({ page, db, network }) => {
  await openCheckout(page);
  // To the last byte.
  await page.evaluate(() => {
    let text = 'x'.repeat(4 * 1024 * 1024);
    for (let kept = ''; text.length > 0; ) {
      try {
        localStorage.setItem('other', kept + text);
        kept += text;
      } catch {
        text = text.slice(0, text.length / 2);
      }
    }
  });
  network.fate = () => 'cut before';
  await submit(page);
  await expect(page.getByText('The order was not confirmed')).toBeVisible();
  await expect(waits(page)).toHaveCount(0);
  expect(await storedCart(page)).toHaveLength(1);
  network.fate = () => 'answered';
  await page.evaluate(() => localStorage.removeItem('other'));
  await submit(page);
  await expect(panel(page)).toBeVisible();
  expect((await db.query('select from orders where user_id = $1', [user.id])).rowCount).toBe(1);
});

test('OFF-03 a queue that another version has stored is kept and shown, and does not hold up orders of this one', {
  tag: '@phone',
}, async ({ page, context, db }) => {
  await openCheckout(page);
  const before = [{ version: 0, items: [gown.id] }, 'no order'];
  await page.evaluate((text) => localStorage.setItem('order-queue', text), JSON.stringify(before));
  await open(page, '/checkout');
  const title = page.getByRole('heading', { name: 'An order that was kept here cannot be read' });
  await expect(title).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(true);
  await submit(page);
  await expect(waits(page)).toBeVisible();
  await context.setOffline(false);
  await expect(panel(page)).toBeVisible();
  expect((await db.query('select from orders where user_id = $1', [user.id])).rowCount).toBe(1);
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('order-queue') || '[]'));
  expect(await stored()).toEqual(expect.arrayContaining(before));
  await page.getByRole('button', { name: 'Remove this notice' }).click();
  await expect(title).toHaveCount(0);
  expect(await stored()).toHaveLength(1);
});

/** In `npm test` a few; all night a hundred. */
const CUTS = process.env.SHORT_TESTS ? 5 : 100;

test('OFF-03 on a link that has gone silent the order waits on the device after a minute', {
  tag: '@phone',
}, async ({ page, db, network }) => {
  test.setTimeout(150_000);
  await openCheckout(page);
  network.fate = () => ({ after: 120_000 });
  await submit(page);
  await expect(waits(page)).toBeVisible({ timeout: 90_000 });
  network.fate = () => 'answered';
  await page.getByRole('button', { name: 'Send Now' }).click();
  await expect(panel(page)).toBeVisible();
  expect((await db.query('select from orders where user_id = $1', [user.id])).rowCount).toBe(1);
});

test(`OFF-03 ${CUTS} orders with cuts at random moments are each saved exactly once`, {
  tag: '@phone',
}, async ({ page, db, network }) => {
  test.setTimeout(60_000 + CUTS * 20_000);
  const seed = Number(process.env.CUTS_SEED ?? Math.floor(Math.random() * 1e9));
  console.log(`CUTS_SEED=${seed}`);
  let state = seed;
  // Numerical Recipes' generator: the same cuts again for a seed.
  const draw = <T>(...of: T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return of[Math.floor((state / 2 ** 32) * of.length)] as T;
  };
  for (let cut = 1; cut <= CUTS; cut++) {
    await db.query('truncate limits');
    network.fate = () => 'answered';
    await openCheckout(page);
    const fate = draw('cut before' as const, 'cut after' as const);
    network.fate = ({ path }) => (path.endsWith('/orders/submit') ? fate : 'cut before');
    await submit(page);
    await expect(waits(page)).toBeVisible();
    if (draw(true, false)) {
      await page.reload();
      await hydrated(page);
    }
    // The network is back, and is cut once more while the order is sent.
    let again = draw<'answered' | 'cut before' | 'cut after'>('answered', 'cut before', 'cut after');
    network.fate = ({ path }) => {
      if (!path.endsWith('/orders/submit')) return 'answered';
      const now = again;
      again = 'answered';
      return now;
    };
    await expect(async () => {
      const button = page.getByRole('button', { name: 'Send Now' });
      if (await button.isVisible()) await button.click({ timeout: 1_000 });
      await expect(panel(page)).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 20_000 });
    const { rowCount } = await db.query('select from orders where user_id = $1', [user.id]);
    expect(rowCount, `cut ${cut} of CUTS_SEED=${seed}`).toBe(cut);
    await page.evaluate(() => localStorage.removeItem('order-queue'));
  }
});
