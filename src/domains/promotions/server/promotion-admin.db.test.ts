import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { clockIn } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Caller, Role } from '#shared/caller.ts';
import { promotionsRouter } from './router.ts';

let owner: pg.Client;
let database: Database;
let close: () => Promise<void>;
const userIds = { admin: randomUUID(), super_admin: randomUUID(), user: randomUUID() };

beforeAll(async () => {
  ({ database, owner, close } = await openTestDatabase());
  for (const [role, id] of Object.entries(userIds)) {
    await owner.query(
      `INSERT INTO profiles (id, email, first_name, last_name, role) VALUES ($1, $2, 'Bisi', $3, $3)`,
      [id, `${role}@shop.example`, role],
    );
  }
});
afterAll(() => close?.());
beforeEach(() => owner.query('TRUNCATE promotions, products CASCADE'));

const apiAs = (caller: Caller) =>
  createRouterClient(
    promotionsRouter({
      database,
      clock: clockIn('Africa/Lagos', () => new Date('2026-11-20T12:00:00Z')),
    }),
    {
      context: testContext(caller),
    },
  );
const as = (role: Role) => apiAs({ userId: userIds[role], role });
const typed = (more: object = {}) => ({
  name: 'Sallah Sale',
  description: 'Before the prayer ground fills up',
  tagLine: '15% off',
  code: 'SALLAH',
  startDate: '2026-11-01',
  endDate: '2026-11-30',
  promotionType: 'percentage',
  promotionValue: 15,
  ...more,
});
const stored = async () =>
  (
    await owner.query(
      `SELECT name, code, start_date::text, end_date::text, promotion_type, promotion_value, version, updated_by
       FROM promotions ORDER BY created_at`,
    )
  ).rows;

test("ADM-PROMO-10 CALLS-45 DATA-05 a promotion is created and updated with the form's values", async () => {
  const made = await as('admin').createPromotion(typed());
  expect(made).toEqual({
    ...typed(),
    id: expect.any(String),
    createdAt: expect.any(String),
    version: 1,
  });
  const saved = await as('super_admin').updatePromotion({
    ...typed({ name: 'Sallah', promotionType: 'fixed', promotionValue: 1500.5, endDate: '2026-12-02' }),
    id: made.id,
    version: 1,
  });
  expect(saved).toEqual({
    ...made,
    name: 'Sallah',
    promotionType: 'fixed',
    promotionValue: 1500.5,
    endDate: '2026-12-02',
    version: 2,
  });
  expect(await as('admin').getPromotion({ id: made.id })).toEqual({
    ...saved,
    updatedAt: expect.any(String),
    updatedBy: 'Bisi super_admin',
  });
  expect(await stored()).toMatchObject([
    { promotion_value: '1500.50', version: 2, updated_by: userIds.super_admin },
  ]);
});

test("OPEN-04 ADM-PROMO-09 the type is case-insensitive, stored in lower case, and 'fixed' by default", async () => {
  for (const [code, promotionType] of [
    ['A', 'FIXED'],
    ['B', 'fixed'],
    ['C', 'PERCENTAGE'],
    ['D', 'Percentage'],
    ['E', undefined],
  ])
    await as('admin').createPromotion(typed({ code, promotionType }));
  expect((await stored()).map((row) => row.promotion_type)).toEqual([
    'fixed',
    'fixed',
    'percentage',
    'percentage',
    'fixed',
  ]);
});

test.each([
  ['ADM-PROMO-08', { name: '  ' }, 'name'],
  ['ADM-PROMO-08', { code: '' }, 'code'],
  ['ADM-PROMO-08', { startDate: '' }, 'startDate'],
  ['ADM-PROMO-08', { endDate: undefined }, 'endDate'],
  ['ADM-PROMO-08', { promotionValue: undefined }, 'promotionValue'],
  ['OPEN-04', { promotionType: 'half' }, 'promotionType'],
  ['OPEN-05', { startDate: '2026-11-03', endDate: '2026-11-02' }, 'endDate'],
  ['OPEN-05', { startDate: '2026-02-30' }, 'startDate'],
  ['OPEN-05', { startDate: '0000-01-01' }, 'startDate'],
  ['FEED-01', { startDate: '0026-11-01' }, 'startDate'],
  ['FEED-01', { endDate: '2200-01-01' }, 'endDate'],
  ['OPEN-04', { promotionValue: 100.01 }, 'promotionValue'],
  ['OPEN-04', { promotionValue: 0 }, 'promotionValue'],
  ['OPEN-04', { promotionValue: -1 }, 'promotionValue'],
  ['OPEN-04', { promotionValue: 1.005 }, 'promotionValue'],
  ['OPEN-04', { promotionType: 'fixed', promotionValue: 10_000_000_000 }, 'promotionValue'],
  ['OPEN-04', { code: 'TWO WORDS' }, 'code'],
  ['OPEN-04', { code: 'X'.repeat(41) }, 'code'],
])('%s %j is refused at its field and nothing is stored', async (_, wrong, field) => {
  const refusal = await as('admin')
    .createPromotion(typed(wrong) as never)
    .catch((error) => error);
  expect(refusal).toMatchObject({ code: 'BAD_INPUT', status: 400 });
  expect(refusal.data.issues.map(({ path }: { path: string }) => path)).toEqual([field]);
  expect(await stored()).toEqual([]);
});

test('ERR-51 a code in use is refused ignoring case, on create and update', async () => {
  const taken = { code: 'CONFLICT', status: 409, data: { field: 'code' } };
  const { id } = await as('admin').createPromotion(typed());
  await expect(as('admin').createPromotion(typed({ code: 'sallah' }))).rejects.toMatchObject(taken);
  const other = await as('admin').createPromotion(typed({ code: 'OTHER' }));
  await expect(
    as('admin').updatePromotion({ ...typed({ code: 'Sallah' }), id: other.id, version: 1 }),
  ).rejects.toMatchObject(taken);
  // A promotion can keep its own code in another case.
  await as('admin').updatePromotion({ ...typed({ code: 'Sallah' }), id, version: 1 });
  expect((await stored()).map(({ code }) => code)).toEqual(['Sallah', 'OTHER']);
});

test('a repeated create makes no second promotion, and saves what was corrected in the form since', async () => {
  const id = randomUUID();
  const both = await Promise.all([1, 2].map(() => as('admin').createPromotion({ ...typed(), id })));
  expect(both.map((one) => [one.id, one.version])).toEqual([
    [id, 1],
    [id, 1],
  ]);
  const corrected = await as('admin').createPromotion({ ...typed({ tagLine: '15% off, not 50' }), id });
  expect(corrected).toMatchObject({ id, tagLine: '15% off, not 50' });
  // Another create with its code is still refused, and another staff member's change is not overwritten.
  await expect(as('admin').createPromotion({ ...typed(), id: randomUUID() })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await as('super_admin').updatePromotion({ ...typed({ tagLine: 'Hers' }), id, version: corrected.version });
  await expect(as('admin').createPromotion({ ...typed(), id })).rejects.toMatchObject({
    code: 'STALE',
    data: { current: { id, tagLine: 'Hers', version: 3 } },
  });
  expect(await as('admin').createPromotion({ ...typed({ tagLine: 'Hers' }), id })).toMatchObject({
    version: 3,
  });
  expect(await stored()).toHaveLength(1);
  // Users without permission learn nothing by naming an id.
  for (const caller of [null, { userId: userIds.user, role: 'user' }] as const)
    await expect(apiAs(caller).createPromotion({ ...typed(), id })).rejects.toMatchObject({
      code: caller ? 'NO_PERMISSION' : 'SIGN_IN_REQUIRED',
    });
  await expect(
    apiAs({ userId: userIds.user, role: 'admin' }).createPromotion({ ...typed(), id }),
  ).rejects.toThrow();
  expect(await as('admin').getPromotion({ id })).toMatchObject({ tagLine: 'Hers' });
});

test('ADM-PROMO-10 a save over a newer version is refused with its author and its values', async () => {
  const made = await as('admin').createPromotion(typed());
  const newer = await as('super_admin').updatePromotion({
    ...typed({ tagLine: 'Hers' }),
    id: made.id,
    version: 1,
  });
  const refusal = await as('admin')
    .updatePromotion({ ...typed({ tagLine: 'Mine' }), id: made.id, version: 1 })
    .catch((error) => error);
  expect(refusal).toMatchObject({
    code: 'STALE',
    status: 409,
    data: { name: 'Bisi super_admin', at: expect.any(String), current: newer },
  });
  // A save without changes records nothing.
  const same = await as('admin').updatePromotion({
    ...typed({ tagLine: 'Hers' }),
    id: made.id,
    version: 2,
  });
  expect(same.version).toBe(2);
  await expect(
    as('admin').updatePromotion({ ...typed(), id: randomUUID(), version: 1 }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
});

test('ADM-PROMO-12 CALLS-46 deleting a promotion releases its products, and orders keep its code', async () => {
  const { id } = await as('admin').createPromotion(typed());
  const [product, order] = [randomUUID(), randomUUID()];
  await owner.query(
    `INSERT INTO products (id, name, description, price, promotion_id) VALUES ($1, 'Cap', '', 500, $2)`,
    [product, id],
  );
  await owner.query(
    `INSERT INTO orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
     VALUES ($1, '123456', $2, 'Ada', 'ada@shop.example', $1, '')`,
    [order, userIds.user],
  );
  await owner.query(
    `INSERT INTO order_items (id, order_id, position, product_id, product_name, product_price, list_price, promotion_code, product_image)
     VALUES (gen_random_uuid(), $1, 0, $2, 'Cap', 425, 500, 'SALLAH', '/uploads/placeholder.jpg')`,
    [order, product],
  );
  expect(await as('admin').deletePromotion({ id })).toEqual({ id });
  expect(await stored()).toEqual([]);
  expect((await owner.query('SELECT promotion_id FROM products')).rows).toEqual([{ promotion_id: null }]);
  expect((await owner.query('SELECT promotion_code FROM order_items')).rows).toEqual([
    { promotion_code: 'SALLAH' },
  ]);
  await expect(as('admin').deletePromotion({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('ADM-PROMO-12 a promotion of thousands of products can be deleted, and others keep theirs', async () => {
  const { id } = await as('admin').createPromotion(typed());
  const other = await as('admin').createPromotion(typed({ code: 'OTHER' }));
  await owner.query(
    `INSERT INTO products (id, name, description, price, promotion_id)
     SELECT gen_random_uuid(), 'Cap', '', 500, CASE WHEN n > 10 THEN $1::uuid ELSE $2::uuid END FROM generate_series(1, 4500) n`,
    [id, other.id],
  );
  expect(await as('admin').deletePromotion({ id })).toEqual({ id });
  const { rows } = await owner.query(
    'SELECT promotion_id, count(*)::int AS n FROM products GROUP BY 1 ORDER BY n',
  );
  expect(rows).toEqual([
    { promotion_id: other.id, n: 10 },
    { promotion_id: null, n: 4490 },
  ]);
});

test('OPEN-65 OPEN-66 the table is searched, filtered, sorted and paged, ten a page', async () => {
  for (let n = 1; n <= 12; n++) {
    await as('admin').createPromotion(
      typed({
        name: n % 2 ? `Ìró week ${n}` : `Cap days ${n}`,
        code: `N-${n}`,
        startDate: `2026-11-${10 + n}`,
      }),
    );
  }
  const names = async (asked: object) => {
    const { items, ...rest } = await as('admin').listForAdmin(asked);
    return { names: items.map(({ name }) => name.split(' ').at(-1)), ...rest };
  };
  expect(await names({})).toEqual({
    names: ['12', '11', '10', '9', '8', '7', '6', '5', '4', '3'],
    total: 12,
    capped: false,
    close: [],
    page: 1,
    pageCount: 2,
    today: '2026-11-20',
  });
  expect(await names({ page: 7 })).toMatchObject({ names: ['2', '1'], page: 2 });
  expect(await names({ search: 'IRO 1' })).toMatchObject({ names: ['11', '1'], total: 2 });
  expect(await names({ search: 'n-12' })).toMatchObject({ names: ['12'] });
  expect(await names({ search: '%' })).toMatchObject({ names: [], total: 0, page: 1, pageCount: 1 });
  expect(await names({ when: 'coming' })).toMatchObject({ names: ['12', '11'] });
  expect(await names({ when: 'running', sort: 'start-asc' })).toMatchObject({ total: 10 });
  expect((await names({ sort: 'start-asc' })).names[0]).toBe('1');
  expect((await names({ sort: 'name-desc' })).names[0]).toBe('9');
});

test('SEARCH-07 promotions are found in other spellings, and by a wrong letter below a heading of their own', async () => {
  await as('admin').createPromotion(typed({ name: 'Aṣọ-Òkè weeks', code: 'OKE-26' }));
  await as('admin').createPromotion(
    typed({ name: 'Eid Gele Sale', code: 'EID26', startDate: '2026-12-01', endDate: '2026-12-09' }),
  );
  const find = async (search: string, more = {}) => {
    const { items, total, close } = await as('admin').listForAdmin({ search, ...more });
    expect(total).toBe(items.length);
    return [
      items.map(({ code }) => code),
      ...close.map(({ word, by, items }) => [word, by, items.map(({ code }) => code)]),
    ];
  };
  for (const search of ['asooke', 'aso oke', 'aso-oke', 'AṢỌ‑ÒKÈ week', 'weeks', 'oke26'])
    expect(await find(search), search).toEqual([['OKE-26']]);
  // A plural finds the singular.
  expect(await find('geles')).toEqual([['EID26']]);
  expect(await find('gelle')).toEqual([[], ['gelle', ['gele'], ['EID26']]]);
  expect(await find('eid sael')).toEqual([[], ['sael', ['sale'], ['EID26']]]);
  expect(await find('asooke wekes')).toEqual([[], ['wekes', ['weeks'], ['OKE-26']]]);
  expect(await find('gelle', { when: 'coming' })).toEqual([[], ['gelle', ['gele'], ['EID26']]]);
  expect(await find('gelle', { when: 'running' })).toEqual([[]]);
  // Each word has to be there, corrected or not.
  for (const search of ['gelle week', 'zzzzz', '%', "';--", '🎉', 'ee', '']) {
    const [items, ...close] = await find(search);
    expect([items!.length, close], search).toEqual([search === '' ? 2 : search === 'ee' ? 1 : 0, []]);
  }
});

test('PERM-11 visitors and customers cannot manage promotions, in the application and in the database', async () => {
  const { id } = await as('super_admin').createPromotion(typed());
  for (const [caller, code] of [
    [null, 'SIGN_IN_REQUIRED'],
    [{ userId: userIds.user, role: 'user' }, 'NO_PERMISSION'],
  ] as const) {
    const api = apiAs(caller);
    for (const call of [
      () => api.listForAdmin({}),
      () => api.getPromotion({ id }),
      () => api.createPromotion(typed({ code: 'B' })),
      () => api.updatePromotion({ ...typed(), id, version: 1 }),
      () => api.deletePromotion({ id }),
    ])
      await expect(call()).rejects.toMatchObject({ code });
  }
  // A forged role.
  const forged = apiAs({ userId: userIds.user, role: 'admin' });
  await expect(forged.createPromotion(typed({ code: 'B' }))).rejects.toThrow();
  await expect(forged.deletePromotion({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await stored()).toHaveLength(1);
});
