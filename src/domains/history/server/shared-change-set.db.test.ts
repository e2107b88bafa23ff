import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type HistoryFixture, openHistory } from './test-history.ts';

let fixture: HistoryFixture;
let products: string[];
const SHARED = '0190a000-0000-7000-8000-000000000001';
const OTHER = '0190a000-0000-7000-8000-000000000002';

beforeAll(async () => {
  fixture = await openHistory();
});
afterAll(async () => {
  await fixture?.close();
});
beforeEach(async () => {
  await fixture.owner.query('DELETE FROM product_images');
  await fixture.owner.query('DELETE FROM products');
  await fixture.owner.query('TRUNCATE change_sets, changes');
  const { rows } = await fixture.owner.query(`WITH made AS (
      INSERT INTO products (id, name, description, price) SELECT gen_random_uuid(), 'Gown ' || n, '', 100 FROM generate_series(1, 3) n RETURNING id, name)
    SELECT id FROM made ORDER BY name`);
  products = rows.map(({ id }) => id);
  await fixture.owner.query('TRUNCATE change_sets, changes');
});

/** Raises one price in a transaction of its own that joins a set. */
const raise = (product: number, set = SHARED, actor: 'admin' | 'other' = 'admin') =>
  fixture.change(
    actor,
    'Raised {products}',
    `SELECT join_change_set('${set}')`,
    `UPDATE products SET price = price + 1 WHERE id = '${products[product]}'`,
  );
const sets = () =>
  fixture.rows<{ id: string; summary: string; row_count: number }>(
    'SELECT id, summary, row_count FROM change_sets ORDER BY at, transaction_id',
  );
const prices = async () =>
  (await fixture.rows<{ price: string }>('SELECT price FROM products ORDER BY name')).map(({ price }) =>
    Number(price),
  );

test('IMP-08 transactions that share a change set are one in the history, and one undo takes all of them back', async () => {
  await raise(0);
  expect(await sets()).toEqual([{ id: SHARED, summary: 'Raised Gown 1', row_count: 1 }]);
  await raise(1);
  await raise(2);
  expect(await sets()).toEqual([{ id: SHARED, summary: 'Raised 3 products', row_count: 3 }]);
  const api = fixture.as('admin');
  expect((await api.getChangeSet({ id: SHARED })).total).toBe(3);
  expect((await api.listChangeSets({ search: 'gown 3' })).items).toMatchObject([{ id: SHARED }]);
  expect(await api.undoChangeSet({ id: SHARED })).toMatchObject({ rows: 3, left: 0 });
  expect(await prices()).toEqual([100, 100, 100]);
  // What comes after the undo can be undone by itself.
  await raise(0);
  expect(await sets()).toMatchObject([
    { id: SHARED },
    { summary: 'Undid: Raised 3 products' },
    { summary: 'Raised Gown 1', row_count: 1 },
  ]);
});

test('IMP-08 a set that other operations join keeps the summary of the one that began it', async () => {
  await fixture.change(
    'admin',
    'Imported {products}',
    `SELECT set_config('app.operation', 'catalog.importProducts', true)`,
    `UPDATE products SET price = 5`,
  );
  const begun = await fixture.newest();
  await raise(0, begun);
  expect(await sets()).toEqual([{ id: begun, summary: 'Imported 3 products', row_count: 4 }]);
  await fixture.as('admin').undoChangeSet({ id: begun });
  expect(await prices()).toEqual([100, 100, 100]);
});

test('IMP-08 two at once share their set, one after the other', async () => {
  await Promise.all([raise(0), raise(1), raise(2), raise(0), raise(1)]);
  expect(await sets()).toEqual([{ id: SHARED, summary: 'Raised 3 products', row_count: 5 }]);
  expect(await fixture.as('admin').undoChangeSet({ id: SHARED })).toMatchObject({ left: 0 });
  expect(await prices()).toEqual([100, 100, 100]);
});

test('HIST-01 nobody adds to the set of another, to an old one or to an undo; the change has a set of its own', async () => {
  await raise(0, SHARED);
  await raise(1, SHARED, 'other');
  await raise(1, OTHER);
  await fixture.owner.query(`UPDATE change_sets SET at = at - interval '25 hours' WHERE id = '${OTHER}'`);
  await raise(2, OTHER);
  await fixture.as('admin').undoChangeSet({ id: SHARED });
  const undo = await fixture.newest();
  await raise(2, undo);
  const all = await sets();
  expect(all).toHaveLength(6);
  expect(all.every(({ row_count }) => row_count === 1)).toBe(true);
  expect(new Set(all.map(({ id }) => id)).size).toBe(6);
});

test('HIST-01 a forged setting adds nothing to the set of another, and no set has the id of one there is', async () => {
  await raise(0);
  const { rows } = await fixture.owner.query('SELECT at::text FROM change_sets');
  const forged = (at: string) =>
    fixture.change(
      'other',
      'Forged',
      `SELECT set_config('app.change_set', '${SHARED}', true), set_config('app.change_set_at', '${at}', true)`,
      `UPDATE products SET price = 7 WHERE id = '${products[1]}'`,
    );
  await expect(forged(rows[0].at)).rejects.toThrow('not one to join');
  await expect(forged('')).rejects.toThrow('not one to join');
  // Of a time without a set: it would be in the history without one.
  await expect(forged('2020-01-01T00:00:00Z')).rejects.toThrow('not one to join');
  expect([await sets(), await prices()]).toMatchObject([[{ row_count: 1 }], [101, 100, 100]]);
});
