import { randomUUID } from 'node:crypto';
import { busy, refusal } from './answers.ts';
import {
  endSessionDuring,
  expect,
  expectAccessible,
  hydrated,
  open,
  PASSWORD,
  signIn,
  test,
} from './journey.ts';
import { openFollowing } from './live-browsers.ts';
import {
  addProduct,
  addUser,
  catchWhatsApp,
  deleteUsers,
  expectToast,
  mailTo,
  removeProducts,
  sendOrder,
  storeCart,
  storedCart,
  storedKey,
  type TestProduct,
  type TestUser,
} from './shopper.ts';

const SHOP = 'orders@aso-house.example';
let user: TestUser;
let gown: TestProduct;
let cap: TestProduct;

test.beforeEach(async ({ db }) => {
  user = await addUser(db);
  gown = await addProduct(db, { price: 12_500 });
  cap = await addProduct(db, { price: 3_000.5 });
});
test.afterEach(async ({ db }) => {
  await deleteUsers(db, 'user-%@example.com');
  await removeProducts(db, [gown, cap]);
});

const submit = (page: import('@playwright/test').Page) =>
  page.getByRole('button', { name: 'Submit Order' }).click();
const panel = (page: import('@playwright/test').Page) =>
  page.getByRole('heading', { name: 'Order submitted' });

test('CHECKOUT-01 CHECKOUT-02 OPEN-35 an empty wishlist shows an empty state with links to the shop', async ({
  page,
}) => {
  await open(page, '/checkout');
  await expect(page.getByText('Your wishlist is empty')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Products' })).toHaveAttribute('href', '/products');
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/products');
  await expect(page.getByRole('button', { name: /Order|Checkout/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('CHECKOUT-03 OPEN-45 every item with today’s price, and their sum', async ({ page, db }) => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const promotion = async (code: string, from: number, to: number) => {
    const id = randomUUID();
    await db.query(
      `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value, created_at)
       values ($1, $2, $2, $3, $4, 'percentage', 10, '2020-01-01')`,
      [id, code, day(from), day(to)],
    );
    return id;
  };
  const code = `K${randomUUID().slice(0, 6)}`;
  const running = await promotion(code, -2, 2);
  const over = await promotion(`O${code}`, -9, -2);
  const sold = await addProduct(db, { price: 20_000, promotionId: running });
  const late = await addProduct(db, { price: 8_000, promotionId: over });
  try {
    await storeCart(page, [
      { ...gown, notes: 'Bust 38' },
      { ...sold, promotion: { code, price: 18_000 } },
      { ...late, promotion: { code: `O${code}`, price: 7_200 } },
    ]);
    await open(page, '/checkout');
    const items = page.getByRole('region', { name: 'Order summary' }).getByRole('listitem');
    await expect(items).toHaveCount(3);
    await expect(items.nth(0)).toContainText('₦12,500.00');
    await expect(items.nth(0)).toContainText('Bust 38');
    await expect(items.nth(1)).toContainText('₦18,000.00');
    await expect(items.nth(2)).toContainText(`The promotion O${code} no longer applies`);
    await expect(items.nth(2)).toContainText('₦8,000.00');
    await expect(page.getByRole('region', { name: 'Total' })).toContainText('₦38,500.00');
  } finally {
    await removeProducts(db, [sold, late]);
    await db.query('delete from promotions where id = any($1)', [[running, over]]);
  }
});

test('CHECKOUT-05 CHECKOUT-15 OPEN-25 a guest is asked to sign in and comes back', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await storeCart(page, [gown]);
  await open(page, '/checkout');
  await expect(page.getByRole('button', { name: 'Submit Order' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign In to Checkout' }).click();
  await expectToast(page, 'Authentication Required', 'Please login to checkout');
  await expect(page).toHaveURL('/auth?next=%2Fcheckout');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByRole('button', { name: 'Submit Order' })).toBeVisible();
  expect((await db.query('select from orders where user_id = $1', [user.id])).rowCount).toBe(0);
});

test('OPEN-37 a number is added at checkout, and is in the order', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await signIn(page, user.email);
  await storeCart(page, [gown]);
  await open(page, '/checkout');
  await page.getByRole('button', { name: 'Add your phone number' }).click();
  await expect(page.getByLabel('Phone')).toBeFocused();
  await page.getByLabel('Phone').fill('+234 801 234 5678');
  // The order would be sent without it.
  await expect(page.getByRole('button', { name: 'Submit Order' })).toBeDisabled();
  await expect(page.getByText('Please save your details first, or cancel.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('For questions about your order we have +234 801 234 5678.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change it' })).toBeFocused();
  await submit(page);
  await expect(panel(page)).toBeVisible();
  const { rows } = await db.query('select customer_phone from orders where user_id = $1', [user.id]);
  expect(rows).toEqual([{ customer_phone: '+2348012345678' }]);
});

test.describe('without the form of the number', () => {
  test.use({ expectedErrors: [/Failed to load resource.*profile-form/] });

  test('OPEN-37 the order can be sent although the form cannot be loaded', { tag: '@phone' }, async ({
    page,
  }) => {
    await signIn(page, user.email);
    await storeCart(page, [gown]);
    await page.route('**/assets/profile-form*', (route) => route.abort());
    await open(page, '/checkout');
    await page.getByRole('button', { name: 'Add your phone number' }).click();
    await expect(page.getByText('The form could not be loaded.')).toBeVisible();
    await submit(page);
    await expect(panel(page)).toBeVisible();
  });
});

test('CHECKOUT-04 CHECKOUT-06 the order takes a second on the screen and is sent once', {
  tag: '@phone',
}, async ({ page, db }) => {
  await signIn(page, user.email);
  await storeCart(page, [gown]);
  await page.clock.install();
  await open(page, '/checkout');
  const button = page.getByRole('button', { name: 'Submit Order' });
  await expect(button).not.toHaveAttribute('aria-busy', 'true');
  await page.clock.pauseAt(Date.now() + 60_000);
  const answered = page.waitForResponse('**/api/rpc/orders/submit');
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await button.click();
  await answered;
  await page.clock.runFor(900);
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await page.clock.runFor(200);
  await expect(panel(page)).toBeVisible();
  expect((await db.query('select from orders where user_id = $1', [user.id])).rowCount).toBe(1);
});

test('CHECKOUT-07 CHECKOUT-08 CONST-02 the order as stored, and two emails', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await signIn(page, user.email);
  const key = await storeCart(page, [{ ...gown, notes: 'Bust 38' }, cap]);
  await open(page, '/checkout');
  await submit(page);
  await expect(panel(page)).toBeVisible();
  const { rows: orders } = await db.query('select * from orders where user_id = $1', [user.id]);
  expect(orders).toMatchObject([{ status: 'pending', idempotency_key: key, customer_email: user.email }]);
  const { order_number: number, whatsapp_link: link, id } = orders[0];
  expect(number).toMatch(/^\d{4}$/);
  await expect(page.getByText(`#${number}`)).toBeVisible();
  expect(decodeURIComponent(link)).toContain('Bust 38');
  const { rows: items } = await db.query(
    `select product_id, product_name, product_price::float8, product_image, note
     from order_items where order_id = $1 order by position`,
    [id],
  );
  expect(items).toEqual([
    {
      product_id: gown.id,
      product_name: gown.name,
      product_price: 12_500,
      product_image: '/uploads/placeholder.jpg',
      note: 'Bust 38',
    },
    {
      product_id: cap.id,
      product_name: cap.name,
      product_price: 3_000.5,
      product_image: '/uploads/placeholder.jpg',
      note: null,
    },
  ]);
  const toCustomer = await mailTo(page, user.email, new RegExp(`Your order #${number}`));
  expect(toCustomer).toContain('₦15,500.50');
  const toShop = await mailTo(page, SHOP, new RegExp(`Order #${number} from`));
  expect(toShop).toContain('Bust 38');
  expect(toShop).toContain(`/orders/${id}`);
});

test('CHECKOUT-09 CHECKOUT-10 OPEN-29 the panel and its plain link to the chat', async ({ page, db }) => {
  const openedUrls = await catchWhatsApp(page);
  await signIn(page, user.email);
  const key = await storeCart(page, [gown]);
  await open(page, '/checkout');
  await submit(page);
  // The button is removed: the focus moves to the result for screen readers.
  await expect(panel(page)).toBeFocused();
  await expectAccessible(page);
  const { rows } = await db.query('select * from orders where user_id = $1', [user.id]);
  const link = page.getByRole('link', { name: 'Continue to WhatsApp' });
  await expect(link).toHaveAttribute('href', rows[0].whatsapp_link);
  await expect(link).toHaveAttribute('target', '_blank');
  // Before the link is followed nothing is cleared: a reload shows the same panel.
  await page.reload();
  await expect(page.getByText(`#${rows[0].order_number}`)).toBeVisible();
  const [chat] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await chat.waitForLoadState();
  expect(openedUrls).toEqual([rows[0].whatsapp_link]);
  expect(await storedKey(page)).not.toBe(key);
});

test('CHECKOUT-11 CHECKOUT-12 ERR-61 the chat completes the order: cart empty, home page, opening recorded', {
  tag: '@phone',
}, async ({ page, db }) => {
  await catchWhatsApp(page);
  await signIn(page, user.email);
  await storeCart(page, [gown]);
  await open(page, '/checkout');
  await submit(page);
  await page.getByRole('link', { name: 'Continue to WhatsApp' }).click();
  await expectToast(page, 'Order submitted successfully!');
  await expect(page).toHaveURL('/');
  expect(await storedCart(page)).toEqual([]);
  const opened = () => db.query('select opened_at from orders where user_id = $1', [user.id]);
  await expect.poll(async () => (await opened()).rows[0].opened_at).not.toBeNull();
  await open(page, '/checkout');
  await expect(page.getByText('Your wishlist is empty')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  // A user who closed the chat can open it again.
  await open(page, '/orders');
  const { rows } = await db.query('select whatsapp_link from orders where user_id = $1', [user.id]);
  await expect(page.getByRole('link', { name: 'Open in WhatsApp' })).toHaveAttribute(
    'href',
    rows[0].whatsapp_link,
  );
});

const CART = '**/api/rpc/catalog/getProducts*';

test.describe('when refused', () => {
  test.use({
    expectedErrors: [/Failed to load resource.*(409|429|500|503)|Order creation failed/],
  });

  test('CHECKOUT-03 a price that changed is shown before and after, and must be confirmed', {
    tag: '@phone',
  }, async ({ page, db }) => {
    await signIn(page, user.email);
    const key = await storeCart(page, [gown, cap]);
    await open(page, '/checkout');
    await expect(page.getByRole('button', { name: 'Submit Order' })).toBeVisible();
    await db.query('update products set price = 14000 where id = $1', [gown.id]);
    await submit(page);
    const changed = page.getByRole('alert').filter({ hasText: 'Some prices changed since you last looked.' });
    await expect(changed.getByRole('row')).toHaveCount(2);
    await expect(changed.getByRole('row').last()).toHaveText(`${gown.name}₦12,500.00₦14,000.00`);
    await expectAccessible(page);
    expect((await db.query('select from orders where user_id = $1', [user.id])).rowCount).toBe(0);
    expect(await storedKey(page)).toBe(key);
    await page.getByRole('button', { name: 'Order at the new prices' }).click();
    await expect(panel(page)).toBeVisible();
    const { rows } = await db.query(
      `select o.idempotency_key, sum(i.product_price)::float8 as total
       from orders o join order_items i on i.order_id = o.id where o.user_id = $1 group by o.id`,
      [user.id],
    );
    expect(rows).toEqual([{ idempotency_key: key, total: 17_000.5 }]);
  });

  test('CHECKOUT-08 a product that was deleted is removed before the order is sent', {
    tag: '@phone',
  }, async ({ page, db }) => {
    await signIn(page, user.email);
    await storeCart(page, [gown, cap]);
    await open(page, '/checkout');
    await expect(page.getByRole('button', { name: 'Submit Order' })).toBeVisible();
    await db.query('delete from products where id = $1', [cap.id]);
    // The refusal alone names the product, also when the cart cannot be reloaded.
    await page.route(CART, busy);
    await submit(page);
    const alert = page.getByRole('alert').filter({ hasText: 'Some products are no longer available.' });
    await expect(alert.getByRole('listitem')).toHaveText([cap.name]);
    // The button that was pressed is gone.
    await expect(page.locator(':focus')).toContainText(cap.name);
    await expectAccessible(page);
    await page.unroute(CART);
    expect((await db.query('select from orders where user_id = $1', [user.id])).rowCount).toBe(0);
    await page.getByRole('button', { name: 'Remove and go on' }).click();
    await submit(page);
    await expect(panel(page)).toBeVisible();
    const { rows } = await db.query(
      'select i.product_id from order_items i join orders o on o.id = i.order_id where o.user_id = $1',
      [user.id],
    );
    expect(rows).toEqual([{ product_id: gown.id }]);
  });

  test('VIS-03 a product that is available again after the refusal can be ordered', async ({ page, db }) => {
    await signIn(page, user.email);
    await storeCart(page, [gown]);
    await openFollowing(page, '/checkout');
    await expect(page.getByRole('button', { name: 'Submit Order' })).toBeVisible();
    // The cart does not hear of it before the refusal.
    await page.route(CART, busy);
    await db.query('update products set sold_out = true where id = $1', [gown.id]);
    await submit(page);
    const alert = page.getByRole('alert').filter({ hasText: 'Some products are sold out.' });
    await expect(alert.getByRole('listitem')).toHaveText([gown.name]);
    await page.unroute(CART);
    await db.query('update products set sold_out = false where id = $1', [gown.id]);
    await expect(alert).toHaveCount(0);
    await submit(page);
    await expect(panel(page)).toBeVisible();
  });

  test('ERR-08 OPEN-24 an order that fails shows an error, keeps everything, and Try Again sends it', {
    tag: '@phone',
  }, async ({ page, db }) => {
    await signIn(page, user.email);
    const key = await storeCart(page, [{ ...gown, notes: 'Bust 38' }]);
    await open(page, '/checkout');
    const wait = 'Too many requests. Please try again in 12 minutes.';
    await page.route('**/api/rpc/orders/submit', refusal('RATE_LIMITED', 429, wait));
    await submit(page);
    // The message shows how long to wait; an immediate retry cannot help.
    await expect(page.getByRole('alert').filter({ hasText: wait })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
    await page.unroute('**/api/rpc/orders/submit');
    await page.route('**/api/rpc/orders/submit', (route) =>
      route.fulfill({
        status: 500,
        json: { json: { defined: false, code: 'UNEXPECTED', status: 500, message: 'No' } },
      }),
    );
    await submit(page);
    await expectToast(page, 'Order Creation Failed', 'Failed to create order. Please try again.');
    await expect(page.getByText('Bust 38')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/rpc/orders/submit');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(panel(page)).toBeVisible();
    const { rows } = await db.query('select idempotency_key from orders where user_id = $1', [user.id]);
    expect(rows).toEqual([{ idempotency_key: key }]);
  });

  test('ERR-13 ERR-08 responses that are not the shop’s are never treated as an order', {
    tag: '@phone',
  }, async ({ page }) => {
    await signIn(page, user.email);
    await storeCart(page, [gown]);
    await open(page, '/checkout');
    await expect(page.getByRole('button', { name: 'Submit Order' })).toBeVisible();
    // A captive portal answers every request.
    await page.route('**/api/rpc/orders/submit', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our Wi-Fi</h1>' }),
    );
    await submit(page);
    await expectToast(page, 'Order Creation Failed', 'Failed to create order. Please try again.');
    await page.unroute('**/api/rpc/orders/submit');
    await page.route('**/api/rpc/orders/submit', (route) => route.fulfill({ json: {} }));
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectToast(page, 'Unexpected Error', 'An unexpected error occurred');
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  });
});

test.describe('when the session has ended', () => {
  test.use({ expectedErrors: [/Failed to load resource.*401/] });

  test('CHECKOUT-15 CHECKOUT-16 an expired session redirects to sign-in, and nothing is saved', {
    tag: '@phone',
  }, async ({ page, db }) => {
    await signIn(page, user.email);
    await storeCart(page, [gown]);
    await open(page, '/checkout');
    await expect(page.getByRole('button', { name: 'Submit Order' })).toBeVisible();
    await endSessionDuring(page, 'orders/submit', user.email);
    await submit(page);
    await expectToast(page, 'Authentication Required', 'Please login to checkout');
    await expect(page).toHaveURL('/auth?next=%2Fcheckout');
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
    expect((await db.query('select from orders where user_id = $1', [user.id])).rowCount).toBe(0);
    expect(await storedCart(page)).toHaveLength(1);
  });
});

test('PERM-02 ERR-20 the API refuses a visitor’s order', { tag: '@phone' }, async ({ page }) => {
  const answer = await sendOrder(page, {
    idempotencyKey: randomUUID(),
    lines: [{ productId: gown.id, shownPrice: gown.price }],
  });
  expect(answer.status()).toBe(401);
  expect((await answer.json()).message).toBe('User must be authenticated to create order');
});

test('CHECKOUT-14 ERR-61 the last item is removed in another tab: nothing can be sent', {
  tag: '@phone',
}, async ({ page, context }) => {
  await signIn(page, user.email);
  await storeCart(page, [gown]);
  await open(page, '/checkout');
  await expect(page.getByRole('button', { name: 'Submit Order' })).toBeVisible();
  const other = await context.newPage();
  await open(other, '/wishlist');
  await other.getByRole('button', { name: `Remove ${gown.name}` }).click();
  await expect(page.getByText('Your wishlist is empty')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit Order' })).toHaveCount(0);
  await hydrated(page);
});

test('CHECKOUT-14 an order of a wishlist that was emptied meanwhile is refused, and none is saved', {
  tag: '@phone',
}, async ({ page, db }) => {
  await signIn(page, user.email);
  await storeCart(page, [gown]);
  await open(page, '/checkout');
  const submit = page.getByRole('button', { name: 'Submit Order' });
  await expect(submit).toBeEnabled();
  const before = await db.query('select from orders where user_id = $1', [user.id]);
  // No event tells the page.
  await page.evaluate(() => localStorage.setItem('wishlist', '[]'));
  await submit.click();
  await expectToast(page, 'Empty Wishlist', 'Your wishlist is empty');
  await expect(submit).toHaveCount(0);
  const answer = await sendOrder(page, { idempotencyKey: randomUUID(), lines: [] });
  expect(answer.status()).toBe(400);
  expect(await answer.text()).toContain('Your wishlist is empty');
  expect((await db.query('select from orders where user_id = $1', [user.id])).rowCount).toBe(before.rowCount);
});

test('CHECKOUT-14 what left the wishlist meanwhile is not ordered unseen', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  await signIn(page, user.email);
  await storeCart(page, [gown, cap]);
  await open(page, '/checkout');
  const submit = page.getByRole('button', { name: 'Submit Order' });
  await expect(submit).toBeEnabled();
  const before = await db.query('select from orders where user_id = $1', [user.id]);
  await page.evaluate(() => {
    const { 0: first } = JSON.parse(localStorage.getItem('wishlist')!);
    localStorage.setItem('wishlist', JSON.stringify([first]));
  });
  await submit.click();
  await expectToast(page, 'Your cart has changed', 'Please look at it, and submit the order again.');
  await expect(page.getByText(cap.name)).toHaveCount(0);
  await expect(submit).toBeEnabled();
  expect((await db.query('select from orders where user_id = $1', [user.id])).rowCount).toBe(before.rowCount);
});
