import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFixture, type Fixture, type TestUser } from '../../server/test-orders.ts';

let fixture: Fixture;
let amara: TestUser;
let bola: TestUser;
let admin: TestUser;
beforeAll(async () => {
  fixture = await createFixture();
  amara = await fixture.addUser({ firstName: 'Amara', lastName: 'Eze', phone: '+2348031234567' });
  bola = await fixture.addUser({ firstName: 'Bọ́lá', lastName: 'Adé-Ojo' });
  admin = await fixture.addUser({ firstName: 'Ngozi', lastName: 'Admin', role: 'admin' });
});
afterAll(() => fixture?.close());
beforeEach(() => fixture.clear());

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
    await fixture.placeAt(named[name as keyof typeof at].id, `2026-11-${day}T12:00:00Z`);
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
  for (let n = 0; n < 18; n++)
    await fixture.placeAt((await fixture.orderOf(bola)).id, `2026-10-${n + 10}T12:00:00Z`);
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

test('DESK-05 orders are found by the names of their products, alone and with other words', async () => {
  const named = {
    adire: await fixture.orderOfProducts(amara, ['Ẹwà Ọṣun Adire Wrapper', 'Fila']),
    fila: await fixture.orderOfProducts(bola, ['Fila']),
    gele: await fixture.orderOfProducts(amara, ['Aso-oke gele']),
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
  await fixture.placeAt(named.one.id, '2026-11-17T22:59:59Z');
  await fixture.placeAt(named.two.id, '2026-11-17T23:00:00Z');
  await fixture.placeAt(named.three.id, '2026-11-19T22:59:59Z');
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
