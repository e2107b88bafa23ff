import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { priceOfProduct } from '#domains/promotions/price.ts';
import type { SignedIn } from '#shared/caller.ts';
import { koboOfNaira, nairaOfKobo } from '#shared/money.ts';
import { contextOf, createFixture, type Fixture } from '../../server/test-catalog.ts';
import { type PriceRuleInput, priceRule, priceSummary } from '../price-change.contract.ts';
import { planPrice } from '../price-change.ts';

let fixture: Fixture;
let admin: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  fixture = await createFixture();
  admin = await fixture.createUser('admin', 'Ada');
  other = await fixture.createUser('admin', 'Bola');
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  await fixture.owner.query('truncate change_sets, changes');
});

const TEN_MORE: PriceRuleInput = { direction: 'raise', by: 'percent', value: 10, roundTo: 100 };
const ALL = { filter: {}, except: [] };

const apiAs = (user: SignedIn = admin, rule = TEN_MORE) =>
  fixture.apiOf(
    contextOf('', {
      ...user,
      change: () => ({ operation: 'catalog.changePrices', summary: priceSummary(rule, '{products}', 'NGN') }),
    }),
  );
const rows = async (statement: string) => (await fixture.owner.query(statement)).rows;
const prices = async () =>
  (await rows('select name, price from products order by name_key')).map(
    ({ name, price }) => `${name} ${price}`,
  );

/** What the browser sends: the prices that the rule changes. */
async function previewed(
  selection: Parameters<ReturnType<typeof apiAs>['listPrices']>[0]['selection'],
  rule = TEN_MORE,
) {
  const { items } = await apiAs().listPrices({ selection });
  return items.flatMap(({ id, price }) => {
    const { kind, after } = planPrice(koboOfNaira(price), priceRule.parse(rule));
    return kind === 'changed' ? [{ id, before: price, after: nairaOfKobo(after) }] : [];
  });
}

test('BULK-03 the prices of a filter are listed by name and saved as previewed, in one change set with a summary', async () => {
  const category = await fixture.category('Gowns');
  const left = await fixture.product('Zari gown', { categoryId: category, price: '1000' });
  await fixture.product('Lace gown', { categoryId: category, price: '12340.00' });
  await fixture.product('Adire gown', { categoryId: category, price: '5000', status: 'draft' });
  await fixture.product('Free gown', { categoryId: category, price: '0' });
  await fixture.product('Fila', { price: '700' });
  await fixture.owner.query('truncate change_sets, changes');
  const selection = { filter: { category: 'gowns' }, except: [left] };
  expect(await apiAs().listPrices({ selection })).toMatchObject({
    capped: false,
    items: [
      { name: 'Adire gown', price: 5000 },
      { name: 'Free gown', price: 0 },
      { name: 'Lace gown', price: 12_340 },
    ],
  });
  const changes = await previewed(selection);
  // What begins to match the filter after the preview is not changed.
  await fixture.product('New gown', { categoryId: category, price: '300' });
  expect(await apiAs().changePrices({ rule: TEN_MORE, prices: changes })).toEqual({ changed: 2 });
  expect(await prices()).toEqual([
    'Adire gown 5500.00',
    'Fila 700.00',
    'Free gown 0.00',
    'Lace gown 13600.00',
    'New gown 300.00',
    'Zari gown 1000.00',
  ]);
  expect(await rows('select row_count, summary from change_sets where row_count = 2')).toEqual([
    { row_count: 2, summary: 'Raised the price of 2 products by 10 %, rounded to ₦100.00' },
  ]);
  const [{ id }] = await rows('select id from change_sets where row_count = 2');
  await fixture.database.asCaller(admin, (tx) => tx.execute(`select undo_change_set('${id}', false)`));
  expect(await prices()).toContain('Adire gown 5000.00');
  expect(await prices()).toContain('Lace gown 12340.00');
  expect(await apiAs().listPrices({ selection: { filter: { category: 'gone' }, except: [] } })).toEqual({
    items: [],
    capped: false,
  });
});

test('BULK-03 a price that changed since the preview, or a product that is gone, is listed and nothing is saved', async () => {
  const ids = [
    await fixture.product('A', { price: '1000' }),
    await fixture.product('B', { price: '1000' }),
    await fixture.product('C', { price: '1000' }),
  ];
  const changes = await previewed({ ids });
  await apiAs(other).changePrices({
    rule: TEN_MORE,
    prices: changes.filter(({ id }) => id === ids[1]),
  });
  await fixture.owner.query('delete from products where id = $1', [ids[2]]);
  const refused = await apiAs()
    .changePrices({ rule: TEN_MORE, prices: changes })
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'PRICES_CHANGED', data: { count: 2 } });
  const { data } = refused as { data: { prices: { id: string }[] } };
  expect(data.prices.find(({ id }) => id === ids[1])).toMatchObject({
    price: 1100,
    changedBy: { name: 'Bola' },
  });
  expect(data.prices.find(({ id }) => id === ids[2])).toEqual({ id: ids[2], price: null, changedBy: null });
  expect(await prices()).toEqual(['A 1000.00', 'B 1100.00']);
  // Another change of the product is not in the way.
  await fixture.owner.query(`update products set description = 'Newer' where name = 'A'`);
  const [a] = changes;
  expect(await apiAs().changePrices({ rule: TEN_MORE, prices: [a!] })).toEqual({ changed: 1 });
});

test('BULK-03 a request that lies about a price, names a product twice or breaks the rule is refused', async () => {
  const id = await fixture.product('A', { price: '1000' });
  const { changePrices } = apiAs();
  const refused = async (input: object) =>
    expect(
      changePrices({ rule: TEN_MORE, prices: [{ id, before: 1000, after: 1100 }], ...input }),
    ).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await refused({ prices: [{ id, before: 1000, after: 1 }] });
  await refused({ prices: [{ id, before: 1050, after: 1050 }] });
  await refused({ prices: [1, 2].map(() => ({ id, before: 1000, after: 1100 })) });
  await refused({ prices: [] });
  await refused({ rule: { ...TEN_MORE, roundTo: 7 } });
  await refused({ rule: { ...TEN_MORE, value: 0 } });
  await refused({ rule: { ...TEN_MORE, value: 1001 } });
  await refused({ rule: { ...TEN_MORE, direction: 'lower', value: 100 } });
  // To 0, which is below the lowest price.
  const all = { direction: 'lower', by: 'amount', value: 1000, roundTo: null };
  await refused({ rule: all, prices: [{ id, before: 1000, after: 0 }] });
  expect(await prices()).toEqual(['A 1000.00']);
  const user = await fixture.createUser('user');
  for (const call of [
    () => apiAs(user).listPrices({ selection: ALL }),
    () => apiAs(user).changePrices({ rule: TEN_MORE, prices: [{ id, before: 1000, after: 1100 }] }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NO_PERMISSION' });
});

test('BULK-03 the same prices changed by two at once are changed once, without a deadlock', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 50; at += 1) ids.push(await fixture.product(`Gown ${at}`, { price: '1000' }));
  const changes = await previewed({ ids });
  const orders = [changes, changes.toReversed(), changes, changes.toReversed()];
  const outcomes = await Promise.allSettled(
    orders.map((one, at) => apiAs(at % 2 ? other : admin).changePrices({ rule: TEN_MORE, prices: one })),
  );
  expect(outcomes.map((one) => (one.status === 'fulfilled' ? 'saved' : one.reason.code)).sort()).toEqual([
    'PRICES_CHANGED',
    'PRICES_CHANGED',
    'PRICES_CHANGED',
    'saved',
  ]);
  expect(await rows('select distinct price from products')).toEqual([{ price: '1100.00' }]);
});

test('BULK-03 the price under a promotion follows the changed price', async () => {
  const promotionId = await fixture.promotion('EID', '2026-01-01', '2026-12-01');
  const id = await fixture.product('Agbada', { price: '8000', promotionId });
  await apiAs().changePrices({ rule: TEN_MORE, prices: await previewed({ ids: [id] }) });
  const { product, today } = await fixture.apiOf().getProduct({ id });
  // 12.5 % less than 8,800.
  expect(priceOfProduct(product, 'EID', today).amount).toBe(koboOfNaira(7700));
});

test('BULK-03 10,000 prices are changed in one change set, and more are not listed', async () => {
  await fixture.owner.query(
    `insert into products (id, name, description, price) select gen_random_uuid(), 'Gown ' || n, 'Sewn in Lagos', 1000 from generate_series(1, 10000) n`,
  );
  await fixture.owner.query('truncate change_sets, changes');
  const key = randomUUID();
  const changes = await previewed(ALL);
  expect(await apiAs().changePrices({ key, rule: TEN_MORE, prices: changes })).toEqual({ changed: 10_000 });
  expect(await rows('select row_count, summary from change_sets')).toEqual([
    { row_count: 10_000, summary: 'Raised the price of 10,000 products by 10 %, rounded to ₦100.00' },
  ]);
  await fixture.product('One more');
  expect(await apiAs().listPrices({ selection: ALL })).toEqual({ items: [], capped: true });
});
