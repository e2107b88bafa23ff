import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFixture, type Fixture, type TestUser } from './test-orders.ts';

let fixture: Fixture;
let amara: TestUser;
let bola: TestUser;
let admin: TestUser;
let tunde: TestUser;
let owner: TestUser;
beforeAll(async () => {
  fixture = await createFixture();
  amara = await fixture.addUser({ firstName: 'Amara', lastName: 'Eze', phone: '+2348031234567' });
  bola = await fixture.addUser({ firstName: 'Bọ́lá', lastName: 'Adé-Ojo' });
  admin = await fixture.addUser({ firstName: 'Ngozi', lastName: 'Admin', role: 'admin' });
  tunde = await fixture.addUser({ firstName: 'Tunde', lastName: 'Admin', role: 'admin' });
  owner = await fixture.addUser({ firstName: 'Uche', lastName: 'Owner', role: 'super_admin' });
});
afterAll(() => fixture?.close());
beforeEach(() => fixture.clear());

const denied = { cause: { code: '42501' } };
const timeline = async (id: string, user = admin) =>
  (await fixture.as(user).getForAdmin({ id })).events.map(
    ({ kind, name, detail }) => [kind, name, detail] as const,
  );
const order = (user: TestUser, products: string[], note = '') =>
  Promise.all(products.map((name) => fixture.addProduct({ name, price: '10.00' }))).then((ids) =>
    fixture.as(user).submit({
      idempotencyKey: randomUUID(),
      lines: ids.map((productId) => ({ productId, shownPrice: 10, note })),
    }),
  );
const place = (id: string, at: string) =>
  fixture.rows('update orders set created_at = $2 where id = $1', [id, at]);
/** The orders of a list by name, so that a failure is readable. */
async function listed(
  named: Record<string, { id: string }>,
  input: Parameters<ReturnType<Fixture['as']>['listAll']>[0],
) {
  const { items, total } = await fixture.as(admin).listAll(input);
  expect(total).toBe(items.length);
  return items.map(({ id }) => Object.keys(named).find((name) => named[name]!.id === id));
}

test('DESK-03 the list is sorted by waiting and by due day; done orders come last', async () => {
  const named = {
    new: await fixture.orderOf(amara),
    old: await fixture.orderOf(amara),
    older: await fixture.orderOf(amara),
    done: await fixture.orderOf(amara),
    cancelled: await fixture.orderOf(amara),
  };
  const at = { new: '19', old: '10', older: '05', done: '01', cancelled: '02' };
  for (const [name, day] of Object.entries(at))
    await place(named[name as keyof typeof at].id, `2026-11-${day}T12:00:00Z`);
  const due = (name: keyof typeof at, dueDay: string) =>
    fixture.as(admin).setDueDay({ id: named[name].id, dueDay });
  await due('new', '2026-11-21');
  await due('older', '2026-11-25');
  await due('done', '2026-11-03');
  await fixture.as(admin).setStatus({ id: named.older.id, status: 'processing' });
  await fixture.as(admin).setStatus({ id: named.done.id, status: 'completed' });
  await fixture.as(admin).setStatus({ id: named.cancelled.id, status: 'cancelled' });
  expect(await listed(named, {})).toEqual(['new', 'old', 'older', 'cancelled', 'done']);
  expect(await listed(named, { sort: 'waiting' })).toEqual(['older', 'old', 'new', 'cancelled', 'done']);
  expect(await listed(named, { sort: 'due' })).toEqual(['new', 'older', 'old', 'cancelled', 'done']);
  expect(await listed(named, { sort: 'due', search: 'amara', status: 'pending' })).toEqual(['new', 'old']);
  expect((await fixture.as(admin).listAll({})).items[0]).toMatchObject({ dueDay: '2026-11-21' });
  // The last page is read from the end, in the same order.
  for (let n = 0; n < 18; n++) await place((await fixture.orderOf(bola)).id, `2026-10-${n + 10}T12:00:00Z`);
  const pages = await Promise.all([1, 2, 3].map((page) => fixture.as(admin).listAll({ sort: 'due', page })));
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
  expect(ids).toHaveLength(23);
  expect(new Set(ids).size).toBe(23);
  expect(ids.slice(0, 3)).toEqual([named.new.id, named.older.id, named.old.id]);
  expect(ids.slice(-2)).toEqual([named.cancelled.id, named.done.id]);
});

test('DESK-03 late orders are counted: open ones whose due day is over', async () => {
  const [one, two, three] = [
    await fixture.orderOf(amara),
    await fixture.orderOf(amara),
    await fixture.orderOf(amara),
  ];
  await fixture.as(admin).setDueDay({ id: one.id, dueDay: '2026-11-19' });
  await fixture.as(admin).setDueDay({ id: two.id, dueDay: '2026-11-20' });
  await fixture.as(admin).setDueDay({ id: three.id, dueDay: '2026-11-19' });
  expect((await fixture.as(admin).totals()).late).toBe(2);
  await fixture.as(admin).setStatus({ id: three.id, status: 'completed' });
  expect((await fixture.as(admin).totals()).late).toBe(1);
});

test('DESK-03 a due day is recorded with a summary, undone and shown in the timeline', async () => {
  const { id, orderNumber } = await fixture.orderOf(amara);
  const set = (dueDay: string | null, shown?: string | null, user = admin) =>
    fixture.as(user).setDueDay({ id, dueDay, shown });
  await set('2026-11-27', null);
  await set('2026-11-27', '2026-11-27');
  await set('2026-11-28', '2026-11-27', tunde);
  await expect(set('2026-11-30', '2026-11-27')).rejects.toMatchObject({
    code: 'STALE',
    data: { name: 'Tunde Admin', current: { dueDay: '2026-11-28' } },
  });
  await set(null);
  expect(await fixture.rows(`select summary from change_sets where kinds = '{order}' order by at`)).toEqual([
    { summary: `Set the due day of order ${orderNumber} to 27 November 2026` },
    { summary: `Set the due day of order ${orderNumber} to 28 November 2026` },
    { summary: `Removed the due day of order ${orderNumber}` },
  ]);
  expect(await fixture.undoNewest(admin)).toMatchObject({ rows: 1, left: 0 });
  expect((await fixture.as(admin).getForAdmin({ id })).dueDay).toBe('2026-11-28');
  expect((await timeline(id)).filter(([kind]) => kind === 'due' || kind === 'status')).toEqual([
    ['due', 'Ngozi Admin', { before: '', after: '2026-11-27' }],
    ['due', 'Tunde Admin', { before: '2026-11-27', after: '2026-11-28' }],
    ['due', 'Ngozi Admin', { before: '2026-11-28', after: '' }],
    ['due', 'Ngozi Admin', { before: '', after: '2026-11-28' }],
  ]);
  await expect(fixture.as(admin).setDueDay({ id: randomUUID(), dueDay: null })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('DESK-03 a customer sets no due day, neither by the operation nor by SQL', async () => {
  const { id } = await fixture.orderOf(amara);
  await expect(fixture.as(amara).setDueDay({ id, dueDay: '2026-11-27' })).rejects.toMatchObject({
    code: 'NO_PERMISSION',
  });
  await expect(
    fixture.sqlAs(amara, `update orders set due_day = '2026-11-27' where id = '${id}'`),
  ).rejects.toMatchObject(denied);
  await expect(
    fixture.sqlAs(
      amara,
      `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash, due_day)
       values (gen_random_uuid(), '999999', '${amara.id}', 'A', 'a', gen_random_uuid(), 'x', now())`,
    ),
  ).rejects.toMatchObject(denied);
});

test('DESK-05 orders are found by the names of their products, alone and with other words', async () => {
  const named = {
    adire: await order(amara, ['Ẹwà Ọṣun Adire Wrapper', 'Fila']),
    fila: await order(bola, ['Fila']),
    gele: await order(amara, ['Aso-oke gele']),
  };
  const found = (search: string, filter = {}) => listed(named, { search, ...filter });
  expect(await found('adire')).toEqual(['adire']);
  expect(await found('ewa osun')).toEqual(['adire']);
  expect(await found('fila')).toEqual(['fila', 'adire']);
  expect(await found('fila amara')).toEqual(['adire']);
  expect(await found('aso oke')).toEqual(['gele']);
  expect(await found('%')).toEqual([]);
  expect(await found('fila', { status: 'completed' })).toEqual([]);
  // A removed item no longer counts; one that returns does.
  await fixture.as(admin).deleteItem({ id: named.adire.items[0]!.id });
  expect(await found('adire')).toEqual([]);
  await fixture.undoNewest(admin);
  expect(await found('adire')).toEqual(['adire']);
  await fixture.rows(`update order_items set product_name = 'Kente' where order_id = $1`, [named.gele.id]);
  expect(await found('kente')).toEqual(['gele']);
  // A submission writes what the database would.
  const kept = await fixture.rows('select id, product_names from orders order by id');
  await fixture.rows(`update order_items set position = position + 1`);
  expect(await fixture.rows('select id, product_names from orders order by id')).toEqual(kept);
});

test('DESK-05 orders are found by days of the shop, both included, and by customer', async () => {
  const named = {
    one: await fixture.orderOf(amara),
    two: await fixture.orderOf(bola),
    three: await fixture.orderOf(amara),
  };
  // Midnight in Lagos is 23:00 in UTC.
  await place(named.one.id, '2026-11-17T22:59:59Z');
  await place(named.two.id, '2026-11-17T23:00:00Z');
  await place(named.three.id, '2026-11-19T22:59:59Z');
  expect(await listed(named, { from: '2026-11-18' })).toEqual(['three', 'two']);
  expect(await listed(named, { to: '2026-11-17' })).toEqual(['one']);
  expect(await listed(named, { from: '2026-11-18', to: '2026-11-18' })).toEqual(['two']);
  expect(await listed(named, { from: '2026-11-17', to: '2026-11-19', search: 'amara' })).toEqual([
    'three',
    'one',
  ]);
  expect(await listed(named, { from: '2026-11-20', to: '2026-11-18' })).toEqual([]);
  expect(await listed(named, { customer: amara.id })).toEqual(['three', 'one']);
  await expect(fixture.as(admin).listAll({ from: 'yesterday' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test('DESK-04 a customer is built from their orders: contact, totals, notes; the profile is not read', async () => {
  const first = await order(amara, ['Agbada', 'Fila'], 'Bust 38');
  await place(first.id, '2026-01-05T12:00:00Z');
  await fixture.rows(`update order_items set created_at = '2026-01-05T12:00:00Z'`);
  await fixture.rows(`update profiles set first_name = 'Amarachi', phone = '+2348099999999' where id = $1`, [
    amara.id,
  ]);
  const second = await order(amara, ['Gele']);
  await place(second.id, '2026-02-05T12:00:00Z');
  const third = await order(amara, ['Iro']);
  await place(third.id, '2026-01-20T12:00:00Z');
  await fixture.as(admin).setStatus({ id: third.id, status: 'cancelled' });
  await order(bola, ['Buba'], 'Not hers');
  await fixture.as(tunde).addStaffNote({ id: second.id, noteId: randomUUID(), text: 'Pays on delivery' });
  await fixture.rows(
    `update profiles set first_name = 'Never shown', email = 'never@shop.example' where id = $1`,
    [amara.id],
  );
  const customer = await fixture.as(admin).getCustomer({ id: amara.id });
  expect(customer).toEqual({
    id: amara.id,
    name: 'Amarachi Eze',
    email: amara.email,
    phone: '+2348099999999',
    earlier: ['+2348031234567', 'Amara Eze'],
    orders: 3,
    cancelled: 1,
    total: 30,
    firstOrderAt: '2026-01-05T12:00:00.000Z',
    lastOrderAt: '2026-02-05T12:00:00.000Z',
    notes: [
      expect.objectContaining({
        orderId: second.id,
        author: 'Tunde Admin',
        item: null,
        text: 'Pays on delivery',
      }),
      ...Array(2).fill({
        id: expect.any(String),
        orderId: first.id,
        orderNumber: first.orderNumber,
        author: null,
        item: expect.stringMatching(/^(Agbada|Fila)$/),
        text: 'Bust 38',
        at: '2026-01-05T12:00:00.000Z',
      }),
    ],
  });
  await fixture.rows(
    `update profiles set first_name = 'Amara', phone = '+2348031234567', email = $2 where id = $1`,
    [amara.id, amara.email],
  );
});

test('DESK-04 a note about an item has the name and time of its last change', async () => {
  const { items } = await order(amara, ['Agbada', 'Fila'], 'Bust 38');
  const notes = async () =>
    (await fixture.as(admin).getCustomer({ id: amara.id })).notes.map(({ author, text }) => [author, text]);
  await fixture.rows(`update order_items set created_at = now() - interval '1 day'`);
  await fixture.as(tunde).updateNote({ id: items[0]!.id, note: 'One only, as agreed' });
  expect(await notes()).toEqual([
    ['Tunde Admin', 'One only, as agreed'],
    [null, 'Bust 38'],
  ]);
  await fixture.as(amara).updateNote({ id: items[0]!.id, note: 'Two, please' });
  expect(await notes()).toEqual([
    [null, 'Two, please'],
    [null, 'Bust 38'],
  ]);
});

test('DESK-04 nothing is told of an account without an order, and nothing to customers', async () => {
  await order(amara, ['Agbada']);
  for (const id of [bola.id, admin.id, randomUUID()])
    await expect(fixture.as(owner).getCustomer({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(fixture.as(amara).getCustomer({ id: amara.id })).rejects.toMatchObject({
    code: 'NO_PERMISSION',
  });
  // Without the check of the operation, the policies leave nothing of another account.
  const { rows } = await fixture.sqlAs(bola, `select from orders where user_id = '${amara.id}'`);
  expect(rows).toEqual([]);
});

test('DESK-04 a deleted account has no page: its orders have no customer', async () => {
  const leaving = await fixture.addUser({ firstName: 'Chi' });
  const { id } = await order(leaving, ['Agbada'], 'Bust 38');
  await fixture.as(admin).addStaffNote({ id, noteId: randomUUID(), text: 'Chi wants it blue' });
  await fixture.as(admin).setStatus({ id, status: 'completed' });
  await fixture.rows('delete from profiles where id = $1', [leaving.id]);
  await expect(fixture.as(admin).getCustomer({ id: leaving.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  // Neither the notes nor the history keep what was written about them.
  expect(await fixture.rows('select text from staff_notes')).toEqual([]);
  expect(JSON.stringify(await fixture.rows('select * from changes'))).not.toContain('blue');
  expect(JSON.stringify(await timeline(id))).not.toMatch(/blue|Bust/);
});

test('the chat link of an order whose account was deleted does not return with a change of the staff', async () => {
  const bisi = await fixture.addUser({ firstName: 'Bisi' });
  const { id, items } = await order(bisi, ['Agbada', 'Fila'], 'Bust 38');
  await fixture.rows('delete from profiles where id = $1', [bisi.id]);
  await fixture.as(admin).updateNote({ id: items[0]!.id, note: 'One only' });
  await fixture.as(admin).deleteItem({ id: items[1]!.id });
  const links = 'select whatsapp_link from orders where id = $1';
  expect(await fixture.rows(links, [id])).toEqual([{ whatsapp_link: null }]);
  expect(await fixture.rows('select from past_order_messages where order_id = $1', [id])).toEqual([]);
});

test('DESK-06 staff notes are in the timeline of the order for the staff, and never for its customer', async () => {
  const { id } = await order(amara, ['Agbada'], 'Bust 38');
  const noteId = randomUUID();
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await fixture.as(admin).addStaffNote({ id, noteId, text: ' Paid half\nin cash ' })).toEqual({
      noteId,
    });
  expect(await timeline(id, tunde)).toEqual([
    ['submitted', 'Amara Eze', { notes: 'Agbada: Bust 38' }],
    ['email', '', { reader: expect.stringMatching(/shop|customer/), state: 'waiting' }],
    ['email', '', { reader: expect.stringMatching(/shop|customer/), state: 'waiting' }],
    ['staff_note', 'Ngozi Admin', { text: 'Paid half\nin cash' }],
  ]);
  const mine = await fixture.as(amara).get({ id });
  expect(JSON.stringify([mine, await fixture.as(amara).listMine({})])).not.toContain('Paid half');
  await expect(fixture.as(amara).addStaffNote({ id, noteId: randomUUID(), text: 'x' })).rejects.toMatchObject(
    { code: 'NO_PERMISSION' },
  );
  for (const user of [amara, bola, null]) {
    expect((await fixture.sqlAs(user, 'select * from staff_notes')).rows).toEqual([]);
    expect((await fixture.sqlAs(user, `select * from changed_rows`)).rows).toEqual([]);
    expect((await fixture.sqlAs(user, `select * from order_mails('${id}')`)).rows).toEqual([]);
    await expect(
      fixture.sqlAs(
        user,
        `insert into staff_notes (id, order_id, text) values (gen_random_uuid(), '${id}', 'x')`,
      ),
    ).rejects.toMatchObject(denied);
    expect((await fixture.sqlAs(user, 'delete from staff_notes')).rowCount).toBe(0);
  }
  await expect(fixture.as(admin).addStaffNote({ id: randomUUID(), noteId, text: 'x' })).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  );
  for (const text of ['', '  ', '\u200b', 'x'.repeat(2001)])
    await expect(fixture.as(admin).addStaffNote({ id, noteId: randomUUID(), text })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
});

test('DESK-06 an id of a note with another text or order is refused, and nothing is written', async () => {
  const [first, second] = [await order(amara, ['Agbada']), await order(amara, ['Agbada'])];
  const { addStaffNote } = fixture.as(admin);
  const note = { id: first.id, noteId: randomUUID(), text: 'Paid half' };
  await addStaffNote(note);
  for (const other of [
    { ...note, text: 'Paid all' },
    { ...note, id: second.id },
  ])
    await expect(addStaffNote(other)).rejects.toMatchObject({ code: 'KEY_REUSED', status: 409 });
  expect(await fixture.rows('select order_id, text from staff_notes')).toEqual([
    { order_id: first.id, text: 'Paid half' },
  ]);
});

test('DESK-06 a note is by the caller and of now, whatever SQL says, and nobody changes it', async () => {
  const { id } = await order(amara, ['Agbada']);
  await fixture.sqlAs(
    admin,
    `insert into staff_notes (id, order_id, author_id, text, created_at) values (gen_random_uuid(), '${id}', '${owner.id}', 'Forged', '2020-01-01')`,
  );
  const [note] = await fixture.rows(
    `select author_id, created_at > now() - interval '1 minute' as fresh from staff_notes`,
  );
  expect(note).toEqual({ author_id: admin.id, fresh: true });
  await expect(
    fixture.sqlAs(owner, `update staff_notes set created_at = '2020-01-01'`),
  ).rejects.toMatchObject(denied);
  await expect(fixture.sqlAs(owner, `update staff_notes set text = 'x'`)).rejects.toMatchObject(denied);
});

test('DESK-06 HIST-08 a note is deleted by its author or a super admin, also by an undo, recorded, and returns by one', async () => {
  const { id, orderNumber } = await order(amara, ['Agbada']);
  const [mine, other] = [randomUUID(), randomUUID()];
  await fixture.as(admin).addStaffNote({ id, noteId: mine, text: 'Mine' });
  await fixture.as(tunde).addStaffNote({ id, noteId: other, text: 'Other' });
  const deletable = async (user: TestUser) =>
    (await fixture.as(user).getForAdmin({ id })).events
      .filter(({ canDelete }) => canDelete)
      .map(({ detail }) => detail.text);
  expect([await deletable(admin), await deletable(tunde), await deletable(owner)]).toEqual([
    ['Mine'],
    ['Other'],
    ['Mine', 'Other'],
  ]);
  await expect(fixture.as(admin).deleteStaffNote({ id: other })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await fixture.undoNewest(admin)).toMatchObject({
    rows: 0,
    findings: [{ table: 'staff_notes', reason: 'not_allowed' }],
  });
  await fixture.as(owner).deleteStaffNote({ id: other });
  await fixture.as(admin).deleteStaffNote({ id: mine });
  await expect(fixture.as(admin).deleteStaffNote({ id: mine })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(
    (await fixture.rows(`select summary from change_sets where kinds = '{order}' order by at`)).map(
      ({ summary }) => summary,
    ),
  ).toEqual([
    `Wrote a note on order ${orderNumber}`,
    `Wrote a note on order ${orderNumber}`,
    `Deleted a note on order ${orderNumber}`,
    `Deleted a note on order ${orderNumber}`,
  ]);
  const entries = async () => (await timeline(id)).filter(([kind]) => kind.startsWith('staff_note'));
  expect(await entries()).toEqual([
    ['staff_note_deleted', 'Uche Owner', {}],
    ['staff_note_deleted', 'Ngozi Admin', {}],
  ]);
  // Undone by another staff member it returns with its author and time.
  const before = (
    await fixture.rows(`select c.before from changes c where c.row_id = $1 and operation = 'delete'`, [mine])
  )[0].before;
  expect(await fixture.undoNewest(tunde)).toMatchObject({ rows: 1, left: 0 });
  const [returned] = await fixture.rows('select to_jsonb(n) as note from staff_notes n');
  expect(new Date(returned.note.created_at)).toEqual(new Date(before.created_at));
  expect(returned.note).toMatchObject({ id: mine, author_id: admin.id, text: 'Mine' });
  expect(await deletable(tunde)).toEqual([]);
});

test('DESK-06 a customer changes notes sixty times an hour, and a timeline has the newest 500 events', async () => {
  const { id, items } = await order(amara, ['Agbada']);
  const change = (note: string) => fixture.as(amara).updateNote({ id: items[0]!.id, note });
  let accepted = 0;
  const changeUntilRefused = async () => {
    // Twice as many, should the hour end in between.
    for (; accepted < 130; accepted++) await change(`Bust ${accepted}`);
  };
  await expect(changeUntilRefused()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect([60, 61, 120]).toContain(Math.max(accepted, 60));
  await fixture.rows(
    `insert into order_events (id, order_id, kind, actor_name, detail, created_at)
      select gen_random_uuid(), $1::uuid, 'note', 'Amara Eze', '{}', (select max(created_at) from order_events where order_id = $1) from generate_series(1, 1000)`,
    [id],
  );
  await fixture.as(admin).updateNote({ id: items[0]!.id, note: 'Bust 61' });
  const entries = await timeline(id);
  expect(entries.filter(([kind]) => kind === 'note')).toHaveLength(500);
  expect(entries[0]![0]).toBe('submitted');
  expect(entries.at(-1)![2]).toMatchObject({ after: 'Bust 61' });
});

test('DESK-06 HIST-07 one timeline: the customer’s notes, sent emails, and what plain SQL changed', async () => {
  const { id, items } = await order(amara, ['Agbada', 'Fila'], 'Bust 38');
  await fixture.rows('truncate pgboss.job');
  await fixture.rows(`select note_order_mail($1, 'customer'), note_order_mail($1, 'customer')`, [id]);
  await fixture.as(amara).updateNote({ id: items[0]!.id, note: 'Bust 39' });
  await fixture.rows(`update orders set status = 'processing' where id = $1`, [id]);
  await fixture.rows(`update order_items set note = 'Red' where id = $1`, [items[1]!.id]);
  await fixture.rows('delete from order_items where id = $1', [items[1]!.id]);
  const entries = await timeline(id);
  expect(entries).toEqual([
    ['submitted', 'Amara Eze', { notes: 'Agbada: Bust 38\nFila: Bust 38' }],
    ['email', '', { reader: 'customer' }],
    ['note', 'Amara Eze', { item: 'Agbada', itemId: items[0]!.id, before: 'Bust 38', after: 'Bust 39' }],
    ['status', 'The server', { before: 'pending', after: 'processing' }],
    [
      'note',
      'The server',
      { item: expect.any(String), itemId: items[1]!.id, before: 'Bust 38', after: 'Red' },
    ],
    ['item_removed', 'The server', { item: 'Fila', itemId: items[1]!.id, price: '10.00', note: 'Red' }],
  ]);
  await fixture.rows(
    `insert into pgboss.job (id, name, data, source_name, state) values (gen_random_uuid(), 'dead_letters', $1, 'mail', 'created')`,
    [JSON.stringify({ order: id, reader: 'shop' })],
  );
  expect(await timeline(id)).toContainEqual(['email', '', { reader: 'shop', state: 'given_up' }]);
});

test('HIST-10 an order is never un-submitted: no set has it, and undoing all that the staff did leaves it', async () => {
  const { id, orderNumber } = await order(amara, ['Agbada', 'Fila'], 'Bust 38');
  const sets = () =>
    fixture.rows(
      `select id, summary from change_sets where 'order' = any (kinds) and undo_of is null order by at desc`,
    );
  expect(await sets()).toEqual([]);
  await fixture.as(admin).setStatus({ id, status: 'processing' });
  await fixture.as(admin).setDueDay({ id, dueDay: '2026-11-27' });
  const made = await sets();
  expect(made.map(({ summary }) => summary)).toEqual([
    `Set the due day of order ${orderNumber} to 27 November 2026`,
    `Set order ${orderNumber} to Processing`,
  ]);
  for (const set of made) await fixture.sqlAs(owner, `select undo_change_set('${set.id}', false)`);
  expect(await fixture.as(admin).getForAdmin({ id })).toMatchObject({ status: 'pending', items: [{}, {}] });
  const { submitted } = (
    await fixture.rows(
      `select count(*)::int as submitted from order_events where order_id = $1 and kind = 'submitted'`,
      [id],
    )
  )[0];
  expect(submitted).toBe(1);
});
