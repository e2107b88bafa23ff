import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { clockIn } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { fold } from '#shared/words.ts';
import { PLACEHOLDER } from '../placeholder.ts';
import { openCatalogue } from './catalogue.ts';
import type { Change } from './kept.ts';
import { findProduct } from './product.service.ts';
import { catalogRouter } from './router.ts';

let base: TestDatabase;
let owner: pg.Client;
let database: Database;
let listeners: ((change: Change) => void)[] = [];
let now = new Date('2026-11-20T12:00:00Z');
const deps = () => ({
  database,
  clock: clockIn('Africa/Lagos', () => now),
  changes: {
    subscribe: (listener: (change: Change) => void) => {
      listeners.push(listener);
      return () => {};
    },
    isListening: () => true,
  },
  secureCookies: false,
});
const context = (cookie = '') => ({
  requestId: 'test',
  address: '127.0.0.1',
  headers: new Headers({ cookie }),
  responseHeaders: new Headers(),
  log: createLog('silent'),
  findCaller: async () => null,
});
type Api = ReturnType<typeof apiOf>;
const apiOf = (its = context()) => createRouterClient(catalogRouter(deps()), { context: its });
let api: Api;

beforeAll(async () => {
  base = await createTestDatabase();
  owner = new pg.Client(base.url);
  await owner.connect();
  database = await openDatabase({ url: base.url });
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await base.drop();
});
beforeEach(async () => {
  await owner.query('TRUNCATE products, categories, promotions CASCADE');
  now = new Date('2026-11-20T12:00:00Z');
  listeners = [];
  api = apiOf();
});

let minute = 0;
async function category(
  name: string,
  more: { parentId?: string; isActive?: boolean; displayOrder?: number } = {},
) {
  const id = randomUUID();
  await owner.query(
    'INSERT INTO categories (id, name, slug, parent_id, is_active, display_order) VALUES ($1, $2, $3, $4, $5, $6)',
    [id, name, name.toLowerCase(), more.parentId ?? null, more.isActive ?? true, more.displayOrder ?? 0],
  );
  return id;
}
/** Each product is a minute newer than the one before. */
async function product(
  name: string,
  more: {
    description?: string;
    price?: string;
    categoryId?: string;
    featured?: boolean;
    promotionId?: string;
    likes?: number;
  } = {},
) {
  const id = randomUUID();
  await owner.query(
    `INSERT INTO products (id, name, description, price, category_id, featured, promotion_id, likes, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      name,
      more.description ?? 'Sewn in Lagos',
      more.price ?? '100.00',
      more.categoryId ?? null,
      more.featured ?? false,
      more.promotionId ?? null,
      more.likes ?? 0,
      new Date(Date.UTC(2026, 0, 1) + ++minute * 60_000),
    ],
  );
  return id;
}
async function promotion(code: string, startDate: string, endDate: string) {
  const id = randomUUID();
  await owner.query(
    `INSERT INTO promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
     VALUES ($1, $2, $2, $3, $4, 'percentage', 12.5)`,
    [id, code, startDate, endDate],
  );
  return id;
}
async function pictures(productId: string, list: [url: string, isPrimary: boolean][]) {
  await owner.query('BEGIN');
  for (const [n, [url, isPrimary]] of list.entries()) {
    await owner.query(
      `INSERT INTO product_images (id, product_id, image_url, is_primary, display_order, width, height)
       VALUES ($1, $2, $3, $4, $5, 1200, 1500)`,
      [randomUUID(), productId, url, isPrimary, n],
    );
  }
  await owner.query('COMMIT');
}
const names = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name);
const changed = (table: string) => {
  for (const listener of listeners) listener({ table, op: 'update' });
};

describe('lists', () => {
  test('LIST-14 LIST-04 CALLS-50 12 products a page, newest by ?sort', async () => {
    for (let n = 1; n <= 13; n++) await product(`Cloth ${n}`);
    const first = await api.listProducts({ sort: 'newest' });
    expect(names(first)).toEqual(Array.from({ length: 12 }, (_, n) => `Cloth ${13 - n}`));
    expect(first).toMatchObject({
      total: 13,
      capped: false,
      page: 1,
      pageCount: 2,
      category: null,
      today: '2026-11-20',
    });
    expect(names(await api.listProducts({ sort: 'newest', page: 2 }))).toEqual(['Cloth 1']);
  });

  test('OPEN-51 a page past the end becomes the last', async () => {
    for (let n = 1; n <= 13; n++) await product(`Cloth ${n}`);
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
    await product('Ìró', { price: '9.50', likes: 2 });
    await product('iro and buba', { price: '100.00', featured: true });
    await product('Agbada', { price: '20.00', likes: 5 });
    await product('Zip', { price: '20.00', featured: true, likes: 2 });
    const order = async (sort: 'newest' | 'price-low' | 'price-high' | 'name-asc' | 'name-desc') =>
      names(await api.listProducts({ sort }));
    expect(await order('newest')).toEqual(['Zip', 'Agbada', 'iro and buba', 'Ìró']);
    expect((await order('price-low')).toSpliced(1, 2)).toEqual(['Ìró', 'iro and buba']);
    expect(await order('price-high')).toEqual((await order('price-low')).toReversed());
    expect(await order('name-asc')).toEqual(['Agbada', 'Ìró', 'iro and buba', 'Zip']);
    expect(await order('name-desc')).toEqual((await order('name-asc')).toReversed());
  });

  test('RULES-13 RULES-14 OPEN-52 OPEN-53 featured and most liked first, then the newest', async () => {
    await product('old', { likes: 2, featured: true });
    await product('liked', { likes: 5 });
    await product('fresh', { likes: 2 });
    await product('best', { featured: true });
    expect(names(await api.listProducts({}))).toEqual(['best', 'old', 'fresh', 'liked']);
    expect(names(await api.listProducts({ sort: 'most-liked' }))).toEqual(['liked', 'fresh', 'old', 'best']);
  });

  test('LIST-01 OPEN-56 a category by slug, old slug or name, with its descendants', async () => {
    const men = await category('Men');
    const agbada = await category('Agbada', { parentId: men });
    await product('robe', { categoryId: agbada });
    await product('shirt', { categoryId: men });
    await product('gown', { categoryId: await category('Women') });
    expect(names(await api.listProducts({ category: 'men', sort: 'newest' }))).toEqual(['shirt', 'robe']);
    expect(names(await api.listProducts({ category: 'agbada' }))).toEqual(['robe']);
    await owner.query("UPDATE categories SET slug = 'grand-agbada', name = 'Grand Agbada' WHERE id = $1", [
      agbada,
    ]);
    changed('categories');
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

  test('LIST-06 OPEN-05 CALLS-21 a promotion lists its products on its days alone, in the shop’s time zone', async () => {
    const running = await promotion('SALLAH', '2026-11-19', '2026-11-20');
    const id = await product('in', { promotionId: running });
    await product('other', { promotionId: await promotion('XMAS', '2026-12-01', '2026-12-31') });
    await product('out');
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
    now = new Date('2026-11-20T22:59:00Z');
    expect((await api.listProducts({ promotion: 'SALLAH' })).total).toBe(1);
    now = new Date('2026-11-20T23:00:00Z');
    expect(await api.listProducts({ promotion: 'SALLAH' })).toMatchObject({ total: 0, today: '2026-11-21' });
  });

  test('LIST-07 CALLS-17 all filters work together', async () => {
    const [men, code] = [await category('Men'), await promotion('SALE', '2026-11-01', '2026-11-30')];
    const fits = { categoryId: men, promotionId: code, featured: true };
    const cheap = await product('white robe', { ...fits, price: '5' });
    const dear = await product('white cap', { ...fits, price: '7' });
    const left = await product('white shoe', fits);
    await product('blue robe', fits);
    await product('white robe', { ...fits, featured: false });
    await product('white robe', { ...fits, promotionId: undefined });
    await product('white robe', { ...fits, categoryId: undefined });
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

  test('counts are kept, and counted again after a change', async () => {
    await product('one');
    expect((await api.listProducts({})).total).toBe(1);
    await product('two');
    expect((await api.listProducts({})).total).toBe(1);
    changed('products');
    expect(await api.listProducts({})).toMatchObject({ total: 2, items: { length: 2 } });
  });

  test('CALLS-18 ordered by name or time, and no more than the limit', async () => {
    for (const name of ['Cap', 'Agbada', 'Bag']) await product(name);
    const some = (sort: 'name-asc' | 'newest', pageSize: number) => api.listProducts({ sort, pageSize });
    expect(names(await some('name-asc', 2))).toEqual(['Agbada', 'Bag']);
    expect(names(await some('newest', 1))).toEqual(['Bag']);
    expect((await api.newestProducts({ limit: 2 })).map(({ name }) => name)).toEqual(['Bag', 'Agbada']);
    await expect(api.newestProducts({ limit: 51 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  test('CALLS-52 featured, newest and most liked give 10', async () => {
    for (let n = 1; n <= 11; n++) await product(`Cloth ${n}`, { featured: true, likes: n });
    await product('plain', { likes: 99 });
    const featured = await api.featuredProducts({});
    expect(featured.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, n) => `Cloth ${11 - n}`));
    expect((await api.newestProducts({})).map(({ name }) => name).slice(0, 2)).toEqual(['plain', 'Cloth 11']);
    const liked = await api.mostLikedProducts({});
    expect([liked.length, liked[0]?.name]).toEqual([10, 'plain']);
  });
});

describe('search', () => {
  const found = async (search: string) => names(await api.listProducts({ search, sort: 'name-asc' }));

  test('RULES-11 LIST-02 any word in name, description or category', async () => {
    await product('Red robe');
    await product('Coat', { description: 'with a RED lining' });
    await product('Shoe', { categoryId: await category('Redwood') });
    await product('Green cap', { description: 'cotton', categoryId: await category('Caps') });
    expect(await found('red')).toEqual(['Coat', 'Red robe', 'Shoe']);
    expect(await found('red cap')).toEqual(['Coat', 'Green cap', 'Red robe', 'Shoe']);
    expect(await found('velvet')).toEqual([]);
    expect(await found('velvet cotton')).toEqual(['Green cap']);
  });

  test('RULES-10 RULES-12 split on blanks, case, accents and hyphens folded; empty finds all', async () => {
    await product('Aṣọ-Òkè');
    await product('Shirt');
    for (const query of ['  ASO   zzz ', 'asọ', 'aso-oke', 'ÒKÈ'])
      expect(await found(query)).toEqual(['Aṣọ-Òkè']);
    for (const query of ['', '   ', '\u0000']) expect(await found(query)).toEqual(['Aṣọ-Òkè', 'Shirt']);
  });

  test('wildcards, quotes and a flood of text are text', async () => {
    await product('100% cotton');
    await product('under_score');
    await product('back\\slash');
    await product("O'Brien");
    expect(await found('100%')).toEqual(['100% cotton']);
    expect(await found('%')).toEqual(['100% cotton']);
    expect(await found('_')).toEqual(['under_score']);
    expect(await found('\\')).toEqual(['back\\slash']);
    expect(await found("o'brien")).toEqual(["O'Brien"]);
    expect(await found("'; DROP TABLE products; --")).toEqual([]);
    expect(await found(`cotton ${'x'.repeat(10_240)}`)).toEqual(['100% cotton']);
    expect(await found('co\u0000tton')).toEqual(['100% cotton']);
  });

  test('the database folds as the query is folded', async () => {
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
    ];
    const { rows } = await owner.query(
      'SELECT fold(t) AS folded FROM unnest($1::text[]) WITH ORDINALITY u (t, n) ORDER BY n',
      [texts],
    );
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(fold));
  });

  test('words of one or two letters find too', async () => {
    await product('Qx');
    await product('Robe');
    expect(await found('q')).toEqual(['Qx']);
    expect(await found('qx')).toEqual(['Qx']);
  });

  test('hits are counted exactly to 1,000, then capped, and paging ends there', async () => {
    const add = (n: number) =>
      owner.query(`INSERT INTO products (id, name, description, price, created_at)
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
});

describe('one product', () => {
  test('DATA-01 DATA-02 DATA-03 a product with category, promotion and numeric price', async () => {
    const [categoryId, promotionId] = [
      await category('Caps'),
      await promotion('SALE', '2026-11-01', '2026-11-30'),
    ];
    const id = await product('Fila', { price: '12.50', categoryId, promotionId, featured: true, likes: 3 });
    const { product: found, today } = await api.getProduct({ id });
    expect(today).toBe('2026-11-20');
    expect(found).toEqual({
      id,
      name: 'Fila',
      description: 'Sewn in Lagos',
      price: 12.5,
      category: { id: categoryId, name: 'Caps', slug: 'caps' },
      featured: true,
      createdAt: new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString(),
      promotionId,
      promotion: {
        id: promotionId,
        name: 'SALE',
        description: '',
        tagLine: '',
        code: 'SALE',
        startDate: '2026-11-01',
        endDate: '2026-11-30',
        promotionType: 'percentage',
        promotionValue: 12.5,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      likes: 3,
      image: PLACEHOLDER,
      images: [],
    });
    expect((await api.getProduct({ id: await product('Plain') })).product).toMatchObject({
      promotionId: null,
      promotion: null,
      category: null,
    });
  });

  test('RULES-18 CALLS-16 DATA-04 the image is the primary, else the first, else the placeholder', async () => {
    const [one, two, none] = [await product('one'), await product('two'), await product('none')];
    await pictures(one, [
      ['/uploads/product-images/a.jpg', false],
      ['/uploads/product-images/b.jpg', true],
    ]);
    // The database itself keeps one primary; without the trigger the first stands in for it.
    await owner.query('ALTER TABLE product_images DISABLE TRIGGER product_images_have_primary');
    await pictures(two, [
      ['/uploads/product-images/c.jpg', false],
      ['/uploads/product-images/d.jpg', false],
    ]);
    await owner.query('ALTER TABLE product_images ENABLE TRIGGER product_images_have_primary');
    const { items } = await api.listProducts({ sort: 'newest' });
    expect(new Map(items.map(({ id, image }) => [id, image.url]))).toEqual(
      new Map([
        [none, PLACEHOLDER.url],
        [two, '/uploads/product-images/c.jpg'],
        [one, '/uploads/product-images/b.jpg'],
      ]),
    );
    const { product: found } = await api.getProduct({ id: one });
    expect(found.images).toMatchObject([
      { url: '/uploads/product-images/a.jpg', isPrimary: false, displayOrder: 0, width: 1200, height: 1500 },
      { url: '/uploads/product-images/b.jpg', isPrimary: true, displayOrder: 1 },
    ]);
    expect(found.image.url).toBe('/uploads/product-images/b.jpg');
  });

  test('CALLS-22 an unknown product is NOT_FOUND, for the function undefined', async () => {
    await expect(api.getProduct({ id: randomUUID() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      status: 404,
    });
    expect(await findProduct(openCatalogue(deps()), randomUUID())).toBeUndefined();
    await expect(api.getProduct({ id: 'nonsense' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      status: 400,
    });
  });

  test('products by ids stand in the order asked for, what is gone is left out', async () => {
    const [one, two] = [await product('one'), await product('two')];
    const { products } = await api.getProducts({ ids: [two, randomUUID(), one.toUpperCase(), two] });
    expect(products.map(({ id }) => id)).toEqual([two, one]);
    expect((await api.getProducts({ ids: [] })).products).toEqual([]);
  });

  test('CALLS-51 OPEN-55 four related: the same category first, then the newest, never itself', async () => {
    const [caps, shoes] = [await category('Caps'), await category('Shoes')];
    const own = await product('own', { categoryId: caps });
    await product('cap 1', { categoryId: caps });
    await product('cap 2', { categoryId: caps });
    for (const n of [1, 2, 3]) await product(`shoe ${n}`, { categoryId: shoes });
    const related = await api.relatedProducts({ id: own });
    expect(related.map(({ name }) => name)).toEqual(['cap 2', 'cap 1', 'shoe 3', 'shoe 2']);
    const loose = await product('loose');
    expect((await api.relatedProducts({ id: loose, limit: 2 })).map(({ name }) => name)).toEqual([
      'shoe 3',
      'shoe 2',
    ]);
    expect(await api.relatedProducts({ id: randomUUID() })).toEqual([]);
  });
});

test('OPEN-57 RULES-26 RULES-27 inactive categories and all below are hidden, their products stay under All', async () => {
  const women = await category('Women', { displayOrder: 2 });
  await category('Men', { displayOrder: 1 });
  await category('Gowns', { parentId: women, displayOrder: 2 });
  await category('Bridal', { parentId: women, displayOrder: 1 });
  const hidden = await category('Hidden', { isActive: false });
  const below = await category('Below', { parentId: hidden });
  await product('kept', { categoryId: below });
  expect((await api.listCategories()).map(({ name }) => name)).toEqual(['Men', 'Women', 'Bridal', 'Gowns']);
  expect(names(await api.listProducts({}))).toEqual(['kept']);
  await owner.query('UPDATE categories SET is_active = true WHERE id = $1', [hidden]);
  changed('categories');
  expect((await api.listCategories()).map(({ name }) => name)).toContain('Below');
});

test('DATA-16 a category has its text, parent, order and image', async () => {
  const parentId = await category('Women');
  const id = await category('Gele', { parentId, displayOrder: 3 });
  await owner.query(
    "UPDATE categories SET description = 'Head ties', image_url = '/uploads/category-images/g.jpg', image_width = 800, image_height = 600 WHERE id = $1",
    [id],
  );
  expect(await api.listCategories()).toEqual([
    expect.objectContaining({ id: parentId, parentId: null, image: null }),
    {
      id,
      name: 'Gele',
      slug: 'gele',
      description: 'Head ties',
      parentId,
      isActive: true,
      displayOrder: 3,
      image: { url: '/uploads/category-images/g.jpg', width: 800, height: 600, placeholder: '' },
    },
  ]);
});

describe('likes', () => {
  test('OPEN-53 a browser is known by its HttpOnly cookie and counts once per product', async () => {
    const id = await product('liked');
    const first = context();
    expect(await apiOf(first).likeProduct({ id })).toEqual({ counted: true });
    const cookie = first.responseHeaders.get('set-cookie')!;
    expect(cookie).toMatch(/^aso_browser=[0-9a-f-]{36}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const again = context(`a=b; ${cookie.split(';')[0]}`);
    expect(await apiOf(again).likeProduct({ id })).toEqual({ counted: false });
    expect(again.responseHeaders.get('set-cookie')).toBeNull();
    expect(await api.likeProduct({ id })).toEqual({ counted: true });
    await owner.query('SELECT count_likes()');
    expect((await api.getProduct({ id })).product.likes).toBe(2);
  });

  test('an unknown product or a reached limit is not an error', async () => {
    expect(await api.likeProduct({ id: randomUUID() })).toEqual({ counted: false });
    const asked: unknown[] = [];
    const limited = createRouterClient(
      catalogRouter({
        ...deps(),
        secureCookies: true,
        limits: {
          allows: async (...args) => {
            asked.push(args);
            return false;
          },
        },
      }),
      { context: context('aso_browser=junk') },
    );
    expect(await limited.likeProduct({ id: await product('p') })).toEqual({ counted: false });
    expect(asked).toEqual([['like:127.0.0.1', 300, 3600]]);
  });
});

test('RULES-30 a product belongs to at most one promotion', async () => {
  const [one, two] = [
    await promotion('ONE', '2026-01-01', '2026-12-31'),
    await promotion('TWO', '2026-01-01', '2026-12-31'),
  ];
  const id = await product('p', { promotionId: one });
  await owner.query('UPDATE products SET promotion_id = $1 WHERE id = $2', [two, id]);
  expect((await api.listProducts({ promotion: 'ONE' })).total).toBe(0);
  expect((await api.listProducts({ promotion: 'TWO' })).total).toBe(1);
  await owner.query('DELETE FROM promotions WHERE id = $1', [two]);
  expect((await api.getProduct({ id })).product.promotionId).toBeNull();
});

describe('OPEN-17 PERM-10 PERM-11 row level security', () => {
  const tables = [
    'products',
    'product_images',
    'categories',
    'category_slugs',
    'promotions',
    'hero_slides',
    'hero_slide_images',
  ];
  const people: [string, 'user' | 'admin'][] = [];

  beforeAll(async () => {
    for (const role of ['user', 'admin'] as const) {
      const id = randomUUID();
      await owner.query('INSERT INTO profiles (id, email, role) VALUES ($1, $2, $3)', [
        id,
        `${role}@test.shop`,
        role,
      ]);
      people.push([id, role]);
    }
  });
  const as = (role: 'user' | 'admin' | null) => {
    const found = people.find(([, its]) => its === role);
    return found ? { userId: found[0], role: found[1] } : null;
  };
  const inserts = {
    products: sql`INSERT INTO products (id, name, description, price) VALUES (gen_random_uuid(), 'x', 'x', 1)`,
    categories: sql`INSERT INTO categories (id, name, slug) VALUES (gen_random_uuid(), 'x', 'x')`,
    promotions: sql`INSERT INTO promotions (id, name, code, start_date, end_date, promotion_value) VALUES (gen_random_uuid(), 'x', 'x', now(), now(), 1)`,
    hero_slides: sql`INSERT INTO hero_slides (id, title, description, button_text, button_link, title_animation, description_animation)
      VALUES (gen_random_uuid(), 'x', 'x', 'x', '/products', 'animate-float', 'animate-float')`,
  };

  test.each([null, 'user'] as const)('writes of %s change nothing', async (role) => {
    const id = await product('safe', { categoryId: await category('Safe') });
    await pictures(id, [['/uploads/product-images/a.jpg', true]]);
    for (const [table, statement] of Object.entries(inserts)) {
      await expect(
        database.asCaller(as(role), (tx) => tx.execute(statement)),
        table,
      ).rejects.toMatchObject({
        cause: { code: '42501' },
      });
    }
    for (const table of tables) {
      const column = table === 'category_slugs' ? 'slug' : 'id';
      for (const statement of [`DELETE FROM ${table}`, `UPDATE ${table} SET ${column} = ${column}`]) {
        const { rowCount } = await database.asCaller(as(role), (tx) => tx.execute(sql.raw(statement)));
        expect(rowCount, statement).toBe(0);
      }
    }
    expect((await api.getProduct({ id })).product.images).toHaveLength(1);
  });

  test('an admin writes', async () => {
    for (const statement of Object.values(inserts)) {
      expect((await database.asCaller(as('admin'), (tx) => tx.execute(statement))).rowCount).toBe(1);
    }
  });

  test('nobody reads who liked what', async () => {
    await expect(database.web.execute(sql`SELECT * FROM product_likes`)).rejects.toMatchObject({
      cause: { code: '42501' },
    });
  });
});
