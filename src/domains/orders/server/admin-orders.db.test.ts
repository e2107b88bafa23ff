import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from '../order.ts';
import { createFixture, type Fixture, type TestUser } from './test-orders.ts';

let fixture: Fixture;
let amara: TestUser;
let bola: TestUser;
let admin: TestUser;
let owner: TestUser;
beforeAll(async () => {
  fixture = await createFixture();
  amara = await fixture.addUser({ firstName: 'Amara', lastName: 'Eze', phone: '+2348031234567' });
  bola = await fixture.addUser({ firstName: 'Bọ́lá', lastName: 'Adé-Ojo' });
  admin = await fixture.addUser({ firstName: 'Ngozi', lastName: 'Admin', role: 'admin' });
  owner = await fixture.addUser({ firstName: 'Uche', lastName: 'Owner', role: 'super_admin' });
});
afterAll(() => fixture?.close());
beforeEach(() => fixture.clear());

const message = (link: string | null) => new URL(link ?? '').searchParams.get('text');
const statusEvents = () =>
  fixture.rows(
    "select detail, actor_id, actor_name from order_events where kind = 'status' order by created_at, id",
  );
const refused = (action: string) => ({
  code: 'NO_PERMISSION',
  status: 403,
  message: `You do not have permission to ${action}`,
});

async function orderOfTwo(user: TestUser) {
  const products = [
    await fixture.addProduct({ name: 'Agbada', price: '30.00', image: '/uploads/product-images/a.jpg' }),
    await fixture.addProduct({ name: 'Fila', price: '12.50' }),
  ];
  return fixture.as(user).submit({
    idempotencyKey: randomUUID(),
    lines: products.map((productId, at) => ({
      productId,
      shownPrice: at === 0 ? 30 : 12.5,
      note: `wish ${at}`,
    })),
  });
}

test('ERR-20 CALLS-26 without a session, each admin operation answers that it requires sign-in', async () => {
  const visitor = fixture.as(null);
  const id = randomUUID();
  const refusalOf = (action: string) => ({
    code: 'SIGN_IN_REQUIRED',
    status: 401,
    message: `User must be authenticated to ${action}`,
  });
  await expect(visitor.listAll({})).rejects.toMatchObject(refusalOf('fetch all orders'));
  await expect(visitor.getForAdmin({ id })).rejects.toMatchObject(refusalOf('fetch all orders'));
  await expect(visitor.totals()).rejects.toMatchObject(refusalOf('fetch all orders'));
  await expect(visitor.setStatus({ id, status: 'pending' })).rejects.toMatchObject(
    refusalOf('update status'),
  );
  await expect(visitor.deleteItem({ id })).rejects.toMatchObject(refusalOf('remove order items'));
});

test('ERR-21 PERM-07 PERM-08 a customer is refused, for their own order as for another’s', async () => {
  for (const user of [amara, bola]) {
    const order = await orderOfTwo(user);
    const customer = fixture.as(amara);
    await expect(customer.listAll({})).rejects.toMatchObject(refused('view all orders'));
    await expect(customer.getForAdmin({ id: order.id })).rejects.toMatchObject(refused('view all orders'));
    await expect(customer.totals()).rejects.toMatchObject(refused('view all orders'));
    await expect(customer.setStatus({ id: order.id, status: 'completed' })).rejects.toMatchObject(
      refused('update order status'),
    );
    await expect(customer.deleteItem({ id: order.items[0]!.id })).rejects.toMatchObject(
      refused('remove order items'),
    );
    const [{ status }] = await fixture.rows('select status from orders where id = $1', [order.id]);
    expect(status).toBe('pending');
  }
  expect(await fixture.rows('select 1 from order_items')).toHaveLength(4);
});

test('PERM-07 the database returns no other user’s orders to a caller without the admin role', async () => {
  await orderOfTwo(amara);
  const foundBy = (user: TestUser | null) =>
    fixture.database.asCaller(user && { userId: user.id, role: 'admin' }, async (tx) => {
      const { rows } = await tx.execute('select find_orders(null, null, null, null, null, null, 10, 0)');
      return rows.length;
    });
  expect(await foundBy(amara)).toBe(0);
  expect(await foundBy(null)).toBe(0);
  expect(await foundBy(admin)).toBe(1);
});

test('PERM-07 CALLS-25 OPEN-67 an admin and a super admin list all orders, newest first', async () => {
  const first = await orderOfTwo(amara);
  const second = await fixture.orderOf(bola);
  for (const user of [admin, owner]) {
    const page = await fixture.as(user).listAll({});
    expect(page).toMatchObject({ total: 2, capped: false, page: 1, pageCount: 1 });
    expect(page.items).toEqual([
      {
        id: second.id,
        orderNumber: second.orderNumber,
        status: 'pending',
        createdAt: second.createdAt,
        openedAt: null,
        confirmedAt: null,
        dueDay: null,
        customerName: 'Bọ́lá Adé-Ojo',
        itemCount: 1,
        total: 10,
        images: ['/uploads/placeholder.jpg'],
      },
      expect.objectContaining({
        id: first.id,
        customerName: 'Amara Eze',
        itemCount: 2,
        total: 42.5,
        images: ['/uploads/product-images/a.jpg', '/uploads/placeholder.jpg'],
      }),
    ]);
  }
});

test('OPEN-66 CONST-04 ten orders a page; a page past the end becomes the last', async () => {
  const made = [];
  for (let n = 0; n < 11; n++) made.push((await fixture.orderOf(amara)).id);
  made.reverse();
  for (const [page, search] of [
    [1, undefined],
    [2, undefined],
    [99, undefined],
    [1, 'amara'],
    [2, 'amara'],
    [99, 'amara'],
  ] as const) {
    const got = await fixture.as(admin).listAll({ page, search });
    const shown = Math.min(page, 2);
    expect(got).toMatchObject({ total: 11, page: shown, pageCount: 2 });
    expect(got.items.map(({ id }) => id)).toEqual(made.slice((shown - 1) * 10, shown * 10));
  }
});

test('ADM-ORD-03 search by order number, id, URL, and the customer’s name, email and phone number', async () => {
  const hers = await orderOfTwo(amara);
  const his = await fixture.orderOf(bola);
  await fixture.rows("update orders set order_number = '0042' where id = $1", [hers.id]);
  await fixture.rows("update orders set order_number = '4201' where id = $1", [his.id]);
  const found = async (search: string, filter = {}) =>
    (await fixture.as(admin).listAll({ search, ...filter })).items.map(({ id }) => id);
  for (const search of [
    '0042',
    '#0042',
    '00',
    hers.id,
    hers.id.toUpperCase(),
    hers.id.slice(0, -1),
    `https://shop.example/orders/${hers.id}`,
    'amara',
    'EZE AMARA',
    '0803 123 4567',
    '+234803',
    amara.email,
    '  amara   0042 ',
  ]) {
    expect(await found(search), search).toEqual([hers.id]);
  }
  for (const search of ['4201', 'bola ade', 'Adé-Ojo', 'ọjọ', 'bo']) {
    expect(await found(search), search).toEqual([his.id]);
  }
  expect(await found('')).toEqual([his.id, hers.id]);
  expect(await found('42')).toEqual([his.id]);
  for (const search of ['nobody', '%', '_', 'amara bola', '9999', "o'hara", '\\']) {
    expect(await found(search), search).toEqual([]);
  }
  expect(await found('amara', { status: 'pending' })).toEqual([hers.id]);
  expect(await found('amara', { status: 'completed' })).toEqual([]);
  expect(await found('amara', { opened: true })).toEqual([]);
});

test('SEARCH-07 orders are found by their items in other spellings: one word or two, a hyphen, the plural', async () => {
  const orderOf = async (name: string) => {
    const productId = await fixture.addProduct({ name, price: '30.00' });
    const { id } = await fixture.as(amara).submit({
      idempotencyKey: randomUUID(),
      lines: [{ productId, shownPrice: 30, note: '' }],
    });
    return id;
  };
  const apart = await orderOf('Aṣọ-Òkè Agbada');
  const joined = await orderOf('Asooke cap, cream');
  const other = await orderOf('Cape of Asaba');
  const found = async (search: string) =>
    (await fixture.as(admin).listAll({ search })).items.map(({ id }) => id);
  for (const search of ['asooke', 'ASO OKE', 'aso-oke', 'Aṣọ-òkè', 'aso‑oke']) {
    expect(await found(search), search).toEqual([joined, apart]);
  }
  expect(await found('asooke agbadas')).toEqual([apart]);
  expect(await found('asooke amara')).toEqual([joined, apart]);
  // Other forms are whole words: 'caps' is no cape.
  expect(await found('caps')).toEqual([joined]);
  expect(await found('cap')).toEqual([other, joined]);
  for (const search of ['asooke bola', 'aso-okra', '%asooke', 'aso_oke']) {
    expect(await found(search), search).toEqual([]);
  }
  // The whole selection is what the list shows.
  const filter = { search: 'asooke' };
  expect(
    await fixture.as(admin).setStatuses({ selection: { filter, except: [] }, status: 'processing' }),
  ).toEqual({ changed: 2 });
  // A customer finds no orders so, whatever the spelling.
  await expect(fixture.as(amara).listAll(filter)).rejects.toMatchObject(refused('view all orders'));
});

test('SEARCH-07 orders are found by the name of their customer in one word or two', async () => {
  const orderOf = async (name: string, items: string) => {
    const { id } = await fixture.orderOf(amara);
    await fixture.rows('update orders set customer_name = $2, product_names = $3 where id = $1', [
      id,
      name,
      items,
    ]);
    return id;
  };
  const grace = await orderOf('Adéọlá-Grace Ọbi', ' kente stole');
  const brien = await orderOf('Sade O Brien', ' kente stole');
  const found = async (search: string) =>
    (await fixture.as(admin).listAll({ search })).items.map(({ id }) => id);
  for (const search of ['adeolagrace', 'adeolagrace obi', 'ADÉOLÁGR', 'Adeola-Grace kente'])
    expect(await found(search), search).toEqual([grace]);
  for (const search of ['obrien', "O'Brien", 'obrien sade'])
    expect(await found(search), search).toEqual([brien]);
  // The end of one word and the beginning of the next are no name; all words must match.
  for (const search of ['olagrace', 'eobi', 'adeolagrace sade', 'obrien@mail.example'])
    expect(await found(search), search).toEqual([]);
  const joined = await orderOf('Obrien', ' kente stole');
  expect(await found('obrien')).toEqual([joined, brien]);
  expect(await found('o brien')).toEqual([joined, brien]);
  const selection = { filter: { search: 'adeolagrace' }, except: [] };
  expect(await fixture.as(admin).setStatuses({ selection, status: 'completed' })).toEqual({ changed: 1 });
});

test('ADM-ORD-04 filters by status and opened, each with its cached total', async () => {
  const byStatus = new Map<OrderStatus, string[]>();
  for (const status of ORDER_STATUSES) {
    const ids: string[] = [];
    for (const opened of [true, false]) {
      const { id } = await fixture.orderOf(amara);
      if (opened) await fixture.as(amara).markOpened({ id });
      await fixture.as(admin).setStatus({ id, status });
      ids.push(id);
    }
    byStatus.set(status, ids);
  }
  const list = (filter: { status?: OrderStatus; opened?: boolean }) => fixture.as(admin).listAll(filter);
  for (const [status, [opened, unopened]] of byStatus) {
    expect(await list({ status })).toMatchObject({ total: 2, items: [{ id: unopened }, { id: opened }] });
    expect(await list({ status, opened: true })).toMatchObject({ total: 1, items: [{ id: opened }] });
    expect(await list({ status, opened: false })).toMatchObject({ total: 1, items: [{ id: unopened }] });
  }
  expect(await list({ opened: true })).toMatchObject({ total: 4 });
  expect((await list({ opened: false })).items.map(({ openedAt }) => openedAt)).toEqual(Array(4).fill(null));
  expect(await fixture.as(admin).totals()).toEqual({
    total: 8,
    pending: 2,
    processing: 2,
    completed: 2,
    cancelled: 2,
    late: 0,
    // The clock of the fixture is days behind that of the database.
    queues: { unopened: 0, unconfirmed: 1 },
    unopened: 4,
    unopenedOf: { pending: 1, processing: 1, completed: 1, cancelled: 1 },
  });
});

test('RULES-29 PERM-08 all 12 status changes are possible, each recorded with user, time and values', async () => {
  const { id } = await fixture.orderOf(amara);
  const changes = ORDER_STATUSES.flatMap((before) =>
    ORDER_STATUSES.filter((after) => after !== before).map((after) => ({ before, after })),
  );
  expect(changes).toHaveLength(12);
  for (const [at, { before, after }] of changes.entries()) {
    await fixture.rows('update orders set status = $2 where id = $1', [id, before]);
    const user = at % 2 === 0 ? admin : owner;
    expect(await fixture.as(user).setStatus({ id, status: after, shown: before })).toEqual({
      id,
      status: after,
      before,
      overtaken: null,
    });
    expect((await fixture.as(amara).get({ id })).status).toBe(after);
  }
  expect(await statusEvents()).toEqual(
    changes.map((detail, at) => ({
      detail,
      actor_id: (at % 2 === 0 ? admin : owner).id,
      actor_name: at % 2 === 0 ? 'Ngozi Admin' : 'Uche Owner',
    })),
  );
});

test('RULES-28 CONST-12 an order starts as pending; an unknown status is refused', async () => {
  const { id, status } = await fixture.orderOf(amara);
  expect(status).toBe('pending');
  await expect(fixture.as(admin).setStatus({ id, status: 'shipped' as OrderStatus })).rejects.toMatchObject({
    code: 'BAD_INPUT',
  });
  await expect(fixture.as(admin).setStatus({ id: randomUUID(), status: 'pending' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await statusEvents()).toEqual([]);
});

test('setting the same status again records nothing; the response names who set a status that was not shown', async () => {
  const { id } = await fixture.orderOf(amara);
  expect(await fixture.as(admin).setStatus({ id, status: 'pending', shown: 'pending' })).toMatchObject({
    overtaken: null,
  });
  expect(await statusEvents()).toEqual([]);
  await fixture.as(owner).setStatus({ id, status: 'processing', shown: 'pending' });
  const over = await fixture.as(admin).setStatus({ id, status: 'completed', shown: 'pending' });
  expect(over).toMatchObject({
    before: 'processing',
    status: 'completed',
    overtaken: { name: 'Uche Owner' },
  });
  // The other staff member set the same status.
  expect(await fixture.as(owner).setStatus({ id, status: 'completed', shown: 'processing' })).toMatchObject({
    before: 'completed',
    overtaken: { name: 'Ngozi Admin' },
  });
  expect(await statusEvents()).toHaveLength(2);
});

test.each(['completed', 'cancelled'] as const)(
  'overwriting a newer ‘%s’ that the screen did not show is refused until confirmed',
  async (final) => {
    const { id } = await fixture.orderOf(amara);
    await fixture.as(owner).setStatus({ id, status: final, shown: 'pending' });
    await expect(
      fixture.as(admin).setStatus({ id, status: 'processing', shown: 'pending' }),
    ).rejects.toMatchObject({
      code: 'STATUS_CHANGED',
      status: 409,
      data: { name: 'Uche Owner', at: expect.any(String), status: final },
    });
    expect((await fixture.rows('select status from orders where id = $1', [id]))[0]).toEqual({
      status: final,
    });
    expect(await statusEvents()).toHaveLength(1);
    expect(await fixture.as(admin).setStatus({ id, status: 'processing', shown: final })).toMatchObject({
      status: 'processing',
      before: final,
      overtaken: null,
    });
  },
);

test('concurrent changes: each recorded change starts from the result of the previous one', async () => {
  const { id } = await fixture.orderOf(amara);
  await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      fixture.as(at % 2 ? admin : owner).setStatus({ id, status: ORDER_STATUSES[at % 4]! }),
    ),
  );
  const events = await statusEvents();
  let status = 'pending';
  for (const { detail } of events) {
    expect(detail.before).toBe(status);
    expect(detail.after).not.toBe(status);
    status = detail.after;
  }
  expect((await fixture.as(admin).getForAdmin({ id })).status).toBe(status);
});

test('ADM-ORD-10 an order with its stored customer and all its events, with the users who caused them', async () => {
  const order = await orderOfTwo(amara);
  await fixture.as(amara).markOpened({ id: order.id });
  await fixture.as(admin).setStatus({ id: order.id, status: 'processing' });
  await fixture.as(owner).updateNote({ id: order.items[1]!.id, note: 'wish more' });
  await fixture.rows("update profiles set first_name = 'Renamed', phone = null where id = $1", [amara.id]);
  await fixture.rows('delete from products where id = $1', [order.items[0]!.productId]);
  const got = await fixture.as(admin).getForAdmin({ id: order.id });
  expect(got.customer).toEqual({ name: 'Amara Eze', email: amara.email, phone: '+2348031234567' });
  expect(got).toMatchObject({ id: order.id, total: 42.5, status: 'processing' });
  expect(got.items.map(({ productName, inShop, note }) => ({ productName, inShop, note }))).toEqual([
    { productName: 'Agbada', inShop: false, note: 'wish 0' },
    { productName: 'Fila', inShop: true, note: 'wish more' },
  ]);
  const events = got.events.filter(({ kind }) => kind !== 'email');
  expect(events.map(({ kind, name, detail }) => ({ kind, name, detail }))).toEqual([
    { kind: 'submitted', name: 'Amara Eze', detail: { notes: 'Agbada: wish 0\nFila: wish 1' } },
    { kind: 'opened', name: 'Amara Eze', detail: {} },
    { kind: 'status', name: 'Ngozi Admin', detail: { before: 'pending', after: 'processing' } },
    {
      kind: 'note',
      name: 'Uche Owner',
      detail: { item: 'Fila', itemId: order.items[1]!.id, before: 'wish 1', after: 'wish more' },
    },
  ]);
  await expect(fixture.as(admin).getForAdmin({ id: randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await fixture.rows("update profiles set first_name = 'Amara', phone = '+2348031234567' where id = $1", [
    amara.id,
  ]);
});

test('CALLS-29 an item is removed from a pending order: the event is recorded and the link rewritten', async () => {
  const order = await orderOfTwo(amara);
  const left = await fixture.as(admin).deleteItem({ id: order.items[0]!.id.toUpperCase() });
  expect(left).toMatchObject({ total: 12.5, items: [{ productName: 'Fila' }] });
  expect(message(left.whatsappLink)).not.toContain('Agbada');
  expect(message(left.whatsappLink)).toContain('Total: ₦12.50');
  expect(await fixture.as(amara).get({ id: order.id })).toEqual(left);
  expect(
    await fixture.rows("select detail, actor_id, actor_name from order_events where kind = 'item_removed'"),
  ).toEqual([
    {
      detail: { item: 'Agbada', itemId: order.items[0]!.id, price: '30.00', note: 'wish 0' },
      actor_id: admin.id,
      actor_name: 'Ngozi Admin',
    },
  ]);
  await expect(fixture.as(admin).deleteItem({ id: order.items[0]!.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test("CALLS-29 a month after the last item that shows a deleted product's image was removed, nothing uses the image", async () => {
  const [first, second] = [await orderOfTwo(amara), await orderOfTwo(amara)];
  const path = 'product-images/a.jpg';
  await fixture.storage.put(path, new Uint8Array([1]), { contentType: 'image/jpeg' });
  const isUsed = async () =>
    (await fixture.rows(`select image_is_named('/uploads/${path}') as used`))[0].used;
  const month = () => fixture.rows("update changes set at = at - interval '31 days'");
  const takeOut = (order: typeof first) => fixture.as(admin).deleteItem({ id: order.items[0]!.id });
  await fixture.rows("delete from products where name = 'Agbada'");
  await takeOut(first);
  await month();
  expect(await isUsed()).toBe(true);
  await takeOut(second);
  expect([await isUsed(), await fixture.storage.stat(path)]).toEqual([true, expect.anything()]);
  await month();
  expect(await isUsed()).toBe(false);
});

test('CALLS-29 the last item cannot be removed, nor any item once the order is no longer pending', async () => {
  const order = await orderOfTwo(amara);
  const [first, second] = order.items.map(({ id }) => id);
  for (const status of ['processing', 'completed', 'cancelled'] as const) {
    await fixture.as(admin).setStatus({ id: order.id, status });
    await expect(fixture.as(admin).deleteItem({ id: first! })).rejects.toMatchObject({
      code: 'NOT_PENDING',
      status: 409,
      message: 'Items can be taken out only while the order is pending.',
    });
  }
  await fixture.as(admin).setStatus({ id: order.id, status: 'pending' });
  await fixture.as(owner).deleteItem({ id: first! });
  await expect(fixture.as(owner).deleteItem({ id: second! })).rejects.toMatchObject({
    code: 'LAST_ITEM',
    status: 409,
    message: 'An order keeps at least one item.',
  });
  expect(await fixture.rows('select id from order_items')).toEqual([{ id: second }]);
});

test('CALLS-29 two concurrent removals of the two items leave one of them', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await orderOfTwo(amara);
    const answers = await Promise.allSettled(
      order.items.map(({ id }, at) => fixture.as(at ? admin : owner).deleteItem({ id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const failed = answers.find((one) => one.status === 'rejected');
    expect(failed?.reason).toMatchObject({ code: 'LAST_ITEM' });
    expect((await fixture.as(admin).getForAdmin({ id: order.id })).items).toHaveLength(1);
  }
});

test('an item is not removed from an order whose status changes at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await orderOfTwo(amara);
    const [taken] = await Promise.allSettled([
      fixture.as(admin).deleteItem({ id: order.items[0]!.id }),
      fixture.as(owner).setStatus({ id: order.id, status: 'processing' }),
    ]);
    const now = await fixture.as(admin).getForAdmin({ id: order.id });
    expect(now.status).toBe('processing');
    expect(now.items).toHaveLength(taken.status === 'fulfilled' ? 1 : 2);
    // The events record the order in which the two changes were made.
    const kinds = now.events.map(({ kind }) => kind).filter((kind) => kind !== 'email');
    expect(kinds).toEqual(
      taken.status === 'fulfilled' ? ['submitted', 'item_removed', 'status'] : ['submitted', 'status'],
    );
  }
});

test('DESK-06 of two pieces of one name, each names who changed its own note', async () => {
  const products = [
    await fixture.addProduct({ name: 'Kaftan' }),
    await fixture.addProduct({ name: 'Kaftan' }),
  ];
  const order = await fixture.as(amara).submit({
    idempotencyKey: randomUUID(),
    lines: products.map((productId) => ({ productId, shownPrice: 10, note: 'Blue' })),
  });
  const [one, other] = order.items.map(({ id }) => id) as [string, string];
  await fixture.as(owner).updateNote({ id: one, note: 'Red' });
  await fixture.as(admin).updateNote({ id: other, note: 'Red' });
  const changedBy = (id: string) =>
    fixture
      .as(admin)
      .updateNote({ id, note: 'Green', shown: 'Blue' })
      .catch(({ data }) => data.name);
  expect([await changedBy(one), await changedBy(other)]).toEqual(['Uche Owner', 'Ngozi Admin']);
  // An event of an earlier version has the name alone.
  await fixture.rows("update order_events set detail = detail - 'itemId'");
  expect(await changedBy(one)).toBe('Ngozi Admin');
});

test('OPEN-07 a note that was changed concurrently is not overwritten unseen', async () => {
  const order = await orderOfTwo(amara);
  const { id } = order.items[0]!;
  const note = async () => (await fixture.as(admin).getForAdmin({ id: order.id })).items[0]!.note;
  await fixture.as(owner).updateNote({ id, note: 'Bust 40', shown: 'wish 0' });
  const stale = fixture.as(admin).updateNote({ id, note: 'Bust 38', shown: 'wish 0' });
  await expect(stale).rejects.toMatchObject({
    code: 'STALE',
    status: 409,
    data: { name: 'Uche Owner', current: { id: order.id, items: [{ note: 'Bust 40' }, {}] } },
  });
  // The refusal has the columns of the contract alone, as the order itself.
  const { data } = await stale.catch((error) => error);
  expect(data.current).toEqual(await fixture.as(amara).get({ id: order.id }));
  expect(await note()).toBe('Bust 40');
  // The customer's own change is reported with their name, as stored on the order.
  await fixture.as(amara).updateNote({ id, note: 'Bust 41' });
  await expect(fixture.as(admin).updateNote({ id, note: 'Bust 38', shown: 'Bust 40' })).rejects.toMatchObject(
    {
      code: 'STALE',
      data: { name: 'Amara Eze' },
    },
  );
  await fixture.as(admin).updateNote({ id, note: 'Bust 38', shown: 'Bust 41' });
  expect(await note()).toBe('Bust 38');
  // The customer cannot overwrite the shop's note unseen either; they do not learn which staff member wrote
  // it.
  await expect(fixture.as(amara).updateNote({ id, note: 'Bust 42', shown: 'Bust 41' })).rejects.toMatchObject(
    {
      code: 'STALE',
      data: { name: 'The shop', current: { items: [{ note: 'Bust 38' }, {}] } },
    },
  );
  expect(await note()).toBe('Bust 38');
  // The other staff member wrote the same note: no conflict.
  await fixture.as(admin).updateNote({ id, note: 'Bust 38', shown: 'Bust 41' });
});

test('the chat link of an order whose account was deleted does not return with a change of the staff', async () => {
  const bisi = await fixture.addUser({ firstName: 'Bisi' });
  const { id, items } = await fixture.orderOfProducts(bisi, ['Agbada', 'Fila'], 'Bust 38');
  await fixture.rows('delete from profiles where id = $1', [bisi.id]);
  await fixture.as(admin).updateNote({ id: items[0]!.id, note: 'One only' });
  await fixture.as(admin).deleteItem({ id: items[1]!.id });
  const links = 'select whatsapp_link from orders where id = $1';
  expect(await fixture.rows(links, [id])).toEqual([{ whatsapp_link: null }]);
  expect(await fixture.rows('select from past_order_messages where order_id = $1', [id])).toEqual([]);
});
