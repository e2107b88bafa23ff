import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBatches } from '#db/progress.ts';
import type { ListChangeSetsInput } from '../contract.ts';
import { type HistoryFixture, openHistory } from './test-history.ts';

let history: HistoryFixture;
beforeAll(async () => {
  history = await openHistory();
});
afterAll(() => history.close());

const list = async (input: Partial<ListChangeSetsInput>, actor: 'admin' | 'super_admin' = 'super_admin') =>
  (await history.as(actor).listChangeSets(input)).items.map(({ summary }) => summary);

test('HIST-06 sets are listed newest first, filtered by actor, kind, names and days of the shop', async () => {
  const product = '00000000-0000-7000-8000-000000000001';
  await history.change(
    'admin',
    'Added {products}',
    `insert into products (id, name, description, price) values ('${product}', 'Aṣọ Òkè', 'D', 1)`,
  );
  await history.change(
    'other',
    'Changed {products}',
    `update products set price = 2 where id = '${product}'`,
  );
  await history.change(
    'super_admin',
    'Banned {users}',
    `update profiles set banned = true where id = '${history.userIds.user}'`,
  );
  await history.owner.query(
    `insert into categories (id, name, slug) values (gen_random_uuid(), 'Gele', 'gele')`,
  );
  await history.owner.query(
    `begin; select set_config('app.actor_name', 'The calendar', true); update categories set description = 'Planned'; commit`,
  );
  const all = ['Changed Gele', 'Added Gele', 'Banned user Obi', 'Changed Aṣọ Òkè', 'Added Aṣọ Òkè'];
  expect(await list({})).toEqual(all);
  expect(await list({}, 'admin')).toEqual(all.filter((summary) => !summary.startsWith('Banned')));
  expect(await list({ actor: history.userIds.other })).toEqual(['Changed Aṣọ Òkè']);
  expect(await list({ actor: 'database' })).toEqual(['Added Gele']);
  expect(await list({ actor: 'calendar' })).toEqual(['Changed Gele']);
  expect(await list({ kind: 'product' })).toEqual(['Changed Aṣọ Òkè', 'Added Aṣọ Òkè']);
  expect(await list({ kind: 'user' }, 'admin')).toEqual([]);
  expect(await list({ search: 'aso OKE added' })).toEqual(['Added Aṣọ Òkè']);
  expect(await list({ search: '100%' })).toEqual([]);
  expect(await list({ thing: product })).toEqual(['Changed Aṣọ Òkè', 'Added Aṣọ Òkè']);
  // 23:30 UTC is the next day in Lagos.
  for (const table of ['changes', 'change_sets'])
    await history.owner.query(
      `update ${table} set at = '2026-03-01T23:30:00Z' where at = (select min(at) from ${table})`,
    );
  expect(await list({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['Added Aṣọ Òkè']);
  expect(await list({ to: '2026-03-01' })).toEqual([]);
  const set = (await history.as('admin').listChangeSets({ kind: 'product' })).items[0]!;
  expect(await history.as('admin').getChangeSet({ id: set.id })).toMatchObject({
    set: { id: set.id, actorName: 'other Obi', rowCount: 1, undoneBy: null },
    items: [
      {
        kind: 'product',
        thingId: product,
        table: 'products',
        operation: 'update',
        cells: [{ column: 'price', before: '1', after: '2' }],
      },
    ],
    page: 1,
    pageCount: 1,
  });
  await expect(history.as('admin').getChangeSet({ id: product })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('among 100,000 sets no page, filter or count scans a month from its first row', async () => {
  await history.owner.query('truncate change_sets, changes; alter table change_sets disable trigger user');
  // Rare: a slide in 5,000, an account in 1,000. One thing has a third of all changes.
  await history.owner.query(`insert into change_sets (at, transaction_id, actor_id, actor_name, summary, kinds, row_count, search)
    select date_trunc('month', now()) - n * interval '1 second', '1', case when n % 30 = 0 then null else '${history.userIds.admin}'::uuid end,
      case when n % 30 = 0 then 'database' else 'admin' end, 'Changed Agbada', 
      case when n % 5000 = 0 then '{slide}' when n % 1000 = 1 then '{user}' else '{product}' end::text[], 1, 'changed agbada ' || n
    from generate_series(1, 100000) n`);
  await history.owner.query(`insert into changes (at, set_id, kind, thing_id, table_name, row_id, operation)
    select at, id, kinds[1], case when random() < 0.3 then '${history.userIds.other}'::uuid else gen_random_uuid() end, 'products', id, 'update' from change_sets`);
  await history.owner.query('alter table change_sets enable trigger user');
  await history.owner.query('select keep_change_partitions(400); analyze change_sets; analyze changes');
  const [{ rare } = { rare: '' }] = await history.rows<{ rare: string }>(
    `select thing_id as rare from changes where thing_id <> $1 limit 1`,
    [history.userIds.other],
  );
  const plans: string[] = [];
  const { database } = history;
  const asCaller = database.asCaller.bind(database);
  database.asCaller = (caller, work) =>
    asCaller(caller, (tx) =>
      work(
        new Proxy(tx, {
          get(target, name) {
            if (name !== 'execute') return Reflect.get(target, name);
            return async (query: ReturnType<typeof sql>) => {
              const explained = await target.execute(sql`explain (analyze, timing off) ${query}`);
              plans.push(explained.rows.map((row) => Object.values(row)[0]).join('\n'));
              return target.execute(query);
            };
          },
        }),
      ),
    );
  try {
    for (const input of [
      {},
      { page: 1000 },
      { kind: 'slide' },
      { kind: 'user', actor: history.userIds.admin },
      { kind: 'product', page: 1000 },
      { actor: history.userIds.admin },
      { actor: 'database', page: 300 },
      { search: 'agbada 77777' },
      { search: 'agbada' },
      { thing: rare },
    ] as const)
      expect((await history.as('super_admin').listChangeSets(input)).items.length).toBeGreaterThan(0);
    const [{ id } = { id: '' }] = await history.rows<{ id: string }>('select id from change_sets limit 1');
    expect((await history.as('super_admin').getChangeSet({ id, page: 1 })).items).toHaveLength(1);
  } finally {
    database.asCaller = asCaller;
  }
  expect(plans).toHaveLength(22);
  // Scans of empty months have nothing to read.
  const scans = plans.flatMap(
    (plan) => plan.match(/Seq Scan on \w+ .*rows=(?!0\b)\d+(\.\d+)? loops.*/g) ?? [],
  );
  expect(scans.filter((scan) => !/actual rows=0/.test(scan))).toEqual([]);
});

test('BULK-02 the progress of a change of many rows is read by who makes it, while it runs', async () => {
  const key = uuidv7();
  const userId = history.userIds.admin;
  const read = (actor: 'admin' | 'other' = 'admin') => history.as(actor).getProgress({ key });
  const none = { written: 0, total: 0 };
  const seen: unknown[] = [];
  const rows = Array.from({ length: 1_200 }, (_, at) => at);
  const written = await history.database.asCaller({ userId, role: 'admin' }, (tx) =>
    inBatches({ tx, userId, key }, rows, async (batch) => {
      seen.push(await read());
      expect(await read('other')).toEqual(none);
      return batch.length;
    }),
  );
  expect(written).toBe(1_200);
  expect(seen).toEqual([none, { written: 500, total: 1_200 }, { written: 1_000, total: 1_200 }]);
  expect(await read()).toEqual(none);
});
