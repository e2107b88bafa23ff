import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOf, createFixture, type Fixture, namesOf } from '../../server/test-catalog.ts';
import { avoidScans, countStatement, listingStatement } from './listing.repository.ts';

let fixture: Fixture;
let api: ReturnType<Fixture['apiOf']>;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  api = fixture.apiOf(contextOf('', await fixture.createUser('admin')));
});

async function products(count: number, more: object = {}) {
  for (let n = 1; n <= count; n++) await fixture.product(`Cloth ${String(n).padStart(2, '0')}`, more);
}

describe('pages', () => {
  test('CONST-03 11 products are two pages of ten and one, newest first', async () => {
    await products(11);
    const first = await api.listForAdmin({});
    expect(first).toMatchObject({ total: 11, all: 11, page: 1, pageCount: 2, capped: false });
    expect(namesOf(first)).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `Cloth ${String(n).padStart(2, '0')}`),
    );
    expect(namesOf(await api.listForAdmin({ page: 2 }))).toEqual(['Cloth 01']);
  });

  test('CONST-04 a page past the end becomes the last', async () => {
    await products(11);
    expect(await api.listForAdmin({ page: 7 })).toMatchObject({ page: 2, items: [{ name: 'Cloth 01' }] });
    expect(await api.listForAdmin({ page: 7, search: 'cloth' })).toMatchObject({ page: 2 });
    expect(await api.listForAdmin({ page: 7, search: 'nothing of it' })).toMatchObject({
      page: 1,
      pageCount: 1,
      total: 0,
      all: 11,
    });
  });

  test('each sort order, read forwards and in reverse', async () => {
    await fixture.product('Zari', { price: '5.00' });
    await fixture.product('Ọ̀ṣun', { price: '9.00' });
    await fixture.product('agbada', { price: '7.00' });
    const by = async (sort: 'newest' | 'name-asc' | 'name-desc' | 'price-asc' | 'price-desc') =>
      namesOf(await api.listForAdmin({ sort }));
    expect(await by('newest')).toEqual(['agbada', 'Ọ̀ṣun', 'Zari']);
    expect(await by('name-asc')).toEqual(['agbada', 'Ọ̀ṣun', 'Zari']);
    expect(await by('name-desc')).toEqual(['Zari', 'Ọ̀ṣun', 'agbada']);
    expect(await by('price-asc')).toEqual(['Zari', 'agbada', 'Ọ̀ṣun']);
    expect(await by('price-desc')).toEqual(['Ọ̀ṣun', 'agbada', 'Zari']);
  });
});

describe('search', () => {
  test('ADM-PROD-04 by a word of the name or of the description, without accents and case', async () => {
    const ankara = await fixture.category('Ankara');
    await fixture.product('Aṣọ Òkè fila');
    await fixture.product('Plain cap', { description: 'Woven like aso oke' });
    await fixture.product('Gown', { categoryId: ankara });
    expect(namesOf(await api.listForAdmin({ search: 'ASO' }))).toEqual(['Aṣọ Òkè fila', 'Plain cap']);
    // Category names are not searched: the chips filter by category.
    expect(namesOf(await api.listForAdmin({ search: 'ankara' }))).toEqual([]);
    expect(namesOf(await api.listForAdmin({ search: 'as' }))).toEqual(['Aṣọ Òkè fila', 'Plain cap']);
  });

  test.each(['%', '_', '\\', "';--"])('%s is a literal character', async (search) => {
    await products(2);
    expect(await api.listForAdmin({ search })).toMatchObject({ total: 0, items: [] });
  });

  test('frequent words are found by an ordered scan, rare ones by the index, with the same order', async () => {
    await fixture.owner.query(`INSERT INTO products (id, name, description, price, created_at)
      SELECT gen_random_uuid(), 'Lace ' || lpad(n::text, 4, '0'), CASE WHEN n % 100 = 0 THEN 'swiss' ELSE 'voile' END, n,
        now() - n * interval '1 minute' FROM generate_series(1, 1500) n`);
    const frequent = await api.listForAdmin({ search: 'lace', page: 2, sort: 'price-desc' });
    expect(frequent).toMatchObject({ total: 1500, all: 1500, pageCount: 150 });
    expect(namesOf(frequent)).toEqual(Array.from({ length: 10 }, (_, n) => `Lace ${1490 - n}`));
    const last = await api.listForAdmin({ search: 'lace', page: 150, sort: 'price-desc' });
    expect(namesOf(last)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Lace ${String(10 - n).padStart(4, '0')}`),
    );
    const rare = await api.listForAdmin({ search: 'swiss', page: 2, sort: 'name-asc' });
    expect(rare).toMatchObject({ total: 15, pageCount: 2 });
    expect(namesOf(rare)).toEqual(['Lace 1100', 'Lace 1200', 'Lace 1300', 'Lace 1400', 'Lace 1500']);
  });

  test('beyond 10,000 hits the number is capped and paging ends there', async () => {
    await fixture.owner.query(`INSERT INTO products (id, name, description, price)
      SELECT gen_random_uuid(), 'Lace ' || n, '', 1 FROM generate_series(1, 10050) n`);
    const page = await api.listForAdmin({ search: 'lace', page: 5000 });
    expect(page).toMatchObject({ total: 10_000, capped: true, page: 1000, pageCount: 1000, all: 10_050 });
    expect(page.items).toHaveLength(10);
    expect(await api.listForAdmin({})).toMatchObject({ total: 10_050, capped: false });
  });
});

describe('categories', () => {
  test('ADM-PROD-05 a category with its descendants, hidden ones too', async () => {
    const men = await fixture.category('Men');
    const caps = await fixture.category('Caps', { parentId: men, isActive: false });
    await fixture.product('Fila', { categoryId: caps });
    await fixture.product('Kaftan', { categoryId: men });
    await fixture.product('Loose');
    const list = await api.listForAdmin({ category: 'men' });
    expect(namesOf(list)).toEqual(['Kaftan', 'Fila']);
    // ADM-PROD-06 OPEN-65: filtered, and all.
    expect(list).toMatchObject({ total: 2, all: 3, category: { name: 'Men' } });
    expect(namesOf(await api.listForAdmin({ category: 'caps', search: 'fila' }))).toEqual(['Fila']);
  });

  test('OPEN-58 products without a category are a filter of their own', async () => {
    const men = await fixture.category('Men');
    await products(12);
    await fixture.product('Kaftan', { categoryId: men });
    const list = await api.listForAdmin({ category: 'none', page: 2 });
    expect(list).toMatchObject({ total: 12, all: 13, category: null });
    expect(namesOf(list)).toEqual(['Cloth 02', 'Cloth 01']);
    for (const sort of ['name-desc', 'price-asc', 'price-desc', 'name-asc'] as const)
      expect((await api.listForAdmin({ category: 'none', sort, page: 2 })).items).toHaveLength(2);
    expect(namesOf(await api.listForAdmin({ category: 'none', search: '07' }))).toEqual(['Cloth 07']);
  });

  test('an unknown category lists nothing rather than everything', async () => {
    await products(1);
    expect(await api.listForAdmin({ category: 'gone' })).toMatchObject({ items: [], total: 0, all: 1 });
  });

  test.each(['newest', 'name-asc', 'name-desc', 'price-low', 'price-high'] as const)(
    'without a category, by %s: the page is read through an index of its order, from either end',
    async (sort) => {
      await fixture.owner.query(`INSERT INTO products (id, name, description, price)
        SELECT gen_random_uuid(), 'Lace ' || md5(n::text), '', n FROM generate_series(1, 5000) n`);
      await fixture.owner.query('ANALYZE products');
      for (const fromEnd of [false, true]) {
        const { rows } = await fixture.database.web.execute(
          sql`EXPLAIN ${listingStatement({ forStaff: true, uncategorised: true, sort, offset: 0, limit: 10, fromEnd })}`,
        );
        const plan = JSON.stringify(rows);
        expect(plan).toContain('products_category_');
        expect(plan).not.toMatch(/Seq Scan on products/);
      }
    },
  );
});

describe('words of one or two letters', () => {
  /** Every fourth is a draft. 'xq' is within words, 'zo' a word of its own, 'ka' both and in most descriptions too. */
  const WORDS = [
    'kaftan',
    'voile',
    'luxqa',
    'gown',
    'zo',
    'ka',
    'lace',
    'cap',
    'fila',
    'adire',
    'luxqe',
    '5×7',
  ];
  const all = Array.from({ length: 440 }, (_, n) => ({
    name: [0, 3, 5].map((step) => WORDS[(n * (step + 1) + step) % WORDS.length]).join(' '),
    description: n % 7 === 0 ? 'Plain' : 'A kaba',
    status: n % 4 === 0 ? 'draft' : 'published',
  }));

  beforeEach(async () => {
    await fixture.owner.query(
      `INSERT INTO products (id, name, description, status, price)
       SELECT gen_random_uuid(), name, description, status, 1 FROM json_to_recordset($1) AS p (name text, description text, status text)`,
      [JSON.stringify(all)],
    );
    await fixture.owner.query('ANALYZE products');
  });

  test.each(['xq', 'zo', 'ka', 'q', 'xx', '5×7', 'zo xq', 'voile xq', 'xq xx', 'ka zo cap'])(
    'SEARCH-07 %s is found wherever it stands, in published products and drafts',
    async (search) => {
      for (const status of [undefined, 'published', 'draft'] as const) {
        const words = search.split(' ');
        const expected = all.filter(
          (product) =>
            (!status || product.status === status) &&
            words.some((word) => `${product.name} ${product.description}`.toLowerCase().includes(word)),
        );
        const names: string[] = [];
        for (let page = 1; page <= Math.max(1, Math.ceil(expected.length / 10)); page++) {
          const list = await api.listForAdmin({ search, status, page });
          expect(list).toMatchObject({ total: expected.length, page });
          names.push(...namesOf(list));
        }
        expect(names.sort()).toEqual(expected.map(({ name }) => name).sort());
        const filter = { search, status };
        const { items } = await api.listPrices({ selection: { filter, except: [] } });
        expect(items).toHaveLength(expected.length);
      }
    },
  );

  test('of many hits too, class by class', async () => {
    await fixture.owner.query(`INSERT INTO products (id, name, description, price, status)
      SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN 'Buxqi ' ELSE 'Gown ' END || n, CASE WHEN n % 2 = 0 THEN '' ELSE 'of buxqi' END, 1,
        CASE WHEN n % 8 < 2 THEN 'draft' ELSE 'published' END FROM generate_series(1, 2400) n`);
    const named = all.filter(({ name }) => name.includes('xq')).length + 1200;
    const first = await api.listForAdmin({ search: 'xq' });
    expect(first.total).toBe(named + 1200);
    expect(first.items).toHaveLength(10);
    expect(first.items.every(({ name }) => /xq/i.test(name))).toBe(true);
    const last = await api.listForAdmin({ search: 'xq', page: Math.ceil(first.total / 10) });
    expect(last.items.length).toBeGreaterThan(0);
    expect(last.items.every(({ name }) => name.startsWith('Gown'))).toBe(true);
    const seen = new Set<string>();
    for (let page = 1; page <= first.pageCount; page++)
      for (const { id } of (await api.listForAdmin({ search: 'xq', page })).items) seen.add(id);
    expect(seen.size).toBe(first.total);
  });

  test('the index is asked for what the table of words has, and only drafts are compared one by one', async () => {
    await fixture.owner.query(`INSERT INTO products (id, name, description, price)
      SELECT gen_random_uuid(), 'Voile ' || md5(n::text), 'A cloth of ' || md5((n * 7)::text), 1 FROM generate_series(1, 20000) n`);
    await fixture.owner.query('VACUUM ANALYZE products');
    const admin = await fixture.createUser('admin');
    const explained = await fixture.database.asCaller(admin, async (tx) => {
      await avoidScans(tx);
      const search = { words: ['xq', 'zo'], lookup: { contains: ['%luxqa%'], whole: '(^| )zo($| )' } };
      const { rows } = await tx.execute(sql`EXPLAIN ${countStatement({ forStaff: true }, search, 10_000)}`);
      return rows.map((row) => Object.values(row)[0]);
    });
    const plan = explained.join('\n');
    expect(plan).toContain('Bitmap Index Scan on products_published_search_idx');
    const looked = explained.filter((line) => /Index Cond/.test(String(line))).join('\n');
    expect(looked).toContain('luxqa');
    expect(looked).not.toContain('%xq%');
  });
});

test('the list is current: a write is visible immediately', async () => {
  await products(1);
  expect((await api.listForAdmin({ search: 'fresh' })).total).toBe(0);
  await fixture.product('Fresh cloth');
  fixture.changed('products');
  expect(await api.listForAdmin({ search: 'fresh' })).toMatchObject({ total: 1, all: 2 });
});

describe("SEARCH-07 the shop's search", () => {
  beforeEach(async () => {
    await fixture.product('Plain cap', { description: 'Goes with an agbada' });
    await fixture.product('Agbádá', { description: 'Flowing' });
    await fixture.product('Aso oke set', { description: 'Woven' });
    await fixture.product('Draft agbada', { status: 'draft' });
    await fixture.owner.query("INSERT INTO synonyms (words) VALUES ('{flyrobe,agbada}')");
    fixture.changed('synonyms');
  });
  afterEach(async () => {
    await fixture.owner.query("DELETE FROM synonyms WHERE 'flyrobe' = ANY (words)");
    fixture.changed('synonyms');
  });

  test('finds joined words, hyphens, tone marks and plurals exactly', async () => {
    for (const search of ['asooke', 'aso-oke', 'aṣọ òkè']) {
      expect(namesOf(await api.listForAdmin({ search })), search).toContain('Aso oke set');
    }
    expect(namesOf(await api.listForAdmin({ search: 'agbadas' })).sort()).toEqual(
      ['Agbádá', 'Draft agbada', 'Plain cap'].sort(),
    );
  });

  test('is by relevance without a chosen order, and by the order with one', async () => {
    const names = namesOf(await api.listForAdmin({ search: 'agbada' }));
    expect(names).toHaveLength(3);
    expect(names.at(-1)).toBe('Plain cap');
    expect(namesOf(await api.listForAdmin({ search: 'agbada', sort: 'name-desc' }))[0]).toBe('Plain cap');
    expect(namesOf(await api.listForAdmin({ search: 'plain agbada' }))[0]).toBe('Plain cap');
  });

  test('SEARCH-02 SEARCH-07 of very many hits too, the best are first, on pages without a repetition', async () => {
    await fixture.owner.query(`INSERT INTO products (id, name, description, price, status, created_at)
      SELECT gen_random_uuid(), CASE WHEN n % 3 = 0 THEN 'Velvet ' ELSE 'Cloth ' END || n,
        CASE WHEN n % 3 = 0 THEN 'Soft' WHEN n % 3 = 1 THEN 'Like velvet' ELSE 'For a coat of velvet' END, 1,
        CASE WHEN n % 10 = 0 THEN 'draft' ELSE 'published' END, now() + n * interval '1 minute' FROM generate_series(1, 3000) n`);
    await fixture.product('Velvet coat');
    await fixture.product('Agbada', { description: 'A coat of crushed velvet' });
    await fixture.product('Coat');
    const page = async (number: number) => {
      const list = await api.listForAdmin({ search: 'velvet coat', page: number });
      expect(list).toMatchObject({ total: 3003, pageCount: 301, page: number });
      return namesOf(list);
    };
    const named = (word: string) => (from: number) =>
      Array.from({ length: 10 }, (_, n) => `${word} ${from - 3 * n}`);
    const [cloths, velvets] = [named('Cloth'), named('Velvet')];
    // Both words in the name; both anywhere, which 1,001 have; one in the name, 1,001; one anywhere: the newest first.
    expect(await page(1)).toEqual(['Velvet coat', ...cloths(2999).slice(0, 9)]);
    expect(await page(2)).toEqual(cloths(2972));
    expect(await page(101)).toEqual(['Cloth 2', 'Agbada', 'Velvet 3000', ...velvets(2997).slice(0, 7)]);
    expect(await page(102)).toEqual(velvets(2976));
    expect(await page(201)).toEqual(['Velvet 6', 'Velvet 3', 'Coat', ...cloths(2998).slice(0, 7)]);
    expect(await page(301)).toEqual(['Cloth 7', 'Cloth 4', 'Cloth 1']);
    const drafts = await api.listForAdmin({ search: 'velvet coat', status: 'draft', page: 30 });
    expect(drafts).toMatchObject({ total: 300, pageCount: 30 });
    expect(drafts.items).toHaveLength(10);
    // A word without a trigram is compared.
    const short = [];
    for (let number = 1; number <= 82; number++)
      short.push(await api.listForAdmin({ search: 'velvet 3', page: number }));
    expect(short[0]).toMatchObject({ total: 3002, capped: false });
    const numbered = Array.from({ length: 3000 }, (_, n) => n + 1).filter((n) => String(n).includes('3'));
    const inNames = numbered.filter((n) => n % 3 === 0).map((n) => `Velvet ${n}`);
    const anywhere = numbered.filter((n) => n % 3 > 0).map((n) => `Cloth ${n}`);
    const names = short.flatMap(namesOf);
    expect(names[0]).toBe('Velvet 3');
    expect(names.slice(0, inNames.length).sort()).toEqual(inNames.sort());
    expect(names.slice(inNames.length, numbered.length).sort()).toEqual(anywhere.sort());
  });

  test('shows close words apart, drafts too, within the filter', async () => {
    for (const search of ['agbda', 'flyrobe']) {
      const list = await api.listForAdmin({ search });
      expect(list).toMatchObject({ total: 0, items: [] });
      expect(list.close).toMatchObject([{ word: search, by: ['agbada'] }]);
      expect(list.close[0]!.items.map(({ name }) => name).sort()).toEqual(
        ['Agbádá', 'Draft agbada', 'Plain cap'].sort(),
      );
    }
    const drafts = await api.listForAdmin({ search: 'agbda', status: 'draft' });
    expect(drafts.close[0]!.items.map(({ name }) => name)).toEqual(['Draft agbada']);
    const both = await api.listForAdmin({ search: 'flyrobe flowing' });
    expect(namesOf(both)).toEqual(['Agbádá']);
    expect(both.close[0]!.items.map(({ name }) => name).sort()).toEqual(['Draft agbada', 'Plain cap']);
    expect((await api.listForAdmin({})).close).toEqual([]);
  });

  test('all that match are exactly those that the list shows as hits', async () => {
    for (const search of ['asooke', 'agbadas', 'agbda', 'flyrobe flowing']) {
      const list = await api.listForAdmin({ search });
      const { items } = await api.listPrices({ selection: { filter: { search }, except: [] } });
      expect(items.map(({ id }) => id).sort(), search).toEqual(list.items.map(({ id }) => id).sort());
    }
  });
});
