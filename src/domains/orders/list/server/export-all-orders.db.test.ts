import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrdersSelection } from '../../admin.contract.ts';
import { createFixture, type Fixture, type TestUser } from '../../server/test-orders.ts';
import { exportAllOrders } from './export-all-orders.ts';
import { addManyOrders } from './test-many-orders.ts';

type OrdersFilter = Extract<OrdersSelection, { filter: unknown }>['filter'];

let fixture: Fixture;
let admin: TestUser;
let amara: TestUser;
beforeAll(async () => {
  fixture = await createFixture();
  admin = await fixture.addUser({ role: 'admin' });
  amara = await fixture.addUser({ firstName: 'Amara', lastName: 'Eze', phone: '+2348031234567' });
});
afterAll(() => fixture?.close());
beforeEach(() => fixture.clear());

const asCaller = ({ id }: TestUser) => ({ userId: id, role: 'admin' }) as const;
const rowsOf = (user: TestUser, filter: OrdersFilter = {}) =>
  exportAllOrders(fixture, asCaller(user), { filter, except: [] });

async function all<Row>(batches: AsyncIterable<Row[]>) {
  const rows = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}
const listed = (user: TestUser, filter: OrdersFilter = {}) => all(rowsOf(user, filter));

const addOrders = (count: number) => addManyOrders(fixture, { user: amara, count });

test('BULK-06 the export has each item of the orders of the filter once, whatever the batches', async () => {
  await addOrders(1_500);
  const all = await listed(admin);
  expect(all).toHaveLength(3_000);
  expect(new Set(all.map(({ orderNumber, item }) => `${orderNumber} ${item.name}`)).size).toBe(3_000);
  expect(all[0]).toMatchObject({
    item: { name: 'Gown 1', price: 9_050, note: expect.stringContaining('lace') },
  });
  const places = all.map(({ place }) => place);
  expect(places).toEqual(places.toSorted().reverse());
  const numbers = async (filter: OrdersFilter) =>
    new Set((await listed(admin, filter)).map(({ orderNumber }) => Number(orderNumber)));
  expect(await numbers({ status: 'completed' })).toEqual(new Set(range(1_500).filter((n) => n % 2 === 1)));
  expect(await numbers({ opened: true })).toEqual(new Set(range(1_500).filter((n) => n % 4 === 0)));
  expect(await numbers({ search: 'bola' })).toEqual(new Set(range(1_500).filter((n) => n % 10 === 0)));
  expect(await numbers({ search: '#0000012', opened: true })).toEqual(new Set([12]));
  expect(await numbers({ search: 'nobody' })).toEqual(new Set());
});

test('SEARCH-07 the export has what the list finds in other spellings', async () => {
  await addOrders(20);
  expect(await listed(admin, { search: 'bola-ade' })).toHaveLength(2 * 2);
  await fixture.rows(`update orders set customer_name = 'Bolaade' where customer_name = 'Bola Ade'`);
  expect(await listed(admin, { search: 'bola-ade' })).toHaveLength(2 * 2);
});

test('BULK-02 the export has the selected orders alone, newest first, or all that match but some', async () => {
  await addOrders(1_200);
  const stored = await fixture.rows(`select id, order_number::int as number from orders order by random()`);
  const selected = stored.filter(({ number }) => number % 2 === 0);
  const ids = selected.map(({ id }) => id);
  const numbers = async (selection: OrdersSelection) => {
    const rows = await all(exportAllOrders(fixture, asCaller(admin), selection));
    return rows.filter((_, at) => at % 2 === 0).map(({ orderNumber }) => Number(orderNumber));
  };
  const even = range(1_200).filter((n) => n % 2 === 0);
  const newestFirst = await numbers({ ids });
  expect(newestFirst).toEqual((await numbers({ filter: {}, except: [] })).filter((n) => n % 2 === 0));
  expect(newestFirst.toSorted((a, b) => a - b)).toEqual(even);
  const [first] = stored.filter(({ number }) => number === 1);
  const completed = { filter: { status: 'completed' as const }, except: [first!.id] };
  expect((await numbers(completed)).toSorted((a, b) => a - b)).toEqual(
    range(1_200).filter((n) => n % 2 === 1 && n > 1),
  );
  const stranger = await fixture.addUser({ firstName: 'Bola' });
  expect(await all(exportAllOrders(fixture, asCaller(stranger), { ids }))).toEqual([]);
});

const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test('BULK-06 the database gives nothing to a caller who is not staff', async () => {
  await addOrders(3);
  expect(await listed(amara)).toEqual([]);
  expect(await listed(admin)).toHaveLength(6);
});
