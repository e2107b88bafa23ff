import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { generate } from '../../../bench/seed/generate.ts';
import { openTestShop, type TestShop } from './test-shop.ts';

// How often each operation goes to the database, as docs/round-trips.txt: one more is seen in review. Update:
// npx vitest run -u --project db src/app/server/round-trips.db.test.ts

// Before the first connection, which keeps the function.
const query = vi.spyOn(pg.Client.prototype, 'query');
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await generate({ databaseUrl: shop.url, products: 200, users: 5, orders: 30 });
}, 60_000);
afterAll(async () => {
  query.mockRestore();
  await shop.close();
});

/** 'begin', 'caller', 'select', 'update' …: what a statement does. */
const kindOf = (statement: string): string =>
  /set_caller/.test(statement) ? 'caller' : (/\w+/.exec(statement)?.[0].toLowerCase() ?? '');

/** What the statements do that `work` sends, in order. */
async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  query.mockClear();
  await work();
  const { calls, contexts } = query.mock as unknown as Sent;
  // The connection that listens probes itself from time to time.
  return calls.flatMap(([first], at) =>
    contexts[at]?.connectionParameters.application_name === LISTENER
      ? []
      : kindOf(typeof first === 'string' ? first : first.text),
  );
}

interface Sent {
  calls: [string | { text: string }][];
  contexts: { connectionParameters: { application_name?: string } }[];
}

const LISTENER = 'aso-house changes';

test('the round trips of each operation are those of docs/round-trips.txt', async () => {
  const visitor = shop.apiAs(null);
  const customer = shop.apiAs('user');
  const admin = shop.apiAs('admin');
  const owner = shop.apiAs('super_admin');
  const { items } = await visitor.catalog.listProducts({ sort: 'newest' });
  const categories = await visitor.catalog.listCategories();
  const { slug, id: categoryId } = categories.find(({ parentId }) => parentId)!;
  const [first, second] = items.filter(({ promotion }) => !promotion) as [
    (typeof items)[0],
    (typeof items)[0],
  ];
  const ordered = [first, second].map(({ id, price }) => ({ productId: id, shownPrice: price }));
  const order = await customer.orders.submit({ idempotencyKey: randomUUID(), lines: ordered });
  await admin.catalog.setFeatured({ id: first.id, featured: !first.featured, shown: first.featured });
  const edited = await admin.catalog.getForAdmin({ id: first.id });
  const sets = await admin.history.listChangeSets({});
  const calls: [name: string, call: () => Promise<unknown>][] = [
    ['catalog.listProducts', () => visitor.catalog.listProducts({ sort: 'price-low' })],
    ['catalog.listProducts, of a category', () => visitor.catalog.listProducts({ category: slug })],
    ['catalog.listProducts, a search', () => visitor.catalog.listProducts({ search: 'cotton' })],
    ['catalog.suggest', () => visitor.catalog.suggest({ search: 'lace' })],
    ['catalog.getProduct', () => visitor.catalog.getProduct({ id: first.id })],
    ['catalog.relatedProducts', () => visitor.catalog.relatedProducts({ id: first.id })],
    ['catalog.getProducts', () => visitor.catalog.getProducts({ ids: [first.id, second.id] })],
    ['catalog.listCategories', () => visitor.catalog.listCategories()],
    ['catalog.categoryMenu', () => visitor.catalog.categoryMenu()],
    ['content.listActiveSlides', () => visitor.content.listActiveSlides()],
    ['promotions.listActive', () => visitor.promotions.listActive()],
    [
      'orders.submit, two products',
      () => customer.orders.submit({ idempotencyKey: randomUUID(), lines: ordered }),
    ],
    ['orders.listMine', () => customer.orders.listMine({})],
    ['orders.get', () => customer.orders.get({ id: order.id })],
    ['orders.markOpened', () => customer.orders.markOpened({ id: order.id })],
    ['orders.updateNote', () => customer.orders.updateNote({ id: order.items[0]!.id, note: 'Blue, please' })],
    ['orders.listAll', () => admin.orders.listAll({})],
    ['orders.getForAdmin', () => admin.orders.getForAdmin({ id: order.id })],
    ['orders.setStatus', () => admin.orders.setStatus({ id: order.id, status: 'processing' })],
    ['orders.sales', () => admin.orders.sales()],
    ['catalog.listForAdmin', () => admin.catalog.listForAdmin({})],
    ['catalog.listForAdmin, a search', () => admin.catalog.listForAdmin({ search: 'cotton' })],
    ['catalog.getForAdmin', () => admin.catalog.getForAdmin({ id: first.id })],
    [
      'catalog.updateProduct',
      () => admin.catalog.updateProduct({ ...edited, price: 1234, category: { id: categoryId } }),
    ],
    [
      'catalog.setFeatured',
      () => admin.catalog.setFeatured({ id: second.id, featured: true, shown: second.featured }),
    ],
    ['history.listChangeSets', () => admin.history.listChangeSets({})],
    ['history.getChangeSet', () => admin.history.getChangeSet({ id: sets.items[0]!.id })],
    ['users.listUsers', () => owner.users.listUsers({})],
  ];
  const lines = [`${'operation'.padEnd(40)}first again  statements`];
  for (const [name, call] of calls) {
    const first = await sentBy(call);
    const isRead = !first.some((kind) => kind === 'insert' || kind === 'update');
    // Once more with what the first time left in memory.
    const again = isRead ? await sentBy(call) : first;
    lines.push(
      `${name.padEnd(40)}${String(first.length).padStart(5)} ${isRead ? String(again.length).padStart(5) : '     '}  ${again.join(', ')}`.trimEnd(),
    );
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../../docs/round-trips.txt');
});
