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

test('DESK-04 a customer is built from their orders: contact, totals, notes; the profile is not read', async () => {
  const first = await fixture.orderOfProducts(amara, ['Agbada', 'Fila'], 'Bust 38');
  await fixture.placeAt(first.id, '2026-01-05T12:00:00Z');
  await fixture.rows(`update order_items set created_at = '2026-01-05T12:00:00Z'`);
  await fixture.rows(`update profiles set first_name = 'Amarachi', phone = '+2348099999999' where id = $1`, [
    amara.id,
  ]);
  const second = await fixture.orderOfProducts(amara, ['Gele']);
  await fixture.placeAt(second.id, '2026-02-05T12:00:00Z');
  const third = await fixture.orderOfProducts(amara, ['Iro']);
  await fixture.placeAt(third.id, '2026-01-20T12:00:00Z');
  await fixture.as(admin).setStatus({ id: third.id, status: 'cancelled' });
  await fixture.orderOfProducts(bola, ['Buba'], 'Not hers');
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
  const { items } = await fixture.orderOfProducts(amara, ['Agbada', 'Fila'], 'Bust 38');
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
  await fixture.orderOfProducts(amara, ['Agbada']);
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
  const { id } = await fixture.orderOfProducts(leaving, ['Agbada'], 'Bust 38');
  await fixture.as(admin).addStaffNote({ id, noteId: randomUUID(), text: 'Chi wants it blue' });
  await fixture.as(admin).setStatus({ id, status: 'completed' });
  await fixture.rows('delete from profiles where id = $1', [leaving.id]);
  await expect(fixture.as(admin).getCustomer({ id: leaving.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  // Neither the notes nor the history keep what was written about them.
  expect(await fixture.rows('select text from staff_notes')).toEqual([]);
  expect(JSON.stringify(await fixture.rows('select * from changes'))).not.toContain('blue');
  expect(JSON.stringify(await fixture.timelineOf(id, admin))).not.toMatch(/blue|Bust/);
});
