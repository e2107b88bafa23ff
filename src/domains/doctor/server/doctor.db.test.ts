import { createRouterClient } from '@orpc/server';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { accessTrial } from '#platform/doctor/access-trial.ts';
import { type DoctorDatabase, openDoctorDatabase } from '#platform/doctor/database-checks.ts';
import { createDoctor } from '#platform/doctor/examine.ts';
import { type Finding, ok, warning } from '#platform/doctor/finding.ts';
import { createLog } from '#platform/log.ts';
import { openTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Role } from '#shared/caller.ts';
import { doctorRouter } from './router.ts';
import { shopChecks } from './shop-checks.ts';

const TODAY = '2026-11-23';
let base: TestDatabase;
let database: Database;
let close: () => Promise<void>;
let checked: DoctorDatabase;
let owner: pg.Client;
const userIds: Record<Role, string> = { user: uuidv7(), admin: uuidv7(), super_admin: uuidv7() };

beforeAll(async () => {
  ({ testDatabase: base, database, owner, close } = await openTestDatabase());
  checked = openDoctorDatabase(base.url);
  for (const [role, id] of Object.entries(userIds))
    await owner.query(`insert into profiles (id, email, role) values ($1, $2 || '@shop.test', $2)`, [
      id,
      role,
    ]);
});
afterAll(async () => {
  await checked?.close();
  await close?.();
});

const shop = () =>
  createDoctor(shopChecks({ db: checked.orm, publicUrl: 'https://shop.test', today: () => TODAY })).examine();
const lineOf = async (what: string) => (await shop()).find((one) => one.what === what);

async function addProduct(
  name: string,
  { price = 10, image = true, status = 'published' } = {},
): Promise<string> {
  const id = uuidv7();
  await owner.query(
    `insert into products (id, name, description, price, status) values ($1, $2, 'x', $3, $4)`,
    [id, name, price, status],
  );
  if (image)
    await owner.query(
      `insert into product_images (id, product_id, image_url, is_primary, width, height) values ($1, $1, '/x', true, 1, 1)`,
      [id],
    );
  return id;
}

test('DOCTOR-01 published products without an image or with the price 0 are named; drafts are not', async () => {
  await addProduct('Agbada');
  await addProduct('Draft', { image: false, price: 0, status: 'draft' });
  expect(await shop()).toMatchObject([
    { what: 'Slides', state: 'ok' },
    { what: 'Product images', state: 'ok' },
    { what: 'Prices', state: 'ok' },
    { what: 'Promotions', state: 'ok' },
  ]);
  const [bare, free] = [await addProduct('Bare', { image: false }), await addProduct('Free', { price: 0 })];
  expect(await lineOf('Product images')).toMatchObject({
    state: 'warning',
    found: '1 product has no image: ‘Bare’',
    action: { label: 'Open ‘Bare’', to: `/admin/products/${bare}` },
  });
  expect(await lineOf('Prices')).toMatchObject({
    state: 'problem',
    found: '1 product costs nothing, now or on a coming day: ‘Free’',
    action: { to: `/admin/products/${free}` },
  });
  await owner.query(
    `insert into products (id, name, description, price) select gen_random_uuid(), 'Many', 'x', 0 from generate_series(1, 150)`,
  );
  expect((await lineOf('Prices'))?.found).toMatch(/^More than 100 products cost nothing, .* and 98 more$/);
  await owner.query(`delete from products where name in ('Many', 'Bare', 'Free')`);
});

test('DOCTOR-01 products that a promotion makes free are named with it, also from a planned price on', async () => {
  const promotions = [
    ['RUNNING', 'fixed', 10, '2026-11-01', TODAY],
    ['COMING', 'fixed', 10, '2026-12-01', '2026-12-24'],
    ['ENDED', 'fixed', 10, '2026-11-01', '2026-11-22'],
    ['PERCENT', 'percentage', 10, '2026-11-01', '2026-12-24'],
  ];
  const ids = new Map<string, string>();
  for (const [code, type, value, start, end] of promotions) {
    const promotion = uuidv7();
    await owner.query(
      `insert into promotions (id, name, code, promotion_type, promotion_value, start_date, end_date)
       values ($1, $2, $2, $3, $4, $5, $6)`,
      [promotion, code, type, value, start, end],
    );
    for (const price of [10, 11]) {
      const id = await addProduct(`${code} ${price}`, { price });
      await owner.query('update products set promotion_id = $2 where id = $1', [id, promotion]);
      ids.set(`${code} ${price}`, id);
    }
  }
  const found = async () => (await lineOf('Prices'))?.found.split(': ')[1]?.split(', ').sort();
  expect(await found()).toEqual(['‘COMING 10’ with COMING', '‘RUNNING 10’ with RUNNING']);
  await owner.query(`delete from products where price = 10 and promotion_id is not null`);
  expect(await lineOf('Prices')).toMatchObject({ state: 'ok' });
  const plan = (name: string, day: string, price: number) =>
    owner.query(
      `insert into planned_changes (id, product_id, day, price) values (gen_random_uuid(), $1, $2, $3)`,
      [ids.get(name), day, price],
    );
  // On the day after the last one of RUNNING, its product has its own price.
  await plan('RUNNING 11', '2026-11-24', 9);
  await plan('COMING 11', '2026-12-24', 9);
  expect(await found()).toEqual(['‘COMING 11’ with COMING']);
  // Low before the promotion begins, and dearer on its first day.
  await owner.query('delete from planned_changes');
  await plan('COMING 11', '2026-11-30', 9);
  await plan('COMING 11', '2026-12-01', 20);
  expect(await lineOf('Prices')).toMatchObject({ state: 'ok' });
  await owner.query(`update products set price = 9 where name = 'COMING 11'`);
  expect(await lineOf('Prices')).toMatchObject({ state: 'ok' });
  await owner.query(`delete from planned_changes where price = 20`);
  expect(await found()).toEqual(['‘COMING 11’ with COMING']);
  await owner.query(`delete from products where promotion_id is not null`);
  await owner.query('delete from promotions');
});

test('DOCTOR-01 shown slides whose link leads nowhere are named, with the link', async () => {
  const product = await addProduct('Linked');
  await owner.query(
    `insert into categories (id, name, slug, is_active) values (gen_random_uuid(), 'Agbada', 'agbada', true),
       (gen_random_uuid(), 'Buba', 'buba', false), (gen_random_uuid(), 'ọmọ oba', 'omo-oba', true)`,
  );
  await owner.query(
    `insert into category_slugs (slug, category_id) select 'babban-riga', id from categories where slug = 'agbada'`,
  );
  await owner.query(
    `insert into promotions (id, name, code, start_date, end_date, promotion_value) values (gen_random_uuid(), 'Eid', 'EID', '2026-01-01', '2027-01-01', 1),
       (gen_random_uuid(), 'Ended', 'ENDED', '2026-01-01', '2026-01-02', 1), (gen_random_uuid(), 'Soon', 'SOON', '2026-11-24', '2027-01-01', 1)`,
  );
  const add = (title: string, link: string, active = true) =>
    owner.query(
      `insert into hero_slides (id, title, description, button_text, button_link, is_active, display_order, title_animation, description_animation)
       values (gen_random_uuid(), $1, 'x', 'x', $2, $3, (select count(*) from hero_slides), 'animate-float', 'animate-float')`,
      [title, link, active],
    );
  for (const link of [
    '/products',
    `/products/${product}`,
    '/products?category=agbada',
    // As the page resolves them: hidden, renamed, by its name, in any case.
    '/products?category=buba',
    '/products?category=BABBAN-RIGA',
    '/products?category=%20%E1%BB%8Cmọ%20Oba%20',
    '/products?promotion=eid',
    '/products?promotion=ended',
    'https://instagram.example/no-request-is-made',
    'https://shop.test/about',
  ])
    await add('Alive', link);
  await add('Hidden', '/gone', false);
  expect(await lineOf('Slides')).toMatchObject({
    state: 'ok',
    found: 'the links of 10 slides lead to a page',
  });
  await add('Soon', '/products?promotion=Soon');
  expect(await lineOf('Slides')).toMatchObject({
    state: 'problem',
    found: '‘Soon’ leads to /products?promotion=Soon, which shows nothing',
  });
  await owner.query(`delete from hero_slides where title = 'Soon'`);
  await owner.query(`update products set status = 'draft' where id = $1`, [product]);
  await owner.query(`delete from categories where slug <> 'buba' and slug <> 'omo-oba'`);
  await add('Typo', '/prodcts');
  expect(await lineOf('Slides')).toMatchObject({
    state: 'problem',
    found: `‘Alive’ leads to /products/${product}, ‘Alive’ leads to /products?category=agbada, ‘Alive’ leads to /products?category=BABBAN-RIGA and 1 more, which shows nothing`,
    action: { to: '/admin/hero-slides' },
  });
});

test('DOCTOR-01 promotions that end today are named, those of other days are not', async () => {
  const add = (name: string, start: string, end: string) =>
    owner.query(
      `insert into promotions (id, name, code, start_date, end_date, promotion_value) values (gen_random_uuid(), $1, $1, $2, $3, 1)`,
      [name, start, end],
    );
  await add('Past', '2026-11-01', '2026-11-22');
  await add('Later', '2026-11-01', '2026-11-24');
  expect(await lineOf('Promotions')).toMatchObject({ state: 'ok' });
  await add('Tonight', '2026-11-01', TODAY);
  expect(await lineOf('Promotions')).toMatchObject({
    state: 'warning',
    found: '‘Tonight’ ends today at midnight',
  });
});

test('DOCTOR-01 the doctor cannot write', async () => {
  await expect(checked.pool.query('delete from products')).rejects.toThrow('read-only');
});

test('DOCTOR-01 access is tried as the request login: a table without row level security is named', async () => {
  await owner.query(
    `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
     values ($1, '1001', $1, 'x', 'x', $1, 'x')`,
    [userIds.user],
  );
  await addProduct('Tried');
  await addProduct('Tried draft', { status: 'draft' });
  const before = await owner.query('select id, price, version from products order by id');
  // An empty table proves nothing, unless the login may not read it at all.
  expect(await accessTrial(base.webUrl, checked.pool)).toMatchObject({
    state: 'ok',
    found:
      'a stranger was refused 9 things that only staff may do; there is nothing yet to try: read messages, read backups',
  });
  await owner.query(
    `insert into contact_submissions (id, name, email, subject, message) values ($1, 'Ada', 'ada@shop.test', 'Hello', 'Hello again')`,
    [uuidv7()],
  );
  await owner.query(`insert into backups (name, made_at) values ('x', now())`);
  expect(await accessTrial(base.webUrl, checked.pool)).toMatchObject({
    state: 'ok',
    found: 'a stranger was refused 11 things that only staff may do',
  });
  await owner.query('alter table orders disable row level security');
  await owner.query('create policy hole on products for update to aso_web using (true)');
  try {
    expect(await accessTrial(base.webUrl, checked.pool)).toMatchObject({
      state: 'problem',
      found: 'a stranger can read orders, change a price',
    });
  } finally {
    await owner.query('alter table orders enable row level security');
    await owner.query('drop policy hole on products');
  }
  expect((await owner.query('select id, price, version from products order by id')).rows).toEqual(
    before.rows,
  );
});

let findings: Finding[] = [];
let examined = 0;
const examineAs = (role: Role, believed: Role = role) =>
  createRouterClient(
    doctorRouter({
      database,
      log: createLog('silent'),
      doctor: {
        examine: async () => {
          examined += 1;
          return findings;
        },
      },
    }),
    {
      context: testContext({ userId: userIds[role], role: believed }),
    },
  ).examine();

test('DOCTOR-01 a line says since when it is in its state, which outlives a start', async () => {
  findings = [ok('Clock', 'right')];
  const since = async () => (await examineAs('super_admin')).findings[0]!.since;
  const first = await since();
  expect(first).toEqual(expect.stringMatching(/Z$/));
  findings = [ok('Clock', 'another text')];
  expect(await since()).toBe(first);
  await owner.query(`update doctor_lines set since = '2026-01-01T00:00:00Z'`);
  expect(await since()).toBe('2026-01-01T00:00:00.000Z');
  findings = [warning('Clock', 'late', 'set it')];
  expect(Date.parse((await since())!)).toBeGreaterThanOrEqual(Date.parse(first!));
  // What the data say is exact.
  findings = [warning('Clock', 'late', 'set it', { since: new Date('2026-02-02T00:00:00Z') })];
  expect(await since()).toBe('2026-02-02T00:00:00.000Z');
  expect((await owner.query('select line, state from doctor_lines')).rows).toEqual([
    { line: 'Clock', state: 'warning' },
  ]);
});

test('DOCTOR-01 where nothing can be stored, the lines are answered without a time', async () => {
  findings = [ok('Disk', 'full')];
  await owner.query('revoke insert on doctor_lines from aso_auth');
  expect((await examineAs('super_admin')).findings[0]!.since).not.toBeNull();
  await owner.query('revoke select on doctor_lines from aso_auth');
  expect((await examineAs('super_admin')).findings).toMatchObject([{ what: 'Disk', since: null }]);
  await owner.query('grant select, insert on doctor_lines to aso_auth');
});

test('DOCTOR-01 only a super admin sees it, in the application and in the database', async () => {
  examined = 0;
  for (const role of ['user', 'admin'] as const) {
    await expect(examineAs(role)).rejects.toMatchObject({ code: 'NO_PERMISSION' });
    // A forged role.
    await expect(examineAs(role, 'super_admin')).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  }
  expect(examined).toBe(0);
  await expect(database.webPool.query('select from doctor_lines')).rejects.toThrow('permission denied');
});
