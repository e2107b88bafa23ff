import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#shared/caller.ts';
import { contextOf, createFixture, type Fixture, namesOf } from '../../server/test-catalog.ts';
import { ASSIGN_LIMIT } from '../assignment.ts';

let fixture: Fixture;
let admin: SignedIn;
let otherAdmin: SignedIn;
let sallah: string;
let owambe: string;
const api = (caller: SignedIn | null = admin) => fixture.apiOf(contextOf('', caller));

beforeAll(async () => {
  fixture = await createFixture();
  admin = await fixture.createUser('admin');
  otherAdmin = await fixture.createUser('super_admin');
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  sallah = await fixture.promotion('SALLAH', '2026-11-01', '2026-11-30');
  owambe = await fixture.promotion('OWAMBE', '2026-11-01', '2026-11-30');
});

async function caps(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(await fixture.product(`Cap ${n}`));
  return ids;
}

/** The promotion of each product, by name. */
async function promotionByProduct(): Promise<Record<string, string | null>> {
  const { rows } = await fixture.owner.query(
    `SELECT p.name, r.code FROM products p LEFT JOIN promotions r ON r.id = p.promotion_id ORDER BY p.name`,
  );
  return Object.fromEntries((rows as { name: string; code: string | null }[]).map((r) => [r.name, r.code]));
}

test('with `assigned` only products of the promotion are listed, also in a search', async () => {
  const [first, second] = await caps(3);
  await fixture.product('Gown');
  const shoe = await fixture.product('Shoe');
  await api().assignProducts({ promotionId: sallah, join: [first!, shoe], leave: [] });
  await api().assignProducts({ promotionId: owambe, join: [second!], leave: [] });
  const listed = async (search?: string) => {
    const { items, total } = await api().listAssignable({ promotionId: sallah, assigned: true, search });
    return { names: items.map(({ name }) => name), total };
  };
  expect(await listed()).toEqual({ names: ['Cap 0', 'Shoe'], total: 2 });
  expect(await listed('cap')).toEqual({ names: ['Cap 0'], total: 1 });
});

test('RULES-30 OPEN-49 ADM-PROMO-25 selected rows join, deselected ones leave, all others stay', async () => {
  const cap = await fixture.product('Cap');
  await fixture.product('Fan', { promotionId: sallah });
  const gele = await fixture.product('Gele', { promotionId: sallah });
  const iro = await fixture.product('Iro', { promotionId: owambe });
  await fixture.product('Shoe', { promotionId: owambe });
  const done = await api().assignProducts({ promotionId: sallah, join: [cap, iro], leave: [gele] });
  expect(done).toEqual({ joined: 2, moved: 1, left: 1 });
  expect(await promotionByProduct()).toEqual({
    Cap: 'SALLAH',
    Fan: 'SALLAH',
    Gele: null,
    Iro: 'SALLAH',
    Shoe: 'OWAMBE',
  });
  // A repeated request changes nothing.
  expect(await api().assignProducts({ promotionId: sallah, join: [cap, iro], leave: [gele] })).toEqual({
    joined: 0,
    moved: 0,
    left: 0,
  });
});

test('CALLS-20 ERR-53 if one of many products is deleted nothing is saved, and the error names it', async () => {
  const cap = await fixture.product('Cap');
  const fan = await fixture.product('Fan', { promotionId: sallah });
  const gone = randomUUID();
  await expect(
    api().assignProducts({ promotionId: sallah, join: [cap, gone], leave: [fan] }),
  ).rejects.toMatchObject({ code: 'PRODUCTS_GONE', status: 409, data: { ids: [gone] } });
  expect(await promotionByProduct()).toEqual({ Cap: null, Fan: 'SALLAH' });
  // A deleted product to leave counts as removed.
  await api().assignProducts({ promotionId: sallah, join: [], leave: [fan, gone] });
  expect(await promotionByProduct()).toEqual({ Cap: null, Fan: null });
});

test('OPEN-49 a product is only removed from this promotion', async () => {
  const cap = await fixture.product('Cap', { promotionId: owambe });
  expect(await api().assignProducts({ promotionId: sallah, join: [], leave: [cap] })).toMatchObject({
    left: 0,
  });
  expect(await promotionByProduct()).toEqual({ Cap: 'OWAMBE' });
});

test('two concurrent assignments change only their own rows', async () => {
  const ids = await caps(40);
  const [mine, hers] = [ids.slice(0, 25), ids.slice(15).reverse()];
  await Promise.all([
    api().assignProducts({ promotionId: sallah, join: mine, leave: [] }),
    api(otherAdmin).assignProducts({ promotionId: owambe, join: hers, leave: [] }),
    api(otherAdmin).assignProducts({ promotionId: owambe, join: ids.slice(20, 30), leave: [] }),
  ]);
  const at = await promotionByProduct();
  for (let n = 0; n < 15; n++) expect(at[`Cap ${n}`]).toBe('SALLAH');
  for (let n = 25; n < 40; n++) expect(at[`Cap ${n}`]).toBe('OWAMBE');
  // Both assigned these: the last one applies, and no third.
  for (let n = 15; n < 25; n++) expect(['SALLAH', 'OWAMBE']).toContain(at[`Cap ${n}`]);
});

test('a concurrently deleted promotion gets no product, whichever comes first', async () => {
  const ids = await caps(30);
  const [answer] = await Promise.allSettled([
    api().assignProducts({ promotionId: sallah, join: ids, leave: [] }),
    fixture.owner.query('DELETE FROM promotions WHERE id = $1', [sallah]),
  ]);
  if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'NOT_FOUND' });
  expect(new Set(Object.values(await promotionByProduct()))).toEqual(new Set([null]));
  await expect(api().assignProducts({ promotionId: sallah, join: ids, leave: [] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    status: 404,
  });
});

test('more products than the limit, or a product that joins and leaves at once, are refused', async () => {
  const many = Array.from({ length: ASSIGN_LIMIT }, () => randomUUID());
  const refused = { code: 'BAD_INPUT', status: 400 };
  const [one] = many as [string];
  await expect(
    api().assignProducts({ promotionId: sallah, join: many, leave: [randomUUID()] }),
  ).rejects.toMatchObject(refused);
  await expect(
    api().assignProducts({ promotionId: sallah, join: [one], leave: [one] }),
  ).rejects.toMatchObject(refused);
});

test('ADM-PROMO-21 the search matches each word in name or category, not in the description', async () => {
  const robes = await fixture.category('Àgbádá');
  await fixture.product('Navy cap', { description: 'goes with agbada' });
  await fixture.product('Navy robe', { categoryId: robes });
  await fixture.product('White robe', { categoryId: robes });
  await fixture.product('Agbada in 100% wool');
  const found = async (search: string) =>
    namesOf(await api().listAssignable({ promotionId: sallah, search }));
  expect(await found('AGBADA')).toEqual(['Agbada in 100% wool', 'Navy robe', 'White robe']);
  expect(await found('agbada navy')).toEqual(['Navy robe']);
  expect(await found('nav')).toEqual(['Navy cap', 'Navy robe']);
  expect(await found('ro')).toEqual(['Navy robe', 'White robe']);
  expect(await found('0%')).toEqual(['Agbada in 100% wool']);
  expect(await found('velvet')).toEqual([]);
  expect(await found('  ')).toHaveLength(4);
});

test('SEARCH-07 other spellings are found, and a wrong letter or another word below a heading that no selection of all contains', async () => {
  const robes = await fixture.category('Kàftàn');
  await fixture.product('Navy Àgbádá', { status: 'draft' });
  await fixture.product('Red agbada', { promotionId: sallah });
  await fixture.product('Aso-Oke cap', { description: 'for an agbada' });
  await fixture.product('Long robe', { categoryId: robes });
  await fixture.owner.query(
    "INSERT INTO synonyms (words) VALUES ('{flyrobe,kaftan}'), ('{big gown,agbada}')",
  );
  const listed = (search: string, assigned = false) =>
    api().listAssignable({ promotionId: sallah, search, assigned });
  const close = async (search: string, assigned = false) =>
    (await listed(search, assigned)).close.map(({ word, by, items }) => [word, by, namesOf({ items })]);
  const free = async (search: string) =>
    (await api().listFreeIds({ promotionId: sallah, search })).ids.length;
  for (const typed of ['asooke', 'aso oke', 'aso-oke caps', 'Aṣọ-òkè'])
    expect(namesOf(await listed(typed)), typed).toEqual(['Aso-Oke cap']);
  expect(await free('asooke')).toBe(1);
  expect(namesOf(await listed('agbda'))).toEqual([]);
  expect(await close('agbda')).toEqual([['agbda', ['agbada'], ['Navy Àgbádá', 'Red agbada']]]);
  expect(await close('agbda', true)).toEqual([['agbda', ['agbada'], ['Red agbada']]]);
  expect(await close('navy agbda')).toEqual([['agbda', ['agbada'], ['Navy Àgbádá']]]);
  expect(await close('red big gown')).toEqual([['big gown', ['agbada'], ['Red agbada']]]);
  expect(await close('flyrobe')).toEqual([['flyrobe', ['kaftan'], ['Long robe']]]);
  expect(await close('agbada')).toEqual([]);
  expect(await free('agbda')).toBe(0);
  expect((await api().listAssignable({ promotionId: sallah, search: 'agbda', page: 2 })).close).toEqual([]);
});

test('SEARCH-07 wildcards, marks that nobody sees, emoji, NUL and very long words are text', async () => {
  await fixture.product('Gown 🎉 50%');
  const found = async (search: string) =>
    namesOf(await api().listAssignable({ promotionId: sallah, search }));
  for (const typed of ['gown 🎉', '🎉', '\u202egown\u200f', 'go\u0000wn', '50%', '%'])
    expect(await found(typed), typed).toEqual(['Gown 🎉 50%']);
  for (const typed of ['%_%', '_', '\\', "';--", '🎉🎉', 'x'.repeat(200)])
    expect(await found(typed), typed).toEqual([]);
  await expect(found('x'.repeat(10_000))).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test('ADM-PROMO-22 ADM-PROMO-23 a row has price, category and promotion', async () => {
  const caps = await fixture.category('Caps');
  const fila = await fixture.product('Fila', { categoryId: caps, price: '4500.50', promotionId: sallah });
  await fixture.images(fila, [
    ['/uploads/product-images/b.jpg', false],
    ['/uploads/product-images/a.jpg', true],
  ]);
  await fixture.product('Abeti', { promotionId: owambe });
  const { items, ...rest } = await api().listAssignable({ promotionId: sallah });
  expect(rest).toEqual({ total: 2, capped: false, page: 1, pageCount: 1, close: [] });
  expect(items).toMatchObject([
    { name: 'Abeti', category: null, promotion: { id: owambe, name: 'OWAMBE' }, image: { width: 1200 } },
    {
      id: fila,
      name: 'Fila',
      category: 'Caps',
      price: 4500.5,
      promotion: { id: sallah, name: 'SALLAH' },
      image: { url: '/uploads/product-images/a.jpg' },
    },
  ]);
});

test('fifty rows a page, and a page past the end becomes the last', async () => {
  await fixture.owner.query(
    `INSERT INTO products (id, name, description, price)
     SELECT gen_random_uuid(), 'Cap ' || lpad(n::text, 3, '0'), '', 100 FROM generate_series(1, 120) n`,
  );
  for (const search of [undefined, 'cap']) {
    const page = (n: number) => api().listAssignable({ promotionId: sallah, search, page: n });
    const [first, second, last, past] = await Promise.all([page(1), page(2), page(3), page(9)]);
    expect(
      [first, second, last, past].map(({ items, page: at }) => [at, items.length, items[0]?.name]),
    ).toEqual([
      [1, 50, 'Cap 001'],
      [2, 50, 'Cap 051'],
      [3, 20, 'Cap 101'],
      [3, 20, 'Cap 101'],
    ]);
    expect([first.total, first.pageCount]).toEqual([120, 3]);
  }
});

test('all matches can be selected, except those of another promotion', async () => {
  const cap = await fixture.product('Cap');
  const robe = await fixture.product('Robe');
  await fixture.product('Cap of others', { promotionId: owambe });
  await fixture.product('Cap of ours', { promotionId: sallah });
  expect(await api().listFreeIds({ promotionId: sallah })).toEqual({
    ids: [cap, robe],
    capped: false,
    others: true,
  });
  expect(await api().listFreeIds({ promotionId: sallah, search: 'cap' })).toEqual({
    ids: [cap],
    capped: false,
    others: true,
  });
  await fixture.owner.query(
    `INSERT INTO products (id, name, description, price)
     SELECT gen_random_uuid(), 'Shoe', '', 100 FROM generate_series(1, ${ASSIGN_LIMIT + 1})`,
  );
  const { ids, capped, others } = await api().listFreeIds({ promotionId: sallah, search: 'shoe' });
  expect([ids.length, capped, others]).toEqual([ASSIGN_LIMIT, true, false]);
});

test('CALLS-21 ADM-PROMO-15 a promotion lists exactly its own products, ten a page', async () => {
  for (let n = 1; n <= 11; n++) {
    await fixture.product(`Cap ${String(n).padStart(2, '0')}`, { promotionId: sallah });
    await fixture.product(`Robe ${n}`, { promotionId: n % 2 ? owambe : undefined });
  }
  const first = await api().listInPromotion({ promotionId: sallah });
  expect([first.total, first.pageCount, first.items.length, first.items[0]?.name]).toEqual([
    11,
    2,
    10,
    'Cap 01',
  ]);
  expect(namesOf(await api().listInPromotion({ promotionId: sallah, page: 2 }))).toEqual(['Cap 11']);
  await expect(api().listInPromotion({ promotionId: randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(api().listAssignable({ promotionId: randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('PERM-11 only an admin can assign products, in the application and in the database', async () => {
  const cap = await fixture.product('Cap');
  const customer = await fixture.createUser('user');
  const sent = { promotionId: sallah, join: [cap], leave: [] };
  await expect(api(null).assignProducts(sent)).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' });
  await expect(api(customer).assignProducts(sent)).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  await expect(api(customer).listAssignable(sent)).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  // A forged role.
  await expect(api({ ...customer, role: 'admin' }).assignProducts(sent)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await promotionByProduct()).toEqual({ Cap: null });
});
