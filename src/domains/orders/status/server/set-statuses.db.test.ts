import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectOwner } from '#platform/postgres/test-database.ts';
import { createFixture, type Fixture, type TestUser } from '../../server/test-orders.ts';

let fixture: Fixture;
let admin: TestUser;
let amara: TestUser;
beforeAll(async () => {
  fixture = await createFixture();
  admin = await fixture.addUser({ role: 'admin', firstName: 'Ngozi', lastName: 'Admin' });
  amara = await fixture.addUser({ firstName: 'Amara', lastName: 'Eze' });
});
afterAll(() => fixture?.close());
beforeEach(() => fixture.clear());

/** How many statements wait for a row that is locked. */
const waiting = async () =>
  (
    await fixture.rows(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length;
const statuses = async () =>
  (await fixture.rows('select status from orders order by created_at, id')).map(({ status }) => status);

test('BULK-02 the status of selected orders is set and recorded with each that had another', async () => {
  const orders = [await fixture.orderOf(amara), await fixture.orderOf(amara), await fixture.orderOf(amara)];
  const { setStatus, setStatuses } = fixture.as(admin);
  await setStatus({ id: orders[0]!.id, status: 'completed' });
  const ids = orders.slice(0, 2).map(({ id }) => id);
  expect(await setStatuses({ selection: { ids }, status: 'completed' })).toEqual({ changed: 1 });
  expect(await statuses()).toEqual(['completed', 'completed', 'pending']);
  const events = await fixture.rows(
    `select order_id, detail, actor_name from order_events where kind = 'status' order by created_at`,
  );
  expect(events).toEqual([
    expect.objectContaining({ order_id: orders[0]!.id }),
    { order_id: orders[1]!.id, detail: { before: 'pending', after: 'completed' }, actor_name: 'Ngozi Admin' },
  ]);
});

test('BULK-02 all orders of a filter but some are set, and a customer sets none', async () => {
  const first = await fixture.orderOf(amara);
  await fixture.orderOf(amara);
  await fixture.orderOf(amara);
  const filter = { status: 'pending' as const, search: 'amara' };
  const input = { selection: { filter, except: [first.id] }, status: 'processing' as const };
  await expect(fixture.as(amara).setStatuses(input)).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  expect(await fixture.as(admin).setStatuses(input)).toEqual({ changed: 2 });
  expect(await statuses()).toEqual(['pending', 'processing', 'processing']);
});

test('BULK-02 an order that no longer has the status of the filter when it is free is left alone', async () => {
  const orders = [await fixture.orderOf(amara), await fixture.orderOf(amara)];
  const [first] = orders;
  const other = await connectOwner(fixture.url);
  try {
    for (const filter of [{ status: 'pending' }, { queue: 'unopened' }] as const) {
      await fixture.rows(`update orders set status = 'pending', created_at = now() - interval '1 day'`);
      await other.query('begin');
      await other.query(`update orders set status = 'cancelled' where id = $1`, [first!.id]);
      const changing = fixture
        .as(admin)
        .setStatuses({ selection: { filter, except: [] }, status: 'processing' });
      await expect.poll(waiting).toBe(1);
      await other.query('commit');
      expect(await changing).toEqual({ changed: 1 });
      expect((await statuses()).sort()).toEqual(['cancelled', 'processing']);
    }
    // Chosen one by one, it is set whatever it is.
    const ids = orders.map(({ id }) => id);
    expect(await fixture.as(admin).setStatuses({ selection: { ids }, status: 'processing' })).toEqual({
      changed: 1,
    });
  } finally {
    await other.end();
  }
});
