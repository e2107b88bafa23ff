import type { Target } from './load.ts';
import { call } from './requests.ts';
import { type Server, withClient } from './stage.ts';

/** Test data of one shop for building the requests. */
export interface AdminStock {
  cookie: string;
  /** Slug of a category that contains products itself. */
  category: string;
  promotionId: string;
  orderNumber: string;
  productName: string;
  customerName: string;
  lastPage: number;
}

/** Returns one or more requests, which are sent in turn. */
export type BuildTargets = (stock: AdminStock) => Target[];

interface AdminCase {
  name: string;
  ask: BuildTargets;
  /**
   * Reported without a budget: there are a hundred times as many hits to count (up to 10,000) or rows to skip, so the
   * time must grow.
   */
  isNoted?: true;
}

const SORTS = ['newest', 'name-asc', 'name-desc', 'price-asc', 'price-desc'];
const STATUSES = ['pending', 'processing', 'completed', 'cancelled'];

export const adminCases: readonly AdminCase[] = [
  {
    name: 'one of the dashboard’s four calls',
    ask: () =>
      ['orders/totals', 'catalog/productTotals', 'users/totals', 'contact/unreadTotal'].map((operation) =>
        call(operation, {}),
      ),
  },
  { name: 'orders', ask: () => [1, 2, 3].map((page) => call('orders/listAll', { page })) },
  {
    name: 'orders of one status',
    ask: () => STATUSES.map((status) => call('orders/listAll', { status })),
  },
  {
    name: 'orders whose chat was not opened',
    ask: () => [false, true].map((opened) => call('orders/listAll', { opened })),
  },
  {
    name: 'the last page of orders',
    ask: ({ lastPage }) => [call('orders/listAll', { page: lastPage })],
  },
  {
    name: 'orders of one status whose chat was not opened',
    ask: () => STATUSES.map((status) => call('orders/listAll', { status, opened: false })),
    isNoted: true,
  },
  {
    name: 'a search for an order’s number',
    ask: ({ orderNumber }) => [call('orders/listAll', { search: orderNumber })],
  },
  {
    name: 'a search for a customer’s orders',
    ask: ({ customerName }) => [call('orders/listAll', { search: customerName })],
    isNoted: true,
  },
  {
    name: 'products, in every sort order',
    ask: () => SORTS.map((sort) => call('catalog/listForAdmin', { sort })),
  },
  {
    name: 'the last page of products',
    ask: ({ lastPage }) => SORTS.map((sort) => call('catalog/listForAdmin', { sort, page: lastPage })),
  },
  {
    name: 'products of a category',
    ask: ({ category }) => SORTS.map((sort) => call('catalog/listForAdmin', { category, sort })),
  },
  {
    name: 'products without a category',
    ask: () => [call('catalog/listForAdmin', { category: 'none' })],
  },
  {
    name: 'a search for products',
    ask: ({ productName }) => [call('catalog/listForAdmin', { search: productName })],
    isNoted: true,
  },
  { name: 'categories', ask: () => [call('catalog/listAllCategories', {})] },
  { name: 'promotions', ask: () => [call('promotions/listForAdmin', {})] },
  {
    name: 'products that can be assigned to a promotion',
    ask: ({ promotionId }) => [call('catalog/listAssignable', { promotionId })],
  },
  {
    name: 'products in a promotion',
    ask: ({ promotionId }) => [call('catalog/listInPromotion', { promotionId })],
  },
  { name: 'slides', ask: () => [call('content/listSlides', {})] },
  { name: 'users', ask: () => [1, 2, 3].map((page) => call('users/listUsers', { page })) },
  { name: 'users of one role', ask: () => [call('users/listUsers', { role: 'user' })] },
  { name: 'the last page of users', ask: ({ lastPage }) => [call('users/listUsers', { page: lastPage })] },
  {
    name: 'a search for users',
    ask: ({ customerName }) => [call('users/listUsers', { search: customerName })],
    isNoted: true,
  },
  { name: 'messages', ask: () => [1, 2, 3].map((page) => call('contact/listMessages', { page })) },
  { name: 'unread messages', ask: () => [call('contact/listMessages', { unread: true })] },
  {
    name: 'the last page of messages',
    ask: ({ lastPage }) => [call('contact/listMessages', { page: lastPage })],
  },
];

/** Inserts as many messages as there are orders, one in five unread, and collects the test data. */
export async function stockOfAdmin(server: Server, cookie: string, rows: number): Promise<AdminStock> {
  return withClient(server.databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO contact_submissions (id, name, email, subject, message, read_at, created_at)
       SELECT gen_random_uuid(), 'Ngozi Bello', 'ngozi@measured.example', 'Do you make caps?', 'In blue, for a wedding.',
         CASE WHEN n % 5 > 0 THEN now() END, now() - n * interval '1 minute'
       FROM generate_series(1, $1 - (SELECT count(*) FROM contact_submissions)) n`,
      [rows],
    );
    await client.query('SELECT fold_counters()');
    await client.query('VACUUM ANALYZE contact_submissions');
    const { rows: found } = await client.query<Omit<AdminStock, 'cookie' | 'lastPage'>>(
      `SELECT (SELECT c.slug FROM categories c JOIN products p ON p.category_id = c.id ORDER BY c.slug LIMIT 1) AS category,
         (SELECT id FROM promotions ORDER BY code LIMIT 1) AS "promotionId",
         (SELECT order_number FROM orders ORDER BY id LIMIT 1) AS "orderNumber",
         (SELECT name FROM products ORDER BY id LIMIT 1) AS "productName",
         (SELECT first_name || ' ' || last_name FROM profiles WHERE role = 'user' ORDER BY id LIMIT 1) AS "customerName"`,
    );
    return { ...found[0]!, cookie, lastPage: Math.floor(rows / 10) };
  });
}
