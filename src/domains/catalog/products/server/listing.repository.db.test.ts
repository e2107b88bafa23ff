import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { placeOfPage } from '#shared/pages.ts';
import { API_SORTS } from '../listing.ts';
import { type ListingParams, listingStatement, listProducts } from './listing.repository.ts';
import { relatedStatement } from './product.repository.ts';

const COUNT = 20_000;
const DRAFTS = 10_000;
/** A parent of the two others; ids by number. */
const category = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
let base: TestDatabase;
let database: Database;

beforeAll(async () => {
  base = await createTestDatabase();
  const owner = new pg.Client(base.url);
  await owner.connect();
  await owner.query(`INSERT INTO categories (id, name, slug, parent_id)
    SELECT ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'Category ' || n, 'category-' || n,
      CASE WHEN n IN (2, 3) THEN '00000000-0000-4000-8000-000000000001'::uuid END
    FROM generate_series(1, 9) n`);
  await owner.query(`INSERT INTO products (id, name, description, price, category_id, featured, likes, created_at)
    SELECT gen_random_uuid(), 'Cloth ' || md5(n::text), 'A cloth of ' || md5((n * 7)::text) || CASE WHEN n % 100 = 0 THEN ' adire' ELSE '' END,
      (n * 7919) % 50000 + 0.5, ('00000000-0000-4000-8000-00000000000' || 1 + n % 9)::uuid, n % 25 = 0, (n * 31) % 40,
      now() - n * interval '1 minute'
    FROM generate_series(1, ${COUNT}) n`);
  await owner.query(`INSERT INTO product_images (id, product_id, image_url, is_primary, display_order, width, height)
    SELECT gen_random_uuid(), p.id, '/uploads/product-images/' || p.id || '-' || n || '.jpg', n = 1, n, 1200, 1500
    FROM products p, generate_series(1, 2) n`);
  // Before all others in every order, and in every category.
  await owner.query(`INSERT INTO products (id, name, description, price, category_id, featured, likes, status, created_at)
    SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN '0' ELSE 'zz' END || n, 'A draft of adire cloth', (n % 2) * 90000,
      ('00000000-0000-4000-8000-00000000000' || 1 + n % 9)::uuid, true, 1000, 'draft', now() + n * interval '1 minute'
    FROM generate_series(1, ${DRAFTS}) n`);
  await owner.query('VACUUM ANALYZE');
  await owner.end();
  database = await openDatabase(base);
}, 120_000);

afterAll(async () => {
  await database?.close();
  await base?.drop();
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

/** The cost of a statement: pages and entries of indexes read, and the tables it scanned in full. */
async function cost(statement: ReturnType<typeof listingStatement>) {
  const { rows } = await database.web.execute(sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`);
  const plan = (rows[0] as { 'QUERY PLAN': { Plan: Plan }[] })['QUERY PLAN'][0]!.Plan;
  const scanned: string[] = [];
  let entries = 0;
  const walk = (node: Plan) => {
    if (node['Node Type'] === 'Index Only Scan') entries += node['Actual Rows'] * node['Actual Loops'];
    if (node['Node Type'] === 'Seq Scan') scanned.push(node['Relation Name']!);
    for (const child of node.Plans ?? []) walk(child);
  };
  walk(plan);
  return { pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], entries, scanned };
}

const growing = ['products', 'product_images', 'product_likes'];
const page = (n: number, total: number, more: Partial<ListingParams>): ListingParams => ({
  sort: 'newest',
  ...placeOfPage(n, 12, total),
  ...more,
});

describe.each(API_SORTS)('sort %s', (sort) => {
  const lists: [string, number, Partial<ListingParams>][] = [
    ['all products', COUNT, {}],
    ['a category', 2222, { categoryIds: [category(5)] }],
    ['a category with descendants', 6666, { categoryIds: [1, 2, 3].map(category) }],
  ];
  test.each(lists)(
    '%s: first and last page read little and no table from end to end',
    async (_, total, filter) => {
      const first = await cost(listingStatement(page(1, total, { sort, ...filter })));
      const last = await cost(listingStatement(page(Math.ceil(total / 12), total, { sort, ...filter })));
      expect(first.pages).toBeLessThanOrEqual(500);
      expect(last.pages).toBeLessThanOrEqual(10 * first.pages);
      for (const { scanned } of [first, last]) {
        expect(scanned.filter((table) => growing.includes(table))).toEqual([]);
      }
    },
  );

  test('a page in the middle of several categories reads what is before it once', async () => {
    const params = page(277, 6666, { sort, categoryIds: [1, 2, 3].map(category) });
    const { entries } = await cost(listingStatement(params));
    // One more of each category to merge, and the joined rows of the page.
    expect(entries).toBeGreaterThan(params.offset);
    expect(entries).toBeLessThanOrEqual(params.offset + 100);
  });

  test('pages read in reverse continue those read forwards', async () => {
    const filter = { sort, categoryIds: [1, 2, 3].map(category) };
    const all = (await listProducts(database.web, { ...filter, offset: 0, limit: 10_000 })).map(
      ({ id }) => id,
    );
    const total = all.length;
    expect(new Set(all).size).toBe(total);
    const last = Math.ceil(total / 12);
    for (const n of [1, 2, Math.floor(last / 2), Math.floor(last / 2) + 1, last - 1, last]) {
      const rows = await listProducts(database.web, page(n, total, filter));
      expect(rows.map(({ id }) => id)).toEqual(all.slice((n - 1) * 12, n * 12));
    }
  });
});

test.each(API_SORTS)(
  'VIS-02 ten thousand drafts in front of a list by %s make it no slower',
  async (sort) => {
    const lists = [{}, { categoryIds: [category(5)] }, { categoryIds: [1, 2, 3].map(category) }];
    for (const list of lists) {
      const { pages, scanned } = await cost(listingStatement(page(1, COUNT, { sort, ...list })));
      // Twelve rows with their images; each draft that was looked at would add a page.
      expect(pages).toBeLessThanOrEqual(250);
      expect(scanned).not.toContain('products');
    }
  },
);

test.each(API_SORTS)('a search with very many hits scans in the order %s', async (sort) => {
  const search = { words: ['cloth'], categoryIds: [category(4)] };
  const { scanned, pages } = await cost(listingStatement({ search, sort, offset: 0, limit: 12 }));
  expect(scanned.filter((table) => growing.includes(table))).toEqual([]);
  expect(pages).toBeLessThanOrEqual(500);
});

test('related products read few pages', async () => {
  const [one] = await listProducts(database.web, { sort: 'newest', offset: 0, limit: 1 });
  const { pages, scanned } = await cost(relatedStatement(one!.id, 4));
  expect(scanned.filter((table) => growing.includes(table))).toEqual([]);
  expect(pages).toBeLessThanOrEqual(500);
});
