import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectOwner, createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { SEED_OPTIONS } from './seed/insert-rows.ts';

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = await connectOwner(database.url);
});
afterAll(async () => {
  await owner?.end();
  await database?.drop();
});

interface Demo {
  product: string;
  category: string;
  promotion: string;
  slide: string;
  /** A second promotion. */
  other: string;
}

/** A row of each kind, as seeded, with an image if it has one. */
async function aDemo(): Promise<Demo> {
  const [product, category, promotion, slide, other] = Array.from({ length: 5 }, () => uuidv7()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const seed = new pg.Client({ connectionString: database.url, options: SEED_OPTIONS });
  await seed.connect();
  const insert = (sql: string, ...values: unknown[]) => seed.query(sql, values);
  await insert('begin');
  for (const id of [promotion, other]) {
    await insert(
      `insert into promotions (id, name, code, start_date, end_date, promotion_value, is_demo) values ($1, 'P', left($2, 36), '2026-01-01', '2026-12-31', 5, true)`,
      id,
      id,
    );
  }
  await insert(
    `insert into categories (id, name, slug, is_demo) values ($1, $2, $2, true)`,
    category,
    `c-${category}`,
  );
  await insert(
    `insert into products (id, name, description, price, category_id, promotion_id, is_demo) values ($1, 'Wrapper', '', 100, $2, $3, true)`,
    product,
    category,
    promotion,
  );
  await insert(
    `insert into product_images (id, product_id, image_url, is_primary, width, height) values ($1, $2, '/uploads/a.jpg', true, 1, 1)`,
    uuidv7(),
    product,
  );
  await insert(
    `insert into hero_slides (id, title, description, button_text, button_link, title_animation, description_animation, is_demo)
     values ($1, 'T', 'D', 'B', '/', 'animate-float', 'animate-float', true)`,
    slide,
  );
  await insert(
    `insert into hero_slide_images (id, slide_id, image_url, width, height) values ($1, $2, '/uploads/s.jpg', 1, 1)`,
    uuidv7(),
    slide,
  );
  await insert('commit');
  await seed.end();
  return { product, category, promotion, slide, other };
}

const TABLES = { product: 'products', category: 'categories', promotion: 'promotions', slide: 'hero_slides' };

/** The kinds of rows that are not marked as demo after these statements. */
async function ownAfter(...statements: ((demo: Demo) => string)[]): Promise<string[]> {
  const demo = await aDemo();
  await owner.query('begin');
  for (const statement of statements) await owner.query(statement(demo));
  await owner.query('commit');
  const own: string[] = [];
  for (const [kind, table] of Object.entries(TABLES)) {
    const { rows } = await owner.query(`select is_demo from ${table} where id = $1`, [
      demo[kind as keyof Demo],
    ]);
    if (rows[0]?.is_demo === false) own.push(kind);
  }
  return own;
}

test.each<[string, string, (demo: Demo) => string]>([
  ['a price', 'product', ({ product }) => `update products set price = 90 where id = '${product}'`],
  ['a switch', 'product', ({ product }) => `update products set featured = true where id = '${product}'`],
  ['a status', 'product', ({ product }) => `update products set status = 'draft' where id = '${product}'`],
  ['sold out', 'product', ({ product }) => `update products set sold_out = true where id = '${product}'`],
  [
    'another promotion',
    'product',
    ({ product, other }) => `update products set promotion_id = '${other}' where id = '${product}'`,
  ],
  [
    'an upload',
    'product',
    ({ product }) =>
      `insert into product_images (id, product_id, image_url, width, height) values (gen_random_uuid(), '${product}', '/uploads/b.jpg', 1, 1)`,
  ],
  [
    'an image in the place of another',
    'product',
    ({ product }) => `update product_images set image_url = '/uploads/b.jpg' where product_id = '${product}'`,
  ],
  [
    'a deleted image',
    'product',
    ({ product }) => `delete from product_images where product_id = '${product}'`,
  ],
  ['a name', 'category', ({ category }) => `update categories set name = id::text where id = '${category}'`],
  [
    'a category’s image',
    'category',
    ({ category }) => `update categories set image_url = '/uploads/b.jpg' where id = '${category}'`,
  ],
  [
    'a value',
    'promotion',
    ({ promotion }) => `update promotions set promotion_value = 6 where id = '${promotion}'`,
  ],
  ['a text', 'slide', ({ slide }) => `update hero_slides set title = 'Ours' where id = '${slide}'`],
  [
    'a slide’s image',
    'slide',
    ({ slide }) => `update hero_slide_images set image_url = '/uploads/b.jpg' where slide_id = '${slide}'`,
  ],
])('%s by a user removes the demo mark of the %s', async (_, kind, statement) => {
  expect(await ownAfter(statement)).toEqual([kind]);
});

test('automatic changes of the shop do not change the demo mark', async () => {
  expect(
    await ownAfter(
      ({ product }) =>
        `update products set likes = likes + 1, name = name, price = price where id = '${product}'`,
      ({ product }) =>
        `update product_images set width = 2, placeholder = 'x' where product_id = '${product}'`,
      ({ category }) => `update categories set display_order = 7, image_width = 3 where id = '${category}'`,
      ({ slide }) => `update hero_slides set display_order = 7 where id = '${slide}'`,
      ({ promotion }) => `delete from promotions where id = '${promotion}'`,
      ({ category }) => `delete from categories where id = '${category}'`,
    ),
  ).toEqual([]);
});

test('a demo account stays one, whatever is changed in it', async () => {
  const id = uuidv7();
  await owner.query(`insert into profiles (id, email, is_demo) values ($1, 'me@demo.shop', true)`, [id]);
  await owner.query(
    `update profiles set email = 'me@shop.test', name = 'Me', role = 'super_admin' where id = $1`,
    [id],
  );
  expect((await owner.query('select is_demo from profiles where id = $1', [id])).rows).toEqual([
    { is_demo: true },
  ]);
});
