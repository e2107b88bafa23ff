import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#shared/caller.ts';
import { CHANGE_SETS_HEADER } from '#shared/change-sets.ts';
import { openTestShop, type TestShop } from './test-shop.ts';

// The history through the operations of all domains.

let shop: TestShop;
let owner: pg.Client;
let api: ReturnType<TestShop['apiAs']>;

beforeAll(async () => {
  shop = await openTestShop();
  owner = shop.owner;
  api = shop.apiAs('super_admin');
});
afterAll(() => shop.close());

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
  const end = shop.changes.subscribe(({ table, op }) => received.push(`${op} ${table}`));
  expect(await api.history.undoChangeSet({ id: set.id })).toMatchObject({ rows: 3, left: 0 });
  await shop.changes.waitForInvalidation();
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
  await api.users.setRole({ id: shop.userIds.admin, role: 'user', shown: 'admin' });
  expect(await newest()).toMatchObject({ summary: 'Changed the role of admin to User', kinds: ['user'] });
  await api.history.undoChangeSet({ id: (await newest()).id });
});

test('HIST-05 the undo after a retried creation takes the thing back, with or without a correction', async () => {
  const id = randomUUID();
  const attempt = async (name: string) => {
    const responseHeaders = new Headers();
    const category = { name: 'Men' };
    await shop
      .apiAs('super_admin', responseHeaders)
      .catalog.createProduct({ id, name, description: 'D', price: 100, category, featured: false });
    return responseHeaders.get(CHANGE_SETS_HEADER);
  };
  const sets = [await attempt('Agbda'), await attempt('Agbda'), await attempt('Agbada')];
  expect(sets).toEqual([id, id, id]);
  expect(await newest()).toMatchObject({ id, rowCount: 2 });
  expect(await api.history.undoChangeSet({ id })).toMatchObject({ left: 0 });
  expect((await owner.query('select from products where id = $1', [id])).rowCount).toBe(0);
  // After the undo the id begins a set of its own.
  expect(await attempt('Agbada')).not.toBe(id);
  await api.catalog.deleteProduct({ id });
});

test('HIST-02 ADM-PROMO-12 deleting a promotion of thousands of products is one set, and an undo returns them all', async () => {
  const { id } = await api.promotions.createPromotion({
    name: 'Eid',
    description: '',
    tagLine: '',
    code: 'EID',
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    promotionType: 'percentage',
    promotionValue: 10,
  });
  await owner.query(
    `insert into products (id, name, description, price, promotion_id) select gen_random_uuid(), 'Cap ' || n, '', 500, $1 from generate_series(1, 2500) n`,
    [id],
  );
  // What the insertion announces comes before that.
  await shop.changes.waitForInvalidation();
  const responseHeaders = new Headers();
  const received: string[] = [];
  const end = shop.changes.subscribe(({ table, op }) => received.push(`${op} ${table}`));
  await shop.apiAs('super_admin', responseHeaders).promotions.deletePromotion({ id });
  await shop.changes.waitForInvalidation();
  end();
  expect([...new Set(received)].sort()).toEqual(['delete promotions', 'update products']);
  const set = await newest();
  expect(set).toMatchObject({ summary: 'Deleted Eid', rowCount: 2_501 });
  expect(responseHeaders.get(CHANGE_SETS_HEADER)).toBe(set.id);
  expect(await api.history.undoChangeSet({ id: set.id })).toMatchObject({ rows: 2_501, left: 0 });
  const { rows } = await owner.query('select count(*)::int as n from products where promotion_id = $1', [id]);
  expect(rows).toEqual([{ n: 2_500 }]);
});

test('HIST-05 an operation of the staff answers the sets that it made, also of two at the same time', async () => {
  const setsOf = async (role: Role, work: (api: ReturnType<TestShop['apiAs']>) => Promise<unknown>) => {
    const responseHeaders = new Headers();
    await work(shop.apiAs(role, responseHeaders));
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
    [order, shop.userIds.user],
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
    [id, shop.userIds.user],
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
  // DESK-06: also the events of an undo have the id of their item.
  expect(order.events.slice(0, 4).map(({ detail }) => detail.itemId)).toEqual([first, second, second, first]);
  // The undone restoration: the item is removed again.
  await api.history.undoChangeSet({ id: undoneBy! });
  expect((await api.orders.getForAdmin({ id })).items.map((item) => item.productName)).toEqual(['Kaftan']);
  const cells = await api.history.getChangeSet({ id: removal.id });
  expect(cells.items).toMatchObject([
    { kind: 'order', thing: '1234', table: 'order_items', operation: 'delete' },
  ]);
});
