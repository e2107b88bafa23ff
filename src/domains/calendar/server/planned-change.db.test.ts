import { createRouterClient } from '@orpc/server';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { openTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { createPreviewLinks } from '#platform/preview-links.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Role } from '#shared/caller.ts';
import { dayIn, dayPlus } from '#shared/dates.ts';
import { applyPlannedChanges } from './planned-change.service.ts';
import { calendarRouter } from './router.ts';

let testDatabase: TestDatabase;
let database: Database;
let close: () => Promise<void>;
let owner: pg.Client;
const ids = { ada: uuidv7(), bola: uuidv7(), customer: uuidv7() };
const TODAY = dayIn('UTC', new Date());
const day = (days: number) => dayPlus(TODAY, days);
const previewLinks = createPreviewLinks({ secret: 'x', clock: { now: () => new Date() } });
const at = (today: string) => ({
  database,
  clock: { today: () => today },
  previewLinks,
  publicUrl: 'http://shop.test',
});
let [agbada, buba, slide] = ['', '', ''];

beforeAll(async () => {
  ({ testDatabase, database, owner, close } = await openTestDatabase());
  for (const [name, id] of Object.entries(ids))
    await owner.query(
      `insert into profiles (id, email, first_name, role) values ($1, $2 || '@shop.test', initcap($2), $3)`,
      [id, name, name === 'customer' ? 'user' : 'admin'],
    );
});
afterAll(() => close());
beforeEach(async () => {
  await owner.query('delete from products');
  await owner.query('delete from hero_slides');
  [agbada, buba, slide] = [uuidv7(), uuidv7(), uuidv7()];
  await owner.query(
    `insert into products (id, name, description, price) values ($1, 'Agbada', 'D', 25000), ($2, 'Buba', 'D', 9000)`,
    [agbada, buba],
  );
  await owner.query(
    `insert into hero_slides (id, title, description, button_text, button_link, title_animation, description_animation)
     values ($1, 'Detty December', 'D', 'B', '/', 'animate-float', 'animate-float')`,
    [slide],
  );
  await owner.query('truncate change_sets, changes');
});

const as = (name: keyof typeof ids, role: Role = 'admin') =>
  createRouterClient(calendarRouter(at(TODAY)), {
    context: testContext({ userId: ids[name], role }),
  });
type To = Parameters<ReturnType<typeof as>['planChange']>[0]['to'];
const plan = (thingId: string, days: number, to: To, id = uuidv7()) =>
  as('ada').planChange({
    id,
    kind: thingId === slide ? 'slide' : 'product',
    thingId,
    day: day(days),
    to,
  });
const productOf = async (id: string) =>
  (await owner.query('select price::float, status, featured, version from products where id = $1', [id]))
    .rows[0];
const isSlideActive = async () =>
  (await owner.query('select is_active from hero_slides where id = $1', [slide])).rows[0].is_active;
test('CAL-02 staff get a link to the shop on a day after today, within two years', async () => {
  const { url, endsAt } = await as('ada').getPreviewLink({ day: day(9) });
  const path = url.replace('http://shop.test', '');
  expect(previewLinks.check(path)).toMatchObject({ day: day(9), endsAt: new Date(endsAt) });
  for (const other of [day(0), day(-1), day(732)])
    await expect(as('ada').getPreviewLink({ day: other }), other).rejects.toMatchObject({
      code: 'BAD_INPUT',
      data: { issues: [{ path: 'day' }] },
    });
  await expect(as('customer', 'user').getPreviewLink({ day: day(9) })).rejects.toMatchObject({
    code: 'NO_PERMISSION',
  });
});

const sets = async () =>
  (
    await owner.query(
      `select id, actor_name, operation, summary, kinds from change_sets order by at, transaction_id::text::bigint`,
    )
  ).rows;
const undo = (id: string) =>
  database.asCaller({ userId: ids.ada, role: 'admin' }, async (tx) => {
    const { rows } = await tx.execute<{ answer: { left: number; rows: number } }>(
      `select undo_change_set('${id}', false) as answer`,
    );
    return rows[0]!.answer;
  });
const planned = async () =>
  (await owner.query(`select day::text, thing_id, field from planned_changes order by day, field`)).rows;

test('CAL-03 what is planned is listed by day, with who planned it, and is changed and removed', async () => {
  const price = await plan(agbada, 12, { price: 18_000 });
  await plan(agbada, 3, { featured: true });
  expect(await as('bola').listPlannedChanges({ thingId: agbada })).toMatchObject({
    today: TODAY,
    items: [
      { day: day(3), to: { featured: true } },
      { day: day(12), to: { price: 18_000 }, thing: 'Agbada', kind: 'product', plannedBy: 'Ada' },
    ],
  });
  const changed = await as('bola').updatePlannedChange({ ...price, to: { price: 17_500 }, day: day(2) });
  expect(changed).toMatchObject({ day: day(2), to: { price: 17_500 }, plannedBy: 'Bola', version: 2 });
  await expect(as('ada').updatePlannedChange({ ...price, day: day(4) })).rejects.toMatchObject({
    code: 'STALE',
    data: { name: 'Bola', current: { day: day(2) } },
  });
  await as('ada').deletePlannedChange({ id: price.id, kind: 'product' });
  expect(await planned()).toMatchObject([{ field: 'featured' }]);
  expect((await sets()).map(({ summary, actor_name }) => [actor_name, summary])).toEqual([
    ['Ada', 'Planned a change of Agbada'],
    ['Ada', 'Planned a change of Agbada'],
    ['Bola', 'Changed what is planned for Agbada'],
    ['Ada', 'Removed a planned change of Agbada'],
  ]);
});

test('CAL-03 there is one change of a field and day, also of two planned at once and sent again', async () => {
  const id = uuidv7();
  await plan(agbada, 5, { price: 1 }, id);
  await plan(agbada, 5, { price: 1 }, id);
  const both = await Promise.allSettled([plan(buba, 5, { price: 1 }), plan(buba, 5, { price: 2 })]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(plan(agbada, 5, { price: 2 })).rejects.toMatchObject({
    code: 'BAD_INPUT',
    data: { issues: [{ path: 'day' }] },
  });
  await plan(agbada, 5, { status: 'draft' });
  expect(await planned()).toHaveLength(3);
});

test('CAL-03 what is sent again after a lost response is planned as corrected, for the same thing alone', async () => {
  const id = uuidv7();
  const first = await plan(agbada, 5, { price: 1 }, id);
  expect(await plan(agbada, 5, { price: 1 }, id)).toEqual(first);
  const corrected = { day: day(6), to: { price: 2 } };
  expect(await plan(agbada, 6, { price: 2 }, id)).toMatchObject(corrected);
  await expect(plan(buba, 7, { price: 3 }, id)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    data: { issues: [{ path: 'id' }] },
  });
  expect((await as('ada').listPlannedChanges({ thingId: agbada })).items).toMatchObject([corrected]);
  expect((await as('ada').listPlannedChanges({ thingId: buba })).items).toEqual([]);
  expect(await plan(agbada, 6, { price: 2 }, id)).toMatchObject({ ...corrected, version: 2 });
  // What another user saved since stays.
  await as('bola').updatePlannedChange({ ...first, ...corrected, version: 2, day: day(8) });
  await expect(plan(agbada, 9, { price: 4 }, id)).rejects.toMatchObject({
    code: 'STALE',
    data: { name: 'Bola', current: { day: day(8), to: { price: 2 }, version: 3 } },
  });
});

test('CAL-03 today, the past, a far day, another kind of thing and one that is gone are refused', async () => {
  for (const days of [0, -1, 800])
    await expect(plan(agbada, days, { price: 1 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(plan(slide, 1, { price: 1 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(plan(agbada, 1, { isActive: true })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(plan(agbada, 1, { price: -1 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(plan(agbada, 1, { price: 1, featured: true })).rejects.toMatchObject({
    code: 'BAD_INPUT',
  });
  await expect(plan(uuidv7(), 1, { price: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await planned()).toEqual([]);
});

test('CAL-03 customers neither see nor plan changes, and a request cannot apply them', async () => {
  await plan(agbada, 1, { price: 1 });
  await expect(as('customer', 'user').listPlannedChanges({ thingId: agbada })).rejects.toMatchObject({
    code: 'NO_PERMISSION',
  });
  // With a role that is not theirs.
  expect((await as('customer').listPlannedChanges({ thingId: agbada })).items).toEqual([]);
  await expect(
    as('customer').planChange({
      id: uuidv7(),
      kind: 'product',
      thingId: agbada,
      day: day(2),
      to: { price: 1 },
    }),
  ).rejects.toThrow();
  await expect(database.web.execute(`select apply_planned_changes('2099-01-01')`)).rejects.toMatchObject({
    cause: { code: '42501' },
  });
});

test('CAL-03 a day is applied as one change set with a clear summary, and can be undone', async () => {
  await plan(agbada, 1, { price: 18_000 });
  await plan(agbada, 1, { featured: true });
  await plan(buba, 1, { status: 'draft' });
  await plan(slide, 1, { isActive: false });
  await plan(buba, 2, { price: 1 });
  await owner.query('truncate change_sets, changes');
  expect(await applyPlannedChanges(at(TODAY))).toEqual([]);
  expect(await applyPlannedChanges(at(day(1)))).toEqual([day(1)]);
  expect(await productOf(agbada)).toMatchObject({ price: 18_000, featured: true, version: 2 });
  expect(await productOf(buba)).toMatchObject({ status: 'draft', price: 9_000 });
  expect(await isSlideActive()).toBe(false);
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day(1)),
  );
  expect(await sets()).toMatchObject([
    {
      actor_name: 'The calendar',
      operation: 'calendar.applyPlannedChanges',
      summary: `Planned for ${text}: 2 products and Detty December`,
      kinds: ['product', 'slide'],
    },
  ]);
  // The undo returns the values. What was planned for a day that is over does not return.
  expect(await undo((await sets())[0].id)).toMatchObject({ left: 0, rows: 3 });
  expect(await productOf(agbada)).toMatchObject({ price: 25_000, featured: false });
  expect(await applyPlannedChanges(at(day(1)))).toEqual([]);
  expect(await productOf(agbada)).toMatchObject({ price: 25_000 });
});

test('CAL-03 several processes at once apply a day once, and days that were missed in their order', async () => {
  for (const days of [3, 1, 2]) await plan(agbada, days, { price: days });
  for (const days of [1, 3]) await plan(slide, days, { isActive: days === 3 });
  await owner.query('truncate change_sets, changes');
  const others = await openDatabase(testDatabase);
  try {
    const runs = await Promise.all(
      [database, others, database, others].map((one) =>
        applyPlannedChanges({ database: one, clock: { today: () => day(10) } }),
      ),
    );
    expect(runs.flat().sort()).toEqual([day(1), day(2), day(3)]);
  } finally {
    await others.close();
  }
  expect(await productOf(agbada)).toMatchObject({ price: 3, version: 4 });
  expect(await isSlideActive()).toBe(true);
  expect((await sets()).map(({ kinds }) => kinds)).toEqual([
    ['product', 'slide'],
    ['product'],
    ['product', 'slide'],
  ]);
});

test('CAL-03 a day is applied although the clock was ahead when the one before was', async () => {
  await plan(agbada, 1, { price: 1 });
  await owner.query(
    `insert into change_sets (at, operation) values (now() + interval '1 hour', 'calendar.applyPlannedChanges')`,
  );
  expect(await applyPlannedChanges(at(day(1)))).toEqual([day(1)]);
  expect(await productOf(agbada)).toMatchObject({ price: 1 });
});

test('CAL-03 a run that is cut off applies nothing of its day, and the next one all of it', async () => {
  await plan(agbada, 1, { price: 1 });
  await plan(slide, 1, { isActive: false });
  await owner.query(
    `create function cut() returns trigger language plpgsql as $$ begin raise 'cut'; end $$;
     create trigger cut before update on hero_slides for each row execute function cut()`,
  );
  await expect(applyPlannedChanges(at(day(1)))).rejects.toThrow();
  expect(await productOf(agbada)).toMatchObject({ price: 25_000 });
  expect(await planned()).toHaveLength(2);
  await owner.query('drop trigger cut on hero_slides; drop function cut');
  expect(await applyPlannedChanges(at(day(1)))).toEqual([day(1)]);
  expect(await productOf(agbada)).toMatchObject({ price: 1 });
});

test('CAL-03 a thing that was changed by hand gets the planned value, and none if it has it already', async () => {
  await plan(agbada, 1, { price: 18_000 });
  await plan(buba, 1, { price: 9_000 });
  await owner.query('update products set price = 20000 where id = $1', [agbada]);
  await owner.query('truncate change_sets, changes');
  await applyPlannedChanges(at(day(1)));
  expect(await productOf(agbada)).toMatchObject({ price: 18_000 });
  expect(await productOf(buba)).toMatchObject({ price: 9_000, version: 1 });
  expect(await sets()).toMatchObject([{ kinds: ['product'], summary: expect.stringContaining(': Agbada') }]);
  expect(await planned()).toEqual([]);
});

test('CAL-03 what is planned goes with its thing, and returns with it while its day is to come', async () => {
  await plan(agbada, 1, { price: 1 });
  await plan(agbada, 9, { price: 2 });
  await owner.query('truncate change_sets, changes');
  await owner.query('delete from products where id = $1', [agbada]);
  expect(await planned()).toEqual([]);
  const [deleted] = await sets();
  // As if the undo came after the first day.
  await owner.query(
    `update changes set before = before || jsonb_build_object('day', $1::text)
    where table_name = 'planned_changes' and before ->> 'day' = $2`,
    [TODAY, day(1)],
  );
  expect(await undo(deleted.id)).toMatchObject({ left: 1 });
  expect(await planned()).toMatchObject([{ day: day(9), thing_id: agbada }]);
  expect(await productOf(agbada)).toMatchObject({ price: 25_000 });
});

test('CAL-03 planning can be undone, and a removal while its day is to come', async () => {
  const { id } = await plan(agbada, 4, { price: 1 });
  await undo((await sets()).at(-1).id);
  expect(await planned()).toEqual([]);
  await undo((await sets()).at(-1).id);
  expect(await planned()).toMatchObject([{ day: day(4), field: 'price' }]);
  await as('ada').deletePlannedChange({ id, kind: 'product' });
  await undo((await sets()).at(-1).id);
  expect(await planned()).toMatchObject([{ day: day(4), field: 'price' }]);
});

test('CAL-03 an undo of what was planned leaves the field that another plan has by now, and restores the day', async () => {
  const { id, version } = await plan(agbada, 4, { price: 18_000 });
  await as('ada').updatePlannedChange({ id, version, kind: 'product', day: day(9), to: { status: 'draft' } });
  const edited = (await sets()).at(-1);
  // The day that the undo restores has a price by now.
  await plan(agbada, 4, { price: 17_000 });
  expect(await undo(edited.id)).toMatchObject({ left: 2 });
  expect(await planned()).toMatchObject([
    { day: day(4), field: 'price' },
    { day: day(4), field: 'status' },
  ]);
});

test('CAL-03 what the shop is on a day can be read before it comes', async () => {
  await plan(agbada, 2, { price: 2 });
  await plan(agbada, 4, { price: 4 });
  const priceOn = async (days: number) =>
    (
      await owner.query(
        `select coalesce(c.price, p.price)::float as price from products p left join lateral (
           select price from planned_changes where thing_id = p.id and field = 'price' and day <= $2 order by day desc limit 1
         ) c on true where p.id = $1`,
        [agbada, day(days)],
      )
    ).rows[0].price;
  expect([await priceOn(1), await priceOn(2), await priceOn(3), await priceOn(9)]).toEqual([25_000, 2, 2, 4]);
});
