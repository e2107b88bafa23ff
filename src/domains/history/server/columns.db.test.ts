import { afterAll, beforeAll, expect, test } from 'vitest';
import { TABLES } from '../columns.ts';
import { type HistoryFixture, openHistory } from './test-history.ts';

let history: HistoryFixture;
beforeAll(async () => {
  history = await openHistory();
});
afterAll(() => history.close());

/** Columns that no change has: `record_table` leaves them out. */
const NEVER = ['search', 'name_key', 'updated_by', 'switched_by', 'switched_at'];

test('HIST-06 every recorded column has a label, or is hidden on purpose', async () => {
  const tables = await history.rows<{ name: string; columns: string[]; counted: string; operations: number }>(
    `select c.relname as name,
       array(select attname::text from pg_attribute a where a.attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
       split_part(encode(t.tgargs, 'escape'), '\\000', 4) as counted,
       (select count(*)::int from pg_trigger o where o.tgrelid = c.oid and o.tgname in ('record_insert', 'record_delete')) as operations
     from pg_class c join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'record_update'`,
  );
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(TABLES).sort());
  for (const { name, columns, counted, operations } of tables) {
    // Where rows are added and deleted, all columns are recorded; else those that count.
    const recorded =
      operations > 0
        ? columns.filter((column) => !NEVER.includes(column))
        : counted.replace(/[{}]/g, '').split(',');
    expect(Object.keys(TABLES[name]!.columns), name).toEqual(expect.arrayContaining(recorded));
    const known = operations > 0 ? [...columns, 'likes'] : recorded;
    for (const column of Object.keys(TABLES[name]!.columns))
      expect([...known, 'updated_at', 'version', 'is_demo'], `${name}.${column}`).toContain(column);
  }
});

test('HIST-06 categories and promotions that cells refer to have names, those that are gone too', async () => {
  const [category, promotion, product] = ['1', '2', '3'].map(
    (n) => `00000000-0000-7000-8000-00000000000${n}`,
  );
  await history.owner.query(`insert into categories (id, name, slug) values ('${category}', 'Gele', 'gele')`);
  await history.owner.query(`insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
    values ('${promotion}', 'Sallah', 'SALLAH', '2026-01-01', '2026-01-02', 'fixed', 1)`);
  await history.owner.query(
    `insert into products (id, name, description, price, category_id) values ('${product}', 'Agbada', 'D', 1000, '${category}')`,
  );
  await history.change(
    'admin',
    'Changed {products}',
    `update products set category_id = null, promotion_id = '${promotion}' where id = '${product}'`,
  );
  const id = await history.newest();
  await history.owner.query(`delete from categories where id = '${category}'`);
  const { items, names } = await history.as('admin').getChangeSet({ id });
  expect(items[0]!.cells).toEqual([
    { column: 'category_id', before: category, after: null },
    { column: 'promotion_id', before: null, after: promotion },
  ]);
  expect(names).toEqual({ [category!]: 'Gele', [promotion!]: 'Sallah' });
});

test('HIST-06 the value of a promotion is an amount or per cent, by the type that it had then', async () => {
  const id = '00000000-0000-7000-8000-000000000009';
  const values: unknown[] = [];
  for (const statement of [
    `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
       values ('${id}', 'Eid', 'EID', '2026-01-01', '2026-01-02', 'fixed', 5000)`,
    `update promotions set promotion_value = 4000 where id = '${id}'`,
    `update promotions set promotion_value = 10, promotion_type = 'percentage' where id = '${id}'`,
    `update promotions set promotion_value = 15 where id = '${id}'`,
    `delete from promotions where id = '${id}'`,
  ])
    await history.change('admin', 'x', statement);
  for (const { id: set } of (await history.as('admin').listChangeSets({ thing: id })).items.reverse()) {
    const { items } = await history.as('admin').getChangeSet({ id: set });
    values.push(items[0]!.cells.find(({ column }) => column === 'promotion_value'));
  }
  expect(values).toMatchObject([
    { before: null, after: '5000' },
    { before: '5000', after: '4000' },
    { before: '4000', after: '10 %' },
    { before: '10 %', after: '15 %' },
    { before: '15 %', after: null },
  ]);
  // Of one that exists, by its present type.
  await history.as('admin').undoChangeSet({ id: await history.newest() });
  await history.change('admin', 'x', `update promotions set promotion_value = 20 where id = '${id}'`);
  const { items } = await history.as('admin').getChangeSet({ id: await history.newest() });
  expect(items[0]!.cells).toEqual([{ column: 'promotion_value', before: '15 %', after: '20 %' }]);
});

test('HIST-06 words that mean the same are shown as words', async () => {
  await history.change(
    'admin',
    'Added {synonyms}',
    `insert into synonyms (words) values ('{fila,skull cap}')`,
  );
  const set = await history.as('admin').getChangeSet({ id: await history.newest() });
  expect(set.items[0]!.cells).toEqual([{ column: 'words', before: null, after: 'fila, skull cap' }]);
});

test('HIST-07 a set is shown by what it changed of one thing', async () => {
  const [one, other] = ['4', '5'].map((n) => `00000000-0000-7000-8000-00000000000${n}`);
  await history.change(
    'admin',
    'Added {products}',
    `insert into products (id, name, description, price) values ('${one}', 'Iro', 'D', 1), ('${other}', 'Buba', 'D', 1)`,
  );
  const id = await history.newest();
  const whole = await history.as('admin').getChangeSet({ id });
  expect(whole).toMatchObject({ total: 2, items: [{ thing: 'Iro' }, { thing: 'Buba' }] });
  const part = await history.as('admin').getChangeSet({ id, thing: other });
  expect(part).toMatchObject({ total: 1, items: [{ thing: 'Buba' }] });
  // Ids and times are not shown.
  expect(part.items[0]!.cells.map(({ column }) => column)).toEqual([
    'name',
    'description',
    'price',
    'category_id',
    'featured',
    'status',
    'sold_out',
    'sku',
    'promotion_id',
  ]);
});

test('HIST-06 the accounts that changed something that the user may see, each once by its last name, and not by that of its API key', async () => {
  const { admin, other } = history.userIds;
  await history.change('other', 'x', `update products set featured = true`);
  await history.owner.query(`update profiles set first_name = 'Zainab' where id = '${other}'`);
  await history.change('other', 'x', `update products set featured = false`);
  await history.change(
    'super_admin',
    'x',
    `update profiles set banned = true where id = '${history.userIds.user}'`,
  );
  // What programs change with their keys is found by the name of the account, also where it changed nothing else of late.
  for (const [actor, name] of [
    ['other', 'Desk'],
    ['admin', 'Till'],
  ] as const) {
    await history.change(actor, 'x', `update products set featured = not featured`);
    await history.owner.query(
      `update change_sets set actor_name = 'API key “' || $1 || '”' where actor_id = $2 and (actor_id = $3 or id = $4)`,
      [name, history.userIds[actor], admin, await history.newest()],
    );
  }
  const seen = [
    { id: admin, name: 'admin Obi' },
    { id: other, name: 'Zainab Obi' },
  ];
  expect(await history.as('admin').listChangeActors()).toEqual(seen);
  const owner = { id: history.userIds.super_admin, name: 'super_admin Obi' };
  expect(await history.as('super_admin').listChangeActors()).toEqual([seen[0], owner, seen[1]]);
  await expect(history.as('user').listChangeActors()).rejects.toMatchObject({ code: 'NO_PERMISSION' });
});
