import { randomUUID } from 'node:crypto';
import {
  hasUcpSchemas,
  mcpProblems,
  NO_UCP_SCHEMAS,
  profileProblems,
  restProblems,
} from '#app/server/http/test-ucp-schemas.ts';
import { expect, expectAccessible, open, signIn, test } from './journey.ts';
import {
  addProduct,
  addUser,
  catchWhatsApp,
  deleteUsers,
  expectToast,
  removeProducts,
  storeCart,
  storedCart,
  type TestProduct,
  type TestUser,
} from './shopper.ts';

let user: TestUser;
let gown: TestProduct;
let cap: TestProduct;
let promotionId: string;
test.beforeEach(async ({ db }) => {
  user = await addUser(db);
  gown = await addProduct(db, { price: 12_500 });
  // The agent and the buyer's cart have the price of the promotion.
  const { rows } = await db.query(
    `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value, created_at)
     values ($1, $2, $2, current_date - 2, current_date + 2, 'percentage', 10, '2020-01-01') returning id`,
    [randomUUID(), `AGENTS${Date.now()}`],
  );
  promotionId = rows[0].id;
  cap = await addProduct(db, { price: 3_000.5, promotionId });
});
test.afterEach(async ({ db }) => {
  await deleteUsers(db, 'user-%@example.com');
  await removeProducts(db, [gown, cap]);
  await db.query('delete from promotions where id = $1', [promotionId]);
});

const AGENT = { 'ucp-agent': 'profile="https://agent.example/.well-known/ucp"' };
const notice = (page: import('@playwright/test').Page) =>
  page.getByRole('status', { name: 'Products of the link' });

test('AGENT-01 an agent goes from the profile to a checkout, and the buyer sends the order', {
  tag: '@phone',
}, async ({ page, db, request }) => {
  const profile = await (await request.get('/.well-known/ucp')).json();
  expect(profileProblems(profile)).toBe('');
  const endpoints = Object.fromEntries(
    profile.ucp.services['dev.ucp.shopping'].map((one: { transport: string; endpoint: string }) => [
      one.transport,
      // The shop under test has the address of its port.
      new URL(one.endpoint).pathname,
    ]),
  );
  const post = async (path: string, data: object) =>
    (await request.post(endpoints.rest + path, { data, headers: AGENT })).json();

  const found = await post('/catalog/search', { query: gown.name });
  expect(restProblems('search_catalog', found)).toBe('');
  expect(found.products[0]).toMatchObject({ id: gown.id, price_range: { min: { amount: 1_250_000 } } });
  const looked = await post('/catalog/lookup', { ids: [cap.id] });
  expect(restProblems('lookup_catalog', looked)).toBe('');
  const cart = await post('/carts', {
    line_items: [found.products[0], looked.products[0]].map(({ variants: [{ id }] }) => ({
      item: { id },
      quantity: 1,
    })),
  });
  expect(restProblems('create_cart', cart)).toBe('');
  // The checkout by the other binding.
  const called = await request.post(endpoints.mcp, {
    data: {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'create_checkout', arguments: { checkout: { cart_id: cart.id, line_items: [] } } },
    },
  });
  const checkout = (await called.json()).result.structuredContent;
  expect(mcpProblems('create_checkout', checkout)).toBe('');
  expect(checkout).toMatchObject({
    ...{ status: 'requires_escalation', currency: 'NGN' },
    totals: [{ type: 'subtotal' }, { type: 'total', amount: 1_520_045 }],
  });
  const { pathname, search } = new URL(checkout.continue_url);

  const openedUrls = await catchWhatsApp(page);
  await signIn(page, user.email);
  await open(page, pathname + search);
  await expect(notice(page)).toContainText('2 products added. Please check them before you order.');
  await expect(page).toHaveURL('/wishlist');
  await expect(page.locator('main article h2')).toHaveText([gown.name, cap.name]);
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('₦15,200.45');
  await expectAccessible(page);
  expect((await db.query('select from orders where user_id = $1', [user.id])).rowCount).toBe(0);

  await page.getByRole('link', { name: 'Proceed to checkout' }).click();
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page.getByRole('heading', { name: 'Order submitted' })).toBeVisible();
  const { rows } = await db.query(
    `select sum(i.product_price)::float as total, count(*)::int as items
     from orders o join order_items i on i.order_id = o.id where o.user_id = $1 group by o.id`,
    [user.id],
  );
  expect(rows).toEqual([{ total: 15_200.45, items: 2 }]);
  expect(openedUrls.length).toBeLessThan(2);
  test.skip(!hasUcpSchemas, NO_UCP_SCHEMAS);
});

test('AGENT-01 a link adds to a cart that has items, keeps their notes, and names what it cannot add', {
  tag: '@phone',
}, async ({ page, db }) => {
  const soldOut = await addProduct(db);
  await db.query('update products set sold_out = true where id = $1', [soldOut.id]);
  try {
    await storeCart(page, [{ ...gown, notes: 'Chest 42' }]);
    const missing = '0193a2c4-5d6e-4f70-8a9b-000000000000';
    await open(page, `/wishlist?items=${[gown.id, cap.id, soldOut.id, missing].join()}`);
    await expect(notice(page).getByRole('listitem')).toHaveText([
      '1 product added. Please check it before you order.',
      `Already in your cart: ${gown.name}.`,
      `Sold out, not added: ${soldOut.name}.`,
      '1 product is no longer available.',
    ]);
    expect(await storedCart(page)).toMatchObject([
      { product: { id: gown.id }, notes: 'Chest 42' },
      { product: { id: cap.id }, notes: '' },
    ]);
    const likes = () =>
      db.query('select product_id as id from product_likes where product_id = any($1)', [[gown.id, cap.id]]);
    await expect.poll(async () => (await likes()).rows.map((row) => row.id)).toEqual([cap.id]);
    await notice(page).getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(notice(page)).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    await expectToast(page, `Removed ${cap.name} from wishlist`);
    await expect(page.locator('main article h2')).toHaveText([gown.name]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('main article h2')).toHaveText([gown.name, cap.name]);
    await expect(notice(page)).toHaveCount(0);
    // The link is used once: what is removed then does not come back by a reload.
    await page.getByRole('button', { name: `Remove ${cap.name}` }).click();
    await expect(page.locator('main article h2')).toHaveText([gown.name]);
    await page.reload();
    await expect(page.locator('main article h2')).toHaveText([gown.name]);
    await expect(notice(page)).toHaveCount(0);
  } finally {
    await removeProducts(db, [soldOut]);
  }
});

test.describe('without the shop', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });
  test('AGENT-01 a link whose products cannot be read is tried again', { tag: '@phone' }, async ({
    page,
  }) => {
    await page.route('**/api/rpc/catalog/getProducts', (route) => route.abort(), { times: 1 });
    await open(page, `/wishlist?items=${cap.id}`);
    await expect(page.getByText('The products of this link could not be added')).toBeVisible();
    expect(await storedCart(page)).toEqual([]);
    await page.getByRole('button', { name: /try again/i }).click();
    await expect(page.locator('main article h2')).toHaveText([cap.name]);
  });
});
