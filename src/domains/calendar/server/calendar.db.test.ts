import { createRouterClient } from '@orpc/server';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SPECIAL_DAYS } from '#brand/special-days.ts';
import type { Database } from '#db/client.ts';
import { seedSpecialDays } from '#db/installation.ts';
import { openTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { createPreviewLinks } from '#platform/preview-links.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Role } from '#shared/caller.ts';
import { calendarRouter } from './router.ts';

let testDatabase: TestDatabase;
let database: Database;
let close: () => Promise<void>;
let owner: pg.Client;
const ids = { ada: uuidv7(), customer: uuidv7() };

beforeAll(async () => {
  ({ testDatabase, database, owner, close } = await openTestDatabase());
  for (const [name, id] of Object.entries(ids))
    await owner.query(
      `insert into profiles (id, email, first_name, role) values ($1, $2 || '@shop.test', initcap($2), $3)`,
      [id, name, name === 'customer' ? 'user' : 'admin'],
    );
});
afterAll(() => close());
beforeEach(() => owner.query('delete from products; delete from promotions; delete from special_days'));

const as = (name: keyof typeof ids, role: Role = 'admin') =>
  createRouterClient(
    calendarRouter({
      database,
      clock: { today: () => '2026-11-25' },
      previewLinks: createPreviewLinks({ secret: 'x', clock: { now: () => new Date() } }),
      publicUrl: 'http://shop.test',
    }),
    {
      context: testContext({ userId: ids[name], role }),
    },
  );

async function promotion(code: string, startDate: string, endDate: string): Promise<string> {
  const id = uuidv7();
  await owner.query(
    `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
     values ($1, $2, $2, $3, $4, 'percentage', 10)`,
    [id, code, startDate, endDate],
  );
  return id;
}
async function product(promotionId: string): Promise<string> {
  const id = uuidv7();
  await owner.query(
    `insert into products (id, name, description, price, promotion_id) values ($1, 'P', 'D', 1, $2)`,
    [id, promotionId],
  );
  return id;
}
const join = (promotionId: string | null, ...products: string[]) =>
  owner.query('update products set promotion_id = $1 where id = any ($2)', [promotionId, products]);

test('CAL-01 the calendar has the promotions of eight weeks from this one, by their first day', async () => {
  await promotion('SPANS', '2026-01-01', '2027-12-31');
  await promotion('LAST', '2027-01-17', '2027-01-20');
  await promotion('FIRST', '2026-11-01', '2026-11-23');
  await promotion('BEFORE', '2026-11-01', '2026-11-22');
  await promotion('AFTER', '2027-01-18', '2027-01-20');
  const calendar = await as('ada').getCalendar({});
  expect(calendar).toMatchObject({ today: '2026-11-25', from: '2026-11-23', hasMore: false });
  expect(calendar.promotions.map(({ code }) => code)).toEqual(['SPANS', 'FIRST', 'LAST']);
  const later = await as('ada').getCalendar({ from: '2027-01-20' });
  expect(later.from).toBe('2027-01-18');
  expect(later.promotions.map(({ code }) => code)).toEqual(['SPANS', 'LAST', 'AFTER']);
  // Eight weeks later there would be no day of the contract.
  expect(await as('ada').getCalendar({ from: '9999-12-31' })).toMatchObject({ from: '2199-12-30' });
  await expect(as('customer', 'user').getCalendar({})).rejects.toMatchObject({ code: 'NO_PERMISSION' });
});

test('CAL-01 overlaps are counted per product: those that left a promotion of the same days for this one', async () => {
  const adire = await promotion('ADIRE10', '2026-12-01', '2026-12-20');
  const detty = await promotion('DETTY15', '2026-12-10', '2026-12-31');
  const earlier = await promotion('EARLIER', '2026-11-01', '2026-11-30');
  const [a, b, c, back, gone] = [
    await product(adire),
    await product(adire),
    await product(earlier),
    await product(adire),
    await product(adire),
  ] as [string, string, string, string, string];
  await join(detty, a, b, c, back, gone);
  await join(adire, back);
  // There and back again: one product counts once.
  await join(adire, a);
  await join(detty, a);
  await owner.query('delete from products where id = $1', [gone]);
  const overlapsOf = async () =>
    Object.fromEntries(
      (await as('ada').getCalendar({})).promotions.map(({ code, overlaps }) => [code, overlaps]),
    );
  expect(await overlapsOf()).toEqual({
    ADIRE10: [{ code: 'DETTY15', products: 1 }],
    DETTY15: [{ code: 'ADIRE10', products: 2 }],
    EARLIER: [],
  });
  // Days that no longer meet do not overlap.
  await owner.query(`update promotions set end_date = '2026-12-09' where id = $1`, [adire]);
  expect(await overlapsOf()).toMatchObject({ ADIRE10: [], DETTY15: [] });
});

test('CAL-01 days that matter are seeded once, and added, changed and deleted by admins', async () => {
  await seedSpecialDays(testDatabase.url);
  const listed = async () => (await as('ada').getCalendar({})).specialDays;
  expect((await listed()).map(({ name }) => name).sort()).toEqual(
    SPECIAL_DAYS.map(({ name }) => name).sort(),
  );
  for (const name of ['Christmas', 'Detty December', 'Sallah (Eid-el-Kabir)'])
    expect(await listed()).toContainEqual(expect.objectContaining({ name }));
  for (const { id } of await listed()) await as('ada').deleteSpecialDay({ id });
  await seedSpecialDays(testDatabase.url);
  expect(await listed()).toEqual([]);
  const day = {
    id: uuidv7(),
    name: 'Market day',
    firstDay: '2026-12-05',
    lastDay: '2026-12-06',
    everyYear: false,
  };
  await as('ada').createSpecialDay(day);
  await as('ada').createSpecialDay(day);
  expect(await listed()).toMatchObject([{ ...day, version: 1 }]);
  // Corrected after a lost response; what was saved since stays.
  expect(await as('ada').createSpecialDay({ ...day, name: 'Market' })).toMatchObject({ name: 'Market' });
  const changed = await as('ada').updateSpecialDay({ ...day, name: 'Big market', version: 2 });
  expect(changed).toMatchObject({ name: 'Big market', version: 3 });
  // COLLAB-02: an open form reads it again, with its author.
  expect(await listed()).toEqual([{ ...changed, updatedBy: 'Ada' }]);
  await expect(as('ada').createSpecialDay(day)).rejects.toMatchObject({
    code: 'STALE',
    data: { name: 'Ada', current: { name: 'Big market', version: 3 } },
  });
  expect(await as('ada').createSpecialDay({ ...day, name: 'Big market' })).toMatchObject({ version: 3 });
  await expect(as('ada').updateSpecialDay({ ...day, version: 1 })).rejects.toMatchObject({
    code: 'STALE',
    data: { name: 'Ada', current: { name: 'Big market' } },
  });
  await expect(
    as('ada').createSpecialDay({ ...day, id: uuidv7(), lastDay: '2026-12-01' }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(as('ada').deleteSpecialDay({ id: uuidv7() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(as('customer').createSpecialDay({ ...day, id: uuidv7() })).rejects.toThrow();
});

test('HIST-08 a day that matters is in the history by its name, and undone', async () => {
  await seedSpecialDays(testDatabase.url);
  await owner.query('truncate change_sets, changes');
  const days = { firstDay: '2026-12-05', lastDay: '2026-12-06', everyYear: false };
  const id = uuidv7();
  const { version } = await as('ada').createSpecialDay({ ...days, id, name: 'Market day' });
  await as('ada').updateSpecialDay({ ...days, id, version, name: 'Big market', everyYear: true });
  await as('ada').deleteSpecialDay({ id });
  const sets = await owner.query('select id, summary, kinds, actor_name from change_sets order by at desc');
  expect(sets.rows).toMatchObject(
    [
      { summary: 'Deleted Big market from the calendar' },
      { summary: 'Changed Big market in the calendar' },
      { summary: 'Added Market day to the calendar' },
    ].map((set) => ({ ...set, actor_name: 'Ada', kinds: ['day'] })),
  );
  const undo = (set: string) =>
    database.asCaller({ userId: ids.ada, role: 'admin' }, (tx) =>
      tx.execute(sql`SELECT undo_change_set(${set}, false)`),
    );
  const listed = async () =>
    (await as('ada').getCalendar({})).specialDays.filter((day) => day.id === id).map(({ name }) => name);
  const names: string[][] = [];
  for (const set of sets.rows) {
    await undo(set.id);
    names.push(await listed());
  }
  expect(names).toEqual([['Big market'], ['Market day'], []]);
});

test('CAL-01 the list of days that matter has an end', async () => {
  await owner.query('delete from special_days');
  await owner.query(
    `insert into special_days (name, first_day, last_day) select 'x', '2026-01-01', '2026-01-01' from generate_series(1, 199)`,
  );
  const oneMore = () => ({
    id: uuidv7(),
    name: 'One more',
    firstDay: '2026-12-05',
    lastDay: '2026-12-05',
    everyYear: false,
  });
  const last = await as('ada').createSpecialDay(oneMore());
  await expect(as('ada').createSpecialDay(oneMore())).rejects.toMatchObject({ code: 'LIST_FULL' });
  // The retry of the last one, whose response was lost.
  await expect(as('ada').createSpecialDay({ ...oneMore(), id: last.id })).resolves.toMatchObject({
    id: last.id,
  });
});
