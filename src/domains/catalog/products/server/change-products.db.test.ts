import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectOwner } from '#platform/postgres/test-database.ts';
import { contextOf, createFixture, type Fixture } from '../../server/test-catalog.ts';
import type { ProductsChange } from '../product-admin.contract.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  await fixture.owner.query('truncate change_sets, changes');
});

const api = async (role: 'admin' | 'user' = 'admin') => {
  const user = await fixture.createUser(role);
  return fixture.apiOf(
    contextOf('', { ...user, change: () => ({ operation: 'catalog.changeProducts', summary: 'Changed' }) }),
  );
};
const rows = async () =>
  (
    await fixture.owner.query(
      'select name, featured, category_id as category, promotion_id as promotion from products order by name',
    )
  ).rows;
const sets = async () => (await fixture.owner.query('select row_count from change_sets')).rows;

test('BULK-02 all products of a filter but some are changed in one change set, those that differ alone', async () => {
  const category = await fixture.category('Gowns');
  const kept = await fixture.product('Adire gown', { categoryId: category });
  await fixture.product('Lace gown', { categoryId: category });
  await fixture.product('Silk gown', { categoryId: category, featured: true });
  await fixture.product('Fila');
  await fixture.owner.query('truncate change_sets, changes');
  const selection = { filter: { category: 'gowns', search: 'gown' }, except: [kept] };
  const change = { kind: 'feature', featured: true } as const;
  expect(await (await api()).changeProducts({ selection, change })).toEqual({ changed: 1 });
  expect((await rows()).filter(({ featured }) => featured).map(({ name }) => name)).toEqual([
    'Lace gown',
    'Silk gown',
  ]);
  expect(await sets()).toEqual([{ row_count: 1 }]);
  // Somebody renamed the category: nothing rather than all products.
  const gone = { filter: { category: 'no-such' }, except: [] };
  expect(await (await api()).changeProducts({ selection: gone, change: { kind: 'delete' } })).toEqual({
    changed: 0,
  });
  expect(await rows()).toHaveLength(4);
});

test('BULK-02 products become drafts, published, sold out and available; a filter by status changes those alone', async () => {
  const { changeProducts } = await api();
  const draft = await fixture.product('Draft');
  await fixture.product('Published');
  const states = async () =>
    (await fixture.owner.query('select name, status, sold_out from products order by name')).rows.map(
      ({ name, status, sold_out }) => `${name} ${status} ${sold_out ? 'sold out' : 'available'}`,
    );
  const change = { kind: 'status', status: 'draft' } as const;
  expect(await changeProducts({ selection: { ids: [draft] }, change })).toEqual({ changed: 1 });
  const selection = { filter: { status: 'draft' as const }, except: [] };
  expect(await changeProducts({ selection, change: { kind: 'soldOut', soldOut: true } })).toEqual({
    changed: 1,
  });
  expect(await states()).toEqual(['Draft draft sold out', 'Published published available']);
  expect(await changeProducts({ selection, change: { kind: 'soldOut', soldOut: false } })).toEqual({
    changed: 1,
  });
  expect(await changeProducts({ selection, change: { kind: 'status', status: 'published' } })).toEqual({
    changed: 1,
  });
  expect(await states()).toEqual(['Draft published available', 'Published published available']);
});

test('BULK-02 a filter with a parameter that is not known is refused, instead of changing all products', async () => {
  await fixture.product('Agbada');
  const filter = { status: 'published', colour: 'red' } as { status: 'published' };
  await expect(
    (await api()).changeProducts({ selection: { filter, except: [] }, change: { kind: 'delete' } }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT' });
  expect(await rows()).toHaveLength(1);
});

test('BULK-02 selected products move, join and leave a promotion, and are deleted', async () => {
  const [category, promotion] = [
    await fixture.category('Gowns'),
    await fixture.promotion('EID', '2026-01-01', '2026-12-01'),
  ];
  const ids = [await fixture.product('A'), await fixture.product('B')];
  await fixture.product('C');
  const { changeProducts } = await api();
  const selection = { ids };
  expect(await changeProducts({ selection, change: { kind: 'move', categoryId: category } })).toEqual({
    changed: 2,
  });
  expect(await changeProducts({ selection, change: { kind: 'promotion', promotionId: promotion } })).toEqual({
    changed: 2,
  });
  expect(await rows()).toEqual([
    { name: 'A', featured: false, category, promotion },
    { name: 'B', featured: false, category, promotion },
    { name: 'C', featured: false, category: null, promotion: null },
  ]);
  expect(await changeProducts({ selection, change: { kind: 'promotion', promotionId: null } })).toEqual({
    changed: 2,
  });
  for (const change of [
    { kind: 'move', categoryId: randomUUID() },
    { kind: 'promotion', promotionId: randomUUID() },
  ] as const)
    await expect(changeProducts({ selection, change })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await changeProducts({ selection, change: { kind: 'delete' } })).toEqual({ changed: 2 });
  expect((await rows()).map(({ name }) => name)).toEqual(['C']);
});

test('BULK-02 changes of the same products at once end without a deadlock, and only staff make them', async () => {
  for (let at = 0; at < 200; at += 1) await fixture.product(`Gown ${at}`);
  const { changeProducts } = await api();
  const selection = { filter: {}, except: [] };
  const changes = Array.from({ length: 6 }, (_, at) =>
    changeProducts({ selection, change: { kind: 'feature', featured: at % 2 === 0 } }),
  );
  expect((await Promise.allSettled(changes)).map(({ status }) => status)).toEqual(Array(6).fill('fulfilled'));
  await expect(
    (await api('user')).changeProducts({ selection, change: { kind: 'delete' } }),
  ).rejects.toMatchObject({ code: 'NO_PERMISSION' });
});

test('BULK-02 a product that no longer fits the filter when it is free is left alone', async () => {
  await fixture.product('Gone online', { status: 'draft' });
  await fixture.product('Old draft', { status: 'draft' });
  const { changeProducts } = await api();
  const other = await connectOwner(fixture.url);
  try {
    await other.query('begin');
    await other.query(`update products set status = 'published' where name = 'Gone online'`);
    const deleting = changeProducts({
      selection: { filter: { status: 'draft' }, except: [] },
      change: { kind: 'delete' },
    });
    await expect
      .poll(
        async () =>
          (
            await fixture.owner.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rowCount,
      )
      .toBe(1);
    await other.query('commit');
    expect(await deleting).toEqual({ changed: 1 });
  } finally {
    await other.end();
  }
  expect((await rows()).map(({ name }) => name)).toEqual(['Gone online']);
});

test('HIST-02 the summary is right of one product and of many', async () => {
  const promotionId = await fixture.promotion('EID', '2026-01-01', '2026-01-02');
  const [agbada, ...others] = [
    await fixture.product('Agbada'),
    await fixture.product('Buba'),
    await fixture.product('Fila'),
  ];
  await fixture.owner.query('truncate change_sets, changes');
  const { changeProducts } = fixture.apiOf(contextOf('', await fixture.createUser('admin')));
  const changeEach = async (change: ProductsChange) => {
    await changeProducts({ selection: { ids: [agbada] }, change });
    await changeProducts({ selection: { ids: others }, change });
  };
  await changeEach({ kind: 'status', status: 'draft' });
  await changeEach({ kind: 'promotion', promotionId });
  await changeEach({ kind: 'promotion', promotionId: null });
  const { rows } = await fixture.owner.query('select summary from change_sets order by at');
  expect(rows.map(({ summary }) => summary)).toEqual([
    'Set Agbada to draft',
    'Set 2 products to draft',
    'Put Agbada into a promotion',
    'Put 2 products into a promotion',
    'Removed the promotion of Agbada',
    'Removed the promotion of 2 products',
  ]);
});
