import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFixture, type Fixture, namesOf } from '../../server/test-catalog.ts';

let fixture: Fixture;
let api: ReturnType<Fixture['apiOf']>;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  api = fixture.apiOf();
});

describe('lists', () => {
  test('LIST-14 LIST-04 CALLS-50 12 products a page, newest by ?sort', async () => {
    for (let n = 1; n <= 13; n++) await fixture.product(`Cloth ${n}`);
    const first = await api.listProducts({ sort: 'newest' });
    expect(namesOf(first)).toEqual(Array.from({ length: 12 }, (_, n) => `Cloth ${13 - n}`));
    expect(first).toMatchObject({
      total: 13,
      capped: false,
      page: 1,
      pageCount: 2,
      category: null,
      today: '2026-11-20',
    });
    expect(namesOf(await api.listProducts({ sort: 'newest', page: 2 }))).toEqual(['Cloth 1']);
  });

  test('OPEN-51 a page past the end becomes the last', async () => {
    for (let n = 1; n <= 13; n++) await fixture.product(`Cloth ${n}`);
    expect(await api.listProducts({ page: 99, sort: 'newest' })).toMatchObject({
      page: 2,
      items: [{ name: 'Cloth 1' }],
    });
    expect(await api.listProducts({ page: 99, sort: 'newest', search: 'cloth' })).toMatchObject({
      page: 2,
      items: [{ name: 'Cloth 1' }],
    });
    expect(await api.listProducts({ page: 99, search: 'nothing' })).toMatchObject({
      page: 1,
      pageCount: 1,
      items: [],
    });
  });

  test('RULES-15 RULES-16 RULES-17 each sort gives its order', async () => {
    await fixture.product('Ìró', { price: '9.50', likes: 2 });
    await fixture.product('iro and buba', { price: '100.00', featured: true });
    await fixture.product('Agbada', { price: '20.00', likes: 5 });
    await fixture.product('Zip', { price: '20.00', featured: true, likes: 2 });
    const order = async (sort: 'newest' | 'price-low' | 'price-high' | 'name-asc' | 'name-desc') =>
      namesOf(await api.listProducts({ sort }));
    expect(await order('newest')).toEqual(['Zip', 'Agbada', 'iro and buba', 'Ìró']);
    expect((await order('price-low')).toSpliced(1, 2)).toEqual(['Ìró', 'iro and buba']);
    expect(await order('price-high')).toEqual((await order('price-low')).toReversed());
    expect(await order('name-asc')).toEqual(['Agbada', 'Ìró', 'iro and buba', 'Zip']);
    expect(await order('name-desc')).toEqual((await order('name-asc')).toReversed());
  });

  test('RULES-13 RULES-14 OPEN-52 OPEN-53 featured and most liked first, then the newest', async () => {
    await fixture.product('old', { likes: 2, featured: true });
    await fixture.product('liked', { likes: 5 });
    await fixture.product('fresh', { likes: 2 });
    await fixture.product('best', { featured: true });
    expect(namesOf(await api.listProducts({}))).toEqual(['best', 'old', 'fresh', 'liked']);
    expect(namesOf(await api.listProducts({ sort: 'most-liked' }))).toEqual([
      'liked',
      'fresh',
      'old',
      'best',
    ]);
  });

  test('LIST-01 OPEN-56 a category by slug, old slug or name, with its descendants', async () => {
    const men = await fixture.category('Men');
    const agbada = await fixture.category('Agbada', { parentId: men });
    await fixture.product('robe', { categoryId: agbada });
    await fixture.product('shirt', { categoryId: men });
    await fixture.product('gown', { categoryId: await fixture.category('Women') });
    expect(namesOf(await api.listProducts({ category: 'men', sort: 'newest' }))).toEqual(['shirt', 'robe']);
    expect(namesOf(await api.listProducts({ category: 'agbada' }))).toEqual(['robe']);
    await fixture.owner.query(
      "UPDATE categories SET slug = 'grand-agbada', name = 'Grand Agbada' WHERE id = $1",
      [agbada],
    );
    fixture.changed('categories');
    for (const asked of ['grand-agbada', 'agbada', 'GRAND agbada']) {
      expect(await api.listProducts({ category: asked })).toMatchObject({
        category: { slug: 'grand-agbada', name: 'Grand Agbada' },
        total: 1,
      });
    }
    expect(await api.listProducts({ category: 'unknown' })).toMatchObject({
      items: [],
      total: 0,
      category: null,
    });
  });

  test('LIST-06 OPEN-05 CALLS-21 a promotion lists its products from its first day; an ended one is still named', async () => {
    const running = await fixture.promotion('SALLAH', '2026-11-19', '2026-11-20');
    const id = await fixture.product('in', { promotionId: running });
    await fixture.product('other', {
      promotionId: await fixture.promotion('XMAS', '2026-12-01', '2026-12-31'),
    });
    await fixture.product('out');
    const listed = await api.listProducts({ promotion: 'sallah' });
    expect(listed).toMatchObject({
      total: 1,
      items: [{ id }],
      promotion: { code: 'SALLAH', promotionValue: 12.5 },
    });
    for (const code of ['XMAS', 'unknown', "' or 1=1 --"]) {
      expect(await api.listProducts({ promotion: code })).toMatchObject({
        items: [],
        total: 0,
        promotion: null,
      });
    }
    fixture.setNow('2026-11-20T22:59:00Z');
    expect((await api.listProducts({ promotion: 'SALLAH' })).total).toBe(1);
    fixture.setNow('2026-11-20T23:00:00Z');
    expect(await api.listProducts({ promotion: 'SALLAH' })).toMatchObject({
      total: 1,
      items: [{ id }],
      promotion: { code: 'SALLAH', endDate: '2026-11-20' },
      today: '2026-11-21',
    });
  });

  test('LIST-07 CALLS-17 all filters can be combined', async () => {
    const [men, code] = [
      await fixture.category('Men'),
      await fixture.promotion('SALE', '2026-11-01', '2026-11-30'),
    ];
    const fits = { categoryId: men, promotionId: code, featured: true };
    const cheap = await fixture.product('white robe', { ...fits, price: '5' });
    const dear = await fixture.product('white cap', { ...fits, price: '7' });
    const left = await fixture.product('white shoe', fits);
    await fixture.product('blue robe', fits);
    await fixture.product('white robe', { ...fits, featured: false });
    await fixture.product('white robe', { ...fits, promotionId: undefined });
    await fixture.product('white robe', { ...fits, categoryId: undefined });
    const all = {
      category: 'men',
      promotion: 'SALE',
      featured: true,
      not: left,
      sort: 'price-high',
    } as const;
    expect((await api.listProducts({ ...all, search: 'white' })).items.map(({ id }) => id)).toEqual([
      dear,
      cheap,
    ]);
    expect((await api.listProducts(all)).total).toBe(3);
    expect(
      (await api.listProducts({ ...all, search: 'white', pageSize: 1, page: 2 })).items.map(({ id }) => id),
    ).toEqual([cheap]);
  });

  test('counts are cached, and counted again after a change', async () => {
    await fixture.product('one');
    expect((await api.listProducts({})).total).toBe(1);
    await fixture.product('two');
    expect((await api.listProducts({})).total).toBe(1);
    fixture.changed('products');
    expect(await api.listProducts({})).toMatchObject({ total: 2, items: { length: 2 } });
  });

  test('CALLS-18 ordered by category, the newest of each first', async () => {
    const [first, second] = [await fixture.category('First'), await fixture.category('Second')];
    for (const [name, categoryId] of [
      ['a', second],
      ['b', first],
      ['c', second],
      ['d', first],
    ] as const) {
      await fixture.product(name, { categoryId });
    }
    const names = namesOf(await api.listProducts({ sort: 'category' }));
    expect([names.slice(0, 2), names.slice(2)].sort()).toEqual([
      ['c', 'a'],
      ['d', 'b'],
    ]);
  });

  test('CALLS-18 ordered by name or time, and no more than the limit', async () => {
    for (const name of ['Cap', 'Agbada', 'Bag']) await fixture.product(name);
    const some = (sort: 'name-asc' | 'newest', pageSize: number) => api.listProducts({ sort, pageSize });
    expect(namesOf(await some('name-asc', 2))).toEqual(['Agbada', 'Bag']);
    expect(namesOf(await some('newest', 1))).toEqual(['Bag']);
    expect((await api.newestProducts({ limit: 2 })).map(({ name }) => name)).toEqual(['Bag', 'Agbada']);
    await expect(api.newestProducts({ limit: 51 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  test('SHARE-01 only what can be ordered, or only what is sold out; a search has no such filter', async () => {
    await fixture.product('Gown', { price: '2.00' });
    await fixture.product('Cap', { price: '1.00', soldOut: true });
    const listed = async (soldOut?: boolean) =>
      namesOf(await api.listProducts({ soldOut, sort: 'price-low' }));
    expect(await listed(false)).toEqual(['Gown']);
    expect(await listed(true)).toEqual(['Cap']);
    expect(await listed()).toEqual(['Cap', 'Gown']);
    expect((await api.listProducts({ soldOut: false })).total).toBe(1);
    await expect(api.listProducts({ soldOut: false, search: 'gown' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  });

  test('CALLS-52 featured, newest and most liked give 10', async () => {
    for (let n = 1; n <= 11; n++) await fixture.product(`Cloth ${n}`, { featured: true, likes: n });
    await fixture.product('plain', { likes: 99 });
    const featured = await api.featuredProducts({});
    expect(featured.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, n) => `Cloth ${11 - n}`));
    expect((await api.newestProducts({})).map(({ name }) => name).slice(0, 2)).toEqual(['plain', 'Cloth 11']);
    const liked = await api.mostLikedProducts({});
    expect([liked.length, liked[0]?.name]).toEqual([10, 'plain']);
  });
});
