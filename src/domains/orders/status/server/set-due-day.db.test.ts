import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFixture, type Fixture, type TestUser } from '../../server/test-orders.ts';

let fixture: Fixture;
let amara: TestUser;
let admin: TestUser;
let tunde: TestUser;
beforeAll(async () => {
  fixture = await createFixture();
  amara = await fixture.addUser({ firstName: 'Amara', lastName: 'Eze', phone: '+2348031234567' });
  admin = await fixture.addUser({ firstName: 'Ngozi', lastName: 'Admin', role: 'admin' });
  tunde = await fixture.addUser({ firstName: 'Tunde', lastName: 'Admin', role: 'admin' });
});
afterAll(() => fixture?.close());
beforeEach(() => fixture.clear());

const denied = { cause: { code: '42501' } };

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
  expect(
    (await fixture.timelineOf(id, admin)).filter(([kind]) => kind === 'due' || kind === 'status'),
  ).toEqual([
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
