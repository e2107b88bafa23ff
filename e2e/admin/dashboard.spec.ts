import type { Page } from '@playwright/test';
import type { Client } from 'pg';
import { ACCOUNTS } from '../journey.ts';
import {
  blockEvents,
  expect,
  expectAccessible,
  holdRequests,
  open,
  refusal,
  signIn,
  test,
} from './orders.ts';

const count = async (db: Client, from: string): Promise<number> =>
  (await db.query(`select count(*)::int as n from ${from}`)).rows[0].n;

const figure = (page: Page, label: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${label} ?\\d`) });
const recentOrders = (page: Page) =>
  page.getByRole('region', { name: 'Recent Orders' }).getByRole('listitem');
const recentUsers = (page: Page) => page.getByRole('region', { name: 'Recent Users' });

const FIGURES: [string, string][] = [
  ['Total Orders', 'orders'],
  ['Pending Orders', "orders where status = 'pending'"],
  ['Total Products', 'products'],
  ['Featured Products', 'products where featured'],
];

test('ADM-DASH-01 ADM-DASH-02 PERM-06 an admin sees the totals of the shop, without users', async ({
  page,
  fixture,
  db,
}) => {
  await fixture.order();
  await signIn(page, ACCOUNTS.admin);
  await open(page, '/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  for (const [label, from] of FIGURES) {
    await expect(figure(page, label)).toHaveText(`${label}${await count(db, from)}`);
  }
  await expect(page.getByText('Total Users')).toHaveCount(0);
  await expect(recentUsers(page)).toHaveCount(0);
  await expectAccessible(page);
  await figure(page, 'Pending Orders').click();
  await expect(page).toHaveURL('/admin/orders?status=pending');
});

test('ADM-DASH-02 ADM-DASH-06 a super admin sees the number of users and the five newest', {
  tag: '@desktop',
}, async ({ page, fixture, db }) => {
  await fixture.order({ customer: `Adé ${fixture.word}` });
  await signIn(page, ACCOUNTS.super);
  await open(page, '/admin/dashboard');
  await expect(figure(page, 'Total Users')).toHaveText(`Total Users${await count(db, 'profiles')}`);
  const { rows } = await db.query(
    'select first_name, last_name, email from profiles order by created_at desc, id desc limit 5',
  );
  const userRows = recentUsers(page).getByRole('listitem');
  await expect(userRows).toHaveCount(5);
  for (const [place, user] of rows.entries()) {
    await expect(userRows.nth(place)).toContainText(`${user.first_name} ${user.last_name}`.trim());
    await expect(userRows.nth(place)).toContainText(user.email);
    await expect(userRows.nth(place)).toContainText(/(User|Admin|Super Admin)$/);
  }
  await expectAccessible(page);
});

test('ADM-DASH-03 ADM-DASH-04 OPEN-67 the five newest orders with number and items, and View', async ({
  page,
  fixture,
}) => {
  const made = [];
  for (let n = 0; n < 6; n++) {
    made.unshift(
      await fixture.order({ items: Array.from({ length: n + 1 }, (_, i) => ({ name: `Cloth ${i}` })) }),
    );
  }
  await signIn(page, ACCOUNTS.admin);
  await open(page, '/admin/dashboard');
  await expect(recentOrders(page)).toHaveCount(5);
  for (let place = 0; place < 5; place++) {
    await expect(recentOrders(page).nth(place)).toContainText(`#${made[place]!.number}`);
    await expect(recentOrders(page).nth(place)).toContainText(`${6 - place} items`);
  }
  await page.getByRole('link', { name: `View order #${made[2]!.number}` }).click();
  await expect(page).toHaveURL(`/admin/orders/${made[2]!.id}`);
});

test('HAND-03 open tasks: pending orders, the queues to follow up, unread messages', {
  tag: '@desktop',
}, async ({ page, fixture, db }) => {
  await fixture.order({ opened: false, placed: `now() - interval '31 minutes'` });
  await signIn(page, ACCOUNTS.admin);
  await open(page, '/admin/dashboard');
  const waiting = page.getByRole('region', { name: 'Waiting for you' }).getByRole('link');
  const pending = await count(db, "orders where status = 'pending'");
  const unopened = await count(
    db,
    `orders where status = 'pending' and confirmed_at is null and opened_at is null
       and created_at < now() - interval '30 minutes'`,
  );
  const unread = await count(db, 'contact_submissions where read_at is null');
  const row = (text: RegExp) => waiting.filter({ hasText: text });
  await expect(row(/pending/)).toContainText(String(pending));
  await expect(row(/pending/)).toHaveAttribute('href', '/admin/orders?status=pending');
  await expect(row(/not opened for 30 minutes/)).toContainText(String(unopened));
  await expect(row(/unread/)).toContainText(String(unread));
  await expect(row(/unread/)).toHaveAttribute('href', /^\/admin\/messages\?unread=/);
  await row(/not opened/).click();
  await expect(page).toHaveURL('/admin/orders?queue=unopened&sort=waiting');
  // The dashboard, which has numbers of orders too, is gone.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Management');
  await expect(
    page.getByText(unopened === 1 ? '1 order' : `${unopened} orders`, { exact: true }),
  ).toBeVisible();
});

test('ADM-DASH-08 skeletons are shown while the dashboard loads', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, ACCOUNTS.super);
  const answers = await Promise.all(
    ['orders', 'catalog', 'contact', 'users'].map((domain) => holdRequests(page, `${domain}/.*`)),
  );
  await open(page, '/admin/dashboard');
  await expect(page.getByText('Loading the dashboard')).toBeAttached();
  await expect(page.locator('.skeleton').first()).toBeVisible();
  await expect(page.getByText('No orders found')).toHaveCount(0);
  for (const answer of answers) answer();
  await expect(recentOrders(page)).toHaveCount(5);
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await expect(page.getByText('Loading the dashboard')).toHaveCount(0);
});

const nothing = { items: [], total: 0, capped: false, page: 1, pageCount: 1 };

test('ADM-DASH-05 ADM-DASH-07 a shop without orders and users shows empty states', { tag: '@phone' }, async ({
  page,
}) => {
  await blockEvents(page);
  const totals = { total: 0, pending: 0, processing: 0, completed: 0, cancelled: 0, late: 0, unopened: 0 };
  const noSales = { today: '2026-11-23', days: [], bestSellers: [], oldestPending: null, promotions: [] };
  const answers: [string, unknown][] = [
    ['orders/listAll', nothing],
    ['users/listUsers', nothing],
    [
      'orders/totals',
      {
        ...totals,
        queues: { unopened: 0, unconfirmed: 0 },
        unopenedOf: { pending: 0, processing: 0, completed: 0, cancelled: 0 },
      },
    ],
    ['contact/unreadTotal', { unread: 0 }],
    ['orders/sales', noSales],
  ];
  for (const [path, json] of answers) {
    await page.route(`**/api/rpc/${path}*`, (route) => route.fulfill({ json: { json } }));
  }
  await signIn(page, ACCOUNTS.super);
  await open(page, '/admin/dashboard');
  await expect(page.getByText('No orders found', { exact: true })).toBeVisible();
  await expect(page.getByText('No users found', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toContainText('Nothing.');
  await expectAccessible(page);
});

test.describe('when a call fails', () => {
  test.use({ expectedErrors: [/Failed to load resource.*429/] });

  for (const [what, path] of [
    ['the numbers of orders', 'orders/totals'],
    ['the newest orders', 'orders/listAll'],
    ['the numbers of products', 'catalog/productTotals'],
    ['the people', 'users/listUsers'],
  ] as const) {
    test(`ADM-DASH-09 ERR-19 ${what} fail to load: one error is shown, and Try Again loads them`, {
      tag: '@desktop',
    }, async ({ page }) => {
      // Only 'Try Again' may reload what failed.
      await blockEvents(page);
      await page.route(`**/api/rpc/${path}*`, refusal('RATE_LIMITED', 429, 'Too many requests.'));
      await signIn(page, ACCOUNTS.super);
      await open(page, '/admin/dashboard');
      const alert = page
        .getByRole('alert')
        .filter({ hasText: 'Failed to load dashboard data. Please try again.' });
      await expect(alert).toBeVisible();
      // A failed list is not shown as empty.
      await expect(page.getByText(/No orders found|No users found/)).toHaveCount(0);
      await page.unroute(`**/api/rpc/${path}*`);
      await alert.getByRole('button', { name: 'Try Again' }).click();
      await expect(alert).toHaveCount(0);
      await expect(recentOrders(page)).toHaveCount(5);
      await expect(figure(page, 'Total Orders')).toBeVisible();
    });
  }
});
