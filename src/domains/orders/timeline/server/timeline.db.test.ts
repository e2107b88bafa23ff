import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFixture, type Fixture, type TestUser } from '../../server/test-orders.ts';

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

test('DESK-06 staff notes are in the timeline of the order for the staff, and never for its customer', async () => {
  const { id } = await fixture.orderOfProducts(amara, ['Agbada'], 'Bust 38');
  const noteId = randomUUID();
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await fixture.as(admin).addStaffNote({ id, noteId, text: ' Paid half\nin cash ' })).toEqual({
      noteId,
    });
  expect(await fixture.timelineOf(id, tunde)).toEqual([
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
  const [first, second] = [
    await fixture.orderOfProducts(amara, ['Agbada']),
    await fixture.orderOfProducts(amara, ['Agbada']),
  ];
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
  const { id } = await fixture.orderOfProducts(amara, ['Agbada']);
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
  const { id, orderNumber } = await fixture.orderOfProducts(amara, ['Agbada']);
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
  const entries = async () =>
    (await fixture.timelineOf(id, admin)).filter(([kind]) => kind.startsWith('staff_note'));
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
  const { id, items } = await fixture.orderOfProducts(amara, ['Agbada']);
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
  const entries = await fixture.timelineOf(id, admin);
  expect(entries.filter(([kind]) => kind === 'note')).toHaveLength(500);
  expect(entries[0]![0]).toBe('submitted');
  expect(entries.at(-1)![2]).toMatchObject({ after: 'Bust 61' });
});

test('DESK-06 HIST-07 one timeline: the customer’s notes, sent emails, and what plain SQL changed', async () => {
  const { id, items } = await fixture.orderOfProducts(amara, ['Agbada', 'Fila'], 'Bust 38');
  await fixture.rows('truncate pgboss.job');
  await fixture.rows(`select note_order_mail($1, 'customer'), note_order_mail($1, 'customer')`, [id]);
  await fixture.as(amara).updateNote({ id: items[0]!.id, note: 'Bust 39' });
  await fixture.rows(`update orders set status = 'processing' where id = $1`, [id]);
  await fixture.rows(`update order_items set note = 'Red' where id = $1`, [items[1]!.id]);
  await fixture.rows('delete from order_items where id = $1', [items[1]!.id]);
  const entries = await fixture.timelineOf(id, admin);
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
  expect(await fixture.timelineOf(id, admin)).toContainEqual([
    'email',
    '',
    { reader: 'shop', state: 'given_up' },
  ]);
});

test('HIST-10 an order is never un-submitted: no set has it, and undoing all that the staff did leaves it', async () => {
  const { id, orderNumber } = await fixture.orderOfProducts(amara, ['Agbada', 'Fila'], 'Bust 38');
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
