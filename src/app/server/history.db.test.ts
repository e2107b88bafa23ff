import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { catalogRouter } from '#domains/catalog/server/router.ts';
import { historyRouter } from '#domains/history/server/router.ts';
import { rewriteLinks } from '#domains/orders/server/rewrite-links.ts';
import { ordersRouter } from '#domains/orders/server/router.ts';
import { promotionsRouter } from '#domains/promotions/server/router.ts';
import { usersRouter } from '#domains/users/server/router.ts';
import { type Changes, createChanges } from '#platform/changes/changes.ts';
import { clockIn } from '#platform/clock.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { createLog } from '#platform/log.ts';
import { connectOwner, createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import type { Role } from '#shared/caller.ts';
import { CHANGE_SETS_HEADER } from '#shared/change-sets.ts';

// The history through the operations of all domains.

let base: TestDatabase;
let database: Database;
let owner: pg.Client;
let changes: Changes;
let dir: string;
let api: ReturnType<typeof apiAs>;
const userIds = { user: randomUUID(), admin: randomUUID(), super_admin: randomUUID() };

function apiAs(role: Role, responseHeaders = new Headers()) {
  const clock = clockIn('Africa/Lagos');
  const log = createLog('silent');
  const shop = {
    name: 'A',
    publicUrl: 'http://shop.test',
    whatsapp: '2348012345678',
    currency: 'NGN',
    ordersEmail: 'o@shop.test',
    checkCodeOf: () => '7KQ4M2XZ',
    timeZone: 'Africa/Lagos',
  };
  const deps = { database, clock, log, storage: localStorage(dir), limits: createLimits(database.web), shop };
  const router = {
    catalog: catalogRouter({ ...deps, secureCookies: false }),
    history: historyRouter({ ...deps, rewriteLinks: (tx, ids) => rewriteLinks(deps, tx, ids) }),
    orders: ordersRouter(deps),
    promotions: promotionsRouter(deps),
    users: usersRouter(deps),
  };
  return createRouterClient(router, {
    context: {
      requestId: 'test',
      ipAddress: '192.0.2.1',
      headers: new Headers(),
      responseHeaders,
      log,
      findCaller: async () => ({ userId: userIds[role], role }),
    },
  });
}

beforeAll(async () => {
  base = await createTestDatabase();
  // The timeline of an order reads its emails.
  await installJobs(base.url);
  database = await openDatabase(base);
  owner = await connectOwner(base.url);
  dir = await mkdtemp(join(tmpdir(), 'aso-history-'));
  for (const [role, id] of Object.entries(userIds))
    await owner.query('insert into profiles (id, email, first_name, role) values ($1, $2, $3, $4)', [
      id,
      `${role}@shop.test`,
      role,
      role,
    ]);
  changes = createChanges({ url: base.url, log: createLog('silent') });
  await changes.ready;
  api = apiAs('super_admin');
});
afterAll(async () => {
  await changes.close();
  await owner.end();
  await database.close();
  await base.drop();
  await rm(dir, { recursive: true, force: true });
});

const newest = async () => (await api.history.listChangeSets({})).items[0]!;

test('HIST-02 an import is one set with the name of its file, and an undo takes it back', async () => {
  const row = { description: 'D', price: 100, category: 'Gele', featured: false };
  await api.catalog.importProducts({
    idempotencyKey: randomUUID(),
    file: 'fashion.csv',
    rows: [
      { ...row, name: 'One' },
      { ...row, name: 'Two' },
    ],
  });
  const set = await newest();
  expect(set).toMatchObject({
    summary: 'Imported 2 products from fashion.csv',
    actorName: 'super_admin',
    kinds: ['category', 'product'],
    rowCount: 3,
  });
  const received: string[] = [];
  const end = changes.subscribe(({ table, op }) => received.push(`${op} ${table}`));
  expect(await api.history.undoChangeSet({ id: set.id })).toMatchObject({ rows: 3, left: 0 });
  await changes.waitForInvalidation();
  end();
  // Page cache and live events follow an undo as any write.
  expect(received.sort()).toEqual(['delete categories', 'delete products']);
  expect((await api.catalog.listForAdmin({ page: 1 })).total).toBe(0);
});

test('a summary for each form of change', async () => {
  const made = await api.catalog.createProduct({
    name: 'Agbada',
    description: 'D',
    price: 100,
    category: { name: 'Men' },
    featured: false,
  });
  expect(await newest()).toMatchObject({ summary: 'Added Agbada' });
  await api.catalog.setFeatured({ id: made.id, featured: true, shown: false });
  expect(await newest()).toMatchObject({ summary: 'Featured Agbada' });
  const promotion = await api.promotions.createPromotion({
    name: 'Harmattan',
    description: '',
    tagLine: '',
    code: 'HARMATTAN',
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    promotionType: 'percentage',
    promotionValue: 10,
  });
  await api.catalog.assignProducts({ promotionId: promotion.id, join: [made.id], leave: [] });
  expect(await newest()).toMatchObject({ summary: 'Changed the promotion of Agbada' });
  await api.promotions.deletePromotion({ id: promotion.id });
  expect(await newest()).toMatchObject({ summary: 'Deleted Harmattan', kinds: ['product', 'promotion'] });
  // Its own history has the product that joined it.
  const { items } = await api.history.listChangeSets({ thing: promotion.id });
  expect(items.map(({ summary }) => summary)).toEqual([
    'Deleted Harmattan',
    'Changed the promotion of Agbada',
    'Added Harmattan',
  ]);
  expect(await api.history.undoChangeSet({ id: items[0]!.id })).toMatchObject({ rows: 2, left: 0 });
  const { rows } = await owner.query('select promotion_id from products where id = $1', [made.id]);
  expect(rows).toEqual([{ promotion_id: promotion.id }]);
  await api.users.setRole({ id: userIds.admin, role: 'user', shown: 'admin' });
  expect(await newest()).toMatchObject({ summary: 'Changed the role of admin to User', kinds: ['user'] });
  await api.history.undoChangeSet({ id: (await newest()).id });
});

test('HIST-05 an operation of the staff answers the sets that it made, also of two at the same time', async () => {
  const setsOf = async (role: Role, work: (api: ReturnType<typeof apiAs>) => Promise<unknown>) => {
    const responseHeaders = new Headers();
    await work(apiAs(role, responseHeaders));
    return responseHeaders.get(CHANGE_SETS_HEADER)?.split(',') ?? [];
  };
  const category = (name: string) => ({ name, description: '', parentId: null, isActive: true });
  const made = await Promise.all(
    ['Aso oke', 'Adire', 'Ankara'].map((name) =>
      setsOf('admin', (as) => as.catalog.createCategory(category(name))),
    ),
  );
  const summaries = made.map(async ([id]) => (await api.history.getChangeSet({ id: id! })).set.summary);
  expect(await Promise.all(summaries)).toEqual(['Added Aso oke', 'Added Adire', 'Added Ankara']);
  // What changes nothing makes none: a read, a refusal, a save of the same values.
  expect(await setsOf('admin', (as) => as.catalog.listAllCategories())).toEqual([]);
  expect(await setsOf('admin', (as) => as.catalog.createCategory(category('Adire')).catch(() => {}))).toEqual(
    [],
  );
  const { categories } = await api.catalog.listAllCategories();
  const { id, isActive } = categories.find(({ name }) => name === 'Adire')!;
  expect(
    await setsOf('admin', (as) => as.catalog.setCategoryActive({ id, isActive, shown: isActive })),
  ).toEqual([]);
  // An undo is one too: its own toast undoes it.
  const [undone] = await setsOf('admin', (as) => as.history.undoChangeSet({ id: made[0]![0]! }));
  expect((await api.history.getChangeSet({ id: undone! })).set.summary).toBe('Undid: Added Aso oke');
  // A customer's own change is neither recorded nor answered.
  const [order, item] = [randomUUID(), randomUUID()];
  await owner.query(
    `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
     values ($1, '4321', $2, 'Amara', 'a@b.c', $1, 'x')`,
    [order, userIds.user],
  );
  await owner.query(
    `insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image)
     values ($1, $2, 0, $1, 'Kaftan', 10, 10, '/x')`,
    [item, order],
  );
  expect(await setsOf('user', (as) => as.orders.updateNote({ id: item, note: 'Blue' }))).toEqual([]);
});

test('HIST-10 the status, a note and an item of an order return, with events and the chat link; what was sent stays', async () => {
  const [id, first, second] = [randomUUID(), randomUUID(), randomUUID()];
  await owner.query(
    `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
     values ($1, '1234', $2, 'Amara', 'a@b.c', $1, 'x')`,
    [id, userIds.user],
  );
  await owner.query(
    `insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image)
     values ($2, $1, 0, $2, 'Kaftan', 10, 10, '/x'), ($3, $1, 1, $3, 'Agbada', 20, 20, '/x')`,
    [id, first, second],
  );
  const link = async () => decodeURIComponent((await api.orders.getForAdmin({ id })).whatsappLink ?? '');
  await api.orders.updateNote({ id: first, note: 'Blue, please' });
  const note = await newest();
  expect(note).toMatchObject({ summary: 'Changed a note of order 1234' });
  await api.orders.deleteItem({ id: second });
  const removal = await newest();
  expect(await link()).not.toContain('Agbada');
  await api.history.undoChangeSet({ id: removal.id });
  expect(await link()).toContain('Agbada');
  await api.history.undoChangeSet({ id: note.id });
  expect(await link()).not.toContain('Blue');
  await api.orders.setStatus({ id, status: 'completed' });
  const status = await newest();
  expect(status).toMatchObject({ summary: 'Set order 1234 to Completed' });
  // An order that is no longer pending gets no item back: the removal is undone, redone and undone again.
  const { undoneBy } = (await api.history.getChangeSet({ id: removal.id })).set;
  expect((await api.history.undoChangeSet({ id: undoneBy! })).findings).toMatchObject([
    { reason: 'not_allowed', text: 'The items of order 1234 change only while it is pending.' },
  ]);
  await api.history.undoChangeSet({ id: status.id });
  const order = await api.orders.getForAdmin({ id });
  expect(order.status).toBe('pending');
  expect(order.events.map(({ kind }) => kind)).toEqual([
    'note',
    'item_removed',
    'item_restored',
    'note',
    'status',
    'status',
  ]);
  expect(order.events.at(-1)!.detail).toEqual({ before: 'completed', after: 'pending' });
  // The undone restoration: the item is removed again.
  await api.history.undoChangeSet({ id: undoneBy! });
  expect((await api.orders.getForAdmin({ id })).items.map((item) => item.productName)).toEqual(['Kaftan']);
  const cells = await api.history.getChangeSet({ id: removal.id });
  expect(cells.items).toMatchObject([
    { kind: 'order', thing: '1234', table: 'order_items', operation: 'delete' },
  ]);
});
