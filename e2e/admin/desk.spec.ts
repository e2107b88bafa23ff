import type { Page } from '@playwright/test';
import { operation } from '../browsing.ts';
import { ACCOUNTS } from '../journey.ts';
import { expectToast } from '../shopper.ts';
import {
  expect,
  expectAccessible,
  open,
  openOrder,
  openOrders,
  rowOf,
  rowsOn,
  signIn,
  test,
} from './order-desk.ts';

/** What the shop took in a number of days up to today, as the dashboard writes it. */
const moneyOf = async (db: { query(sql: string): Promise<{ rows: { money: string }[] }> }, days: number) =>
  (
    await db.query(
      `select to_char(coalesce(sum(i.product_price), 0), 'FM999,999,999,990.00') as money from orders o join order_items i on i.order_id = o.id
       where o.status <> 'cancelled' and (o.created_at at time zone 'Africa/Lagos')::date > (now() at time zone 'Africa/Lagos')::date - ${days}`,
    )
  ).rows[0]!.money;

/** The page believes that its tab is hidden, or shown again. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    hidden ? 'hidden' : 'visible',
  );

test('DESK-01 the dashboard begins with what came in today, in 7 and in 30 days', async ({
  page,
  desk,
  db,
}) => {
  await desk.order({
    items: [
      { name: 'Agbada', price: 40_000 },
      { name: 'Fila', price: 2500 },
    ],
  });
  await desk.order({ status: 'cancelled', items: [{ name: 'Gele', price: 999_999 }] });
  await signIn(page, ACCOUNTS.super);
  await open(page, '/admin/dashboard');
  const sales = page.getByRole('region', { name: 'Sales' });
  const rows = sales.getByRole('listitem');
  for (const [place, days] of [1, 7, 30].entries()) {
    await expect(rows.nth(place)).toContainText(`₦${await moneyOf(db, days)}`);
    const { y, height } = (await rows.nth(place).boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
  }
  await sales.getByText('Show as a table').click();
  const table = sales.getByRole('table', { name: 'Sales by day' });
  await expect(table.getByRole('row')).toHaveCount(31);
  await expect(table.getByRole('row', { name: /^today/ })).toContainText(`₦${await moneyOf(db, 1)}`);
  await expect(page.getByRole('region', { name: 'Best sellers' }).getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('region', { name: 'Promotions' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText('Waiting longest:')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  );
});

test('DESK-02 the menu counts pending orders and unread messages live; a hidden tab counts new orders in its title', {
  tag: '@desktop',
}, async ({ page, desk, db }) => {
  await signIn(page, ACCOUNTS.admin);
  await open(page, '/admin/products');
  const pending = async () =>
    (await db.query(`select count(*)::int as n from orders where status = 'pending'`)).rows[0].n as number;
  const unread = (await db.query('select count(*)::int as n from contact_submissions where read_at is null'))
    .rows[0].n;
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name, exact: true });
  await expect(link('Orders')).toHaveAccessibleDescription(`${await pending()} pending`);
  await expect(link('Messages')).toHaveAccessibleDescription(`${unread} unread`);
  await desk.order();
  await expect(link('Orders')).toHaveAccessibleDescription(`${await pending()} pending`);
  const title = await page.title();
  await setHidden(page, true);
  await desk.order();
  await expect(page).toHaveTitle(`(1) ${title}`);
  await desk.order();
  await expect(page).toHaveTitle(`(2) ${title}`);
  await setHidden(page, false);
  await expect(page).toHaveTitle(title);
});

test('DESK-02 the sound for new orders is switched on in the menu, rings, and is kept by the browser', {
  tag: '@desktop',
}, async ({ page, desk }) => {
  // What is heard, as the number of tones that were started.
  await page.addInitScript(() => {
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
      document.documentElement.dataset.tones = String(
        Number(document.documentElement.dataset.tones ?? 0) + 1,
      );
      return start.apply(this, when);
    };
  });
  await signIn(page, ACCOUNTS.admin);
  await open(page, '/admin/products');
  const bell = page.getByRole('switch', { name: 'Order sound' });
  const html = page.locator('html');
  await expect(bell).not.toBeChecked();
  // Of the first number of orders that the page reads, nothing is new.
  await expect(
    page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Orders', exact: true }),
  ).toHaveAccessibleDescription(/^\d+ pending$/);
  await bell.click();
  await expect(bell).toBeChecked();
  await expect(html).toHaveAttribute('data-tones', '2');
  await desk.order();
  await expect(html).toHaveAttribute('data-tones', '4');
  await page.reload();
  await expect(bell).toBeChecked();
  await bell.click();
  await expect(bell).not.toBeChecked();
});

test('DESK-03 an order gets a due day, is marked when it is late, and the list is sorted by it', async ({
  page,
  desk,
  db,
}) => {
  const [late, due, free] = [
    await desk.order(),
    await desk.order(),
    await desk.order({ placed: `now() - interval '40 days'` }),
  ];
  await db.query(`update orders set due_day = (now() at time zone 'Africa/Lagos')::date - 1 where id = $1`, [
    late.id,
  ]);
  await openOrder(page, due);
  await expect(page.getByText('Waiting since today')).toBeVisible();
  await page.getByRole('button', { name: 'Set due day' }).click();
  const dialog = page.getByRole('dialog', { name: 'Due day' });
  await dialog.getByRole('button', { name: 'Tomorrow' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Due day saved');
  await expect(page.getByRole('button', { name: 'Due tomorrow' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem').first()).toContainText(
    'set the due day to',
  );
  await open(page, `/admin/orders?search=${desk.word}`);
  await expect(rowOf(page, late)).toContainText('Late: due yesterday');
  await expect(rowOf(page, due)).toContainText('Due tomorrow');
  await page.getByRole('combobox', { name: 'Sort by', exact: true }).selectOption('Next due');
  await expect(page).toHaveURL(/sort=due/);
  await expect(rowsOn(page).nth(0)).toContainText(`#${late.number}`);
  await expect(rowsOn(page).nth(1)).toContainText(`#${due.number}`);
  await page.getByRole('combobox', { name: 'Sort by', exact: true }).selectOption('Longest waiting');
  await expect(rowsOn(page).nth(0)).toContainText(`#${free.number}`);
  await expectAccessible(page);
});

test('DESK-05 orders are found by product and by days, in the address', { tag: '@phone' }, async ({
  page,
  desk,
}) => {
  const cloth = `Adire${desk.word}`;
  const old = await desk.order({ items: [{ name: cloth }], placed: `now() - interval '3 days'` });
  const today = await desk.order({ items: [{ name: cloth }] });
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

test('DESK-04 from an order to its customer: contact, total, orders and notes', async ({ page, desk }) => {
  const first = await desk.order({
    items: [{ name: 'Agbada', price: 40_000, note: 'Chest 46' }],
    placed: `now() - interval '9 days'`,
  });
  await desk.order({ status: 'cancelled' });
  await openOrder(page, first);
  await page.getByRole('link', { name: 'All orders and notes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: desk.customer })).toBeVisible();
  // The address has no email.
  expect(page.url()).toMatch(/\/admin\/customers\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('main')).toContainText('1 and 1 cancelled');
  await expect(page.getByRole('main')).toContainText('₦40,000.00');
  await expect(page.getByRole('region', { name: 'Contact' })).toContainText(`${desk.word}@mail.example`);
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Chest 46');
  await expect(rowsOn(page)).toHaveCount(2);
  await expectAccessible(page);
});

test.describe('without an order', () => {
  test.use({ expectedErrors: [/Failed to load resource.*404/] });

  test('DESK-04 an account has no page', { tag: '@phone' }, async ({ page, db }) => {
    await signIn(page, ACCOUNTS.super);
    const { rows } = await db.query(`select id from profiles where email = 'admin@demo.shop'`);
    await open(page, `/admin/customers/${rows[0].id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer not found');
  });
});

test('DESK-06 a note for the staff is in the timeline, and is deleted again', async ({ page, desk }) => {
  const order = await desk.order({ items: [{ name: 'Agbada', note: 'Chest 46' }] });
  await openOrder(page, order);
  const entries = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Please write something')).toBeVisible();
  await page.getByRole('textbox', { name: 'Note for the staff' }).fill('Paid half in cash');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expectToast(page, 'Note added');
  await expect(page.getByRole('textbox', { name: 'Note for the staff' })).toHaveValue('');
  await expect(entries).toHaveCount(2);
  await expect(entries.nth(0)).toContainText('wrote for the staffPaid half in cash');
  await expect(entries.nth(1)).toContainText('Agbada: Chest 46');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete the note “Paid half in cash”' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Note deleted');
  await expect(entries.nth(0)).toContainText('deleted a note of the staff');
});

test.describe('without an answer', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('DESK-06 a note is written once, and one that was edited since is another', {
    tag: '@desktop',
  }, async ({ page, desk, db }) => {
    const order = await desk.order();
    await openOrder(page, order);
    let isLost = true;
    await page.route(operation('orders/addStaffNote'), async (route) => {
      if (!isLost) return route.continue();
      await route.fetch();
      await route.abort();
    });
    const field = page.getByRole('textbox', { name: 'Note for the staff' });
    const add = page.getByRole('button', { name: 'Add note' });
    const written = async () =>
      (
        await db.query('select text from staff_notes where order_id = $1 order by created_at', [order.id])
      ).rows.map(({ text }) => text);
    await field.fill('Paid half');
    await add.click();
    await expectToast(page, 'The note was not added');
    await add.click();
    await expect(add).not.toHaveAttribute('aria-busy', 'true');
    expect(await written()).toEqual(['Paid half']);
    isLost = false;
    await field.fill('Paid half in cash');
    await add.click();
    await expectToast(page, 'Note added');
    expect(await written()).toEqual(['Paid half', 'Paid half in cash']);
  });
});
