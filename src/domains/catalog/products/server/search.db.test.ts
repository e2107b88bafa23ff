import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fold } from '#shared/words.ts';
import { createFixture, type Fixture, namesOf } from '../../server/test-catalog.ts';
import { findProducts } from './find-products.ts';
import { seekWords } from './sought-words.ts';

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

describe('search', () => {
  const found = async (search: string) => namesOf(await api.listProducts({ search, sort: 'name-asc' }));

  test('RULES-11 LIST-02 any word in name, description or category', async () => {
    await fixture.product('Red robe');
    await fixture.product('Coat', { description: 'with a RED lining' });
    await fixture.product('Shoe', { categoryId: await fixture.category('Redwood') });
    await fixture.product('Green cap', { description: 'cotton', categoryId: await fixture.category('Caps') });
    expect(await found('red')).toEqual(['Coat', 'Red robe', 'Shoe']);
    expect(await found('red cap')).toEqual(['Coat', 'Green cap', 'Red robe', 'Shoe']);
    expect(await found('velvet')).toEqual([]);
    expect(await found('velvet cotton')).toEqual(['Green cap']);
  });

  test('RULES-10 RULES-12 split on spaces, case, accents and hyphens folded; empty finds all', async () => {
    await fixture.product('Aṣọ-Òkè');
    await fixture.product('Shirt');
    for (const query of ['  ASO   zzz ', 'asọ', 'aso-oke', 'ÒKÈ'])
      expect(await found(query)).toEqual(['Aṣọ-Òkè']);
    for (const query of ['', '   ', '\u0000']) expect(await found(query)).toEqual(['Aṣọ-Òkè', 'Shirt']);
  });

  test('wildcards, quotes and very long text are literal text', async () => {
    await fixture.product('100% cotton');
    await fixture.product('under_score');
    await fixture.product('back\\slash');
    await fixture.product("O'Brien");
    expect(await found('100%')).toEqual(['100% cotton']);
    expect(await found('%')).toEqual(['100% cotton']);
    expect(await found('_')).toEqual(['under_score']);
    expect(await found('\\')).toEqual(['back\\slash']);
    expect(await found("o'brien")).toEqual(["O'Brien"]);
    expect(await found("'; DROP TABLE products; --")).toEqual([]);
    expect(await found(`cotton ${'x'.repeat(10_240)}`)).toEqual(['100% cotton']);
    expect(await found('co\u0000tton')).toEqual(['100% cotton']);
  });

  test('the database folds text as the query is folded', async () => {
    const texts = [
      'Aṣọ-Òkè',
      'Ẹwà Ọṣun',
      'IRO & BUBA',
      'Ńlá–Ńlá',
      'straße',
      'ﬁla',
      '₦12,500',
      '\ttab',
      'ÀÁÂẸ̀',
      '100%_\\',
      'Ɓaɓa Ɗan Ƙasa Ƴar ƙwarya',
      "Jumu’ah jumu'ah Jumuʼah n‘t",
      'so\u00adft zero\u200bwidth \u202eright\u200f',
    ];
    const { rows } = await fixture.owner.query(
      'SELECT fold(t) AS folded FROM unnest($1::text[]) WITH ORDINALITY u (t, n) ORDER BY n',
      [texts],
    );
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(fold));
  });

  test('words of one or two letters are found too', async () => {
    await fixture.product('Qx');
    await fixture.product('Robe');
    expect(await found('q')).toEqual(['Qx']);
    expect(await found('qx')).toEqual(['Qx']);
  });

  test('of a word of two letters only the products that have it are read', async () => {
    await fixture.owner.query(
      `INSERT INTO products (id, name, description, price)
       SELECT gen_random_uuid(), CASE n % 20 WHEN 0 THEN 'Kaftan' WHEN 1 THEN 'Ankara' ELSE 'Blouse' END || ' No. ' || n,
         (SELECT string_agg(left(md5(n || '-' || k), 6), ' ') FROM generate_series(1, 12) k), 1 FROM generate_series(1, 5000) n`,
    );
    await fixture.owner.query('VACUUM ANALYZE products');
    const read = await fixture.database.asCaller(null, async (tx) => {
      const none = async () => 0;
      const request = { others: [], filter: {}, sort: 'relevance', page: 1, pageSize: 12 } as const;
      const counts = { total: 5000, countFiltered: none, countNamed: none };
      const words = await seekWords(tx, ['ka'], []);
      expect((await findProducts(tx, { ...request, ...counts, words })).total).toBe(500);
      const { rows } = await tx.execute<{ n: string }>(
        `SELECT seq_tup_read + idx_tup_fetch AS n FROM pg_stat_xact_user_tables WHERE relid = 'public.products'::regclass`,
      );
      return Number(rows[0]!.n);
    });
    expect(read).toBeGreaterThanOrEqual(500);
    expect(read).toBeLessThan(700);
  });

  test('hits are counted exactly to 1,000, then capped, and paging ends there', async () => {
    const add = (n: number) =>
      fixture.owner.query(`INSERT INTO products (id, name, description, price, created_at)
        SELECT gen_random_uuid(), 'Cloth ' || lpad(n::text, 4, '0'), 'adire', n, now() - n * interval '1 s' FROM generate_series(1, ${n}) n`);
    await add(1000);
    const exact = await api.listProducts({ search: 'adire', sort: 'price-low', page: 84 });
    expect(exact).toMatchObject({ total: 1000, capped: false, page: 84, pageCount: 84 });
    expect(exact.items.map(({ price }) => price)).toEqual([997, 998, 999, 1000]);
    await add(1);
    const capped = await api.listProducts({ search: 'adire', sort: 'price-high', page: 2 });
    expect(capped).toMatchObject({ total: 1000, capped: true, page: 2, pageCount: 84 });
    expect(capped.items.map(({ price }) => price)).toEqual(Array.from({ length: 12 }, (_, n) => 988 - n));
    expect(await api.listProducts({ search: 'adire', page: 85 })).toMatchObject({
      page: 84,
      items: { length: 4 },
    });
  });

  test('the pages of a search of many hits have each product once', async () => {
    await fixture.owner.query(
      `INSERT INTO products (id, name, description, price)
       SELECT gen_random_uuid(), CASE WHEN n % 4 = 0 THEN 'Robe' WHEN n % 23 = 0 THEN 'Red' ELSE 'Cap' END || ' No. ' || n, 'x', 1
       FROM generate_series(1, 5000) n`,
    );
    // The second has a word that no index finds.
    for (const search of ['red robe', '5 robe']) {
      const listed: string[] = [];
      for (let page = 1; page <= 84; page++) {
        const { items, capped } = await api.listProducts({ search, page });
        expect(capped).toBe(true);
        listed.push(...items.map(({ id }) => id));
      }
      expect(listed).toHaveLength(1000);
      expect(new Set(listed).size).toBe(1000);
    }
  });

  test('a search is answered from memory until a product changes, but not by likes or for another page', async () => {
    await fixture.product('Silk robe');
    const rename = (from: string, to: string) =>
      fixture.owner.query('UPDATE products SET name = $2 WHERE name = $1', [from, to]);
    const search = async (query: object) => namesOf(await api.listProducts(query));
    for (const query of [
      { search: 'silk' },
      { search: ' SILK ' },
      { search: 'silk', sort: 'most-liked' },
    ] as const)
      expect(await search(query)).toEqual(['Silk robe']);
    await rename('Silk robe', 'Silk gown');
    expect(await search({ search: 'silk' })).toEqual(['Silk robe']);
    expect(await search({ search: 'Silk' })).toEqual(['Silk robe']);
    for (const query of [
      { sort: 'most-liked' },
      { pageSize: 13 },
      { sort: 'newest' },
      { featured: false },
    ] as const)
      expect(await search({ search: 'silk', ...query })).toEqual(['Silk gown']);
    expect(await search({ search: `silk ${'x'.repeat(400)}` })).toEqual(['Silk gown']);
    fixture.changed('products');
    expect(await search({ search: 'silk' })).toEqual(['Silk gown']);
  });
});
