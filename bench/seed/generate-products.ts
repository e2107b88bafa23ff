import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { insertRows, type Row } from '#db/seed/insert-rows.ts';
import { kobo, textOfKobo } from '#shared/money.ts';
import { slugOf } from '#shared/words.ts';
import type { Random } from './random.ts';
import { description, productName, SEED_CATEGORIES } from './vocabulary.ts';

const DAY = 86_400_000;
/** Maximum age of a product. */
const OLDEST_DAYS = 730;
const PER_STATEMENT = 1000;

/** Inserts this many products with two images each, in categories and partly in promotions. */
export async function generateProducts(
  client: pg.ClientBase,
  count: number,
  chance: Random,
  log: (text: string) => void,
): Promise<void> {
  const categories = await categoryIds(client);
  const promotions = await promotionIds(client);
  const sources = await knownImages(client);
  const { rows: totals } = await client.query<{ n: string }>('SELECT count(*) AS n FROM products');
  const before = Number(totals[0]!.n);
  const now = Date.now();
  for (let from = 0; from < count; from += PER_STATEMENT) {
    const products: Row[] = [];
    const images: Row[] = [];
    for (let index = from; index < Math.min(count, from + PER_STATEMENT); index++) {
      const id = uuidv7();
      const createdAt = new Date(now - Math.floor(chance.next() * OLDEST_DAYS * DAY));
      products.push({
        id,
        name: productName(chance, before + index),
        description: description(chance),
        price: priceFrom(chance),
        categoryId: chance.pick(categories),
        featured: chance.next() < 0.01,
        promotionId: chance.next() < 0.03 ? chance.pick(promotions) : null,
        // Most products have few, some have many.
        likes: Math.floor(chance.next() ** 4 * 400),
        isDemo: true,
        createdAt,
        updatedAt: createdAt,
      });
      for (const order of [0, 1]) {
        images.push({
          id: uuidv7(),
          productId: id,
          ...chance.pick(sources),
          isPrimary: order === 0,
          displayOrder: order,
          createdAt,
        });
      }
    }
    await insertRows(client, 'products', products);
    await insertRows(client, 'product_images', images);
    if ((from + PER_STATEMENT) % 20_000 === 0) log(`  ${from + PER_STATEMENT} products`);
  }
}

/** A price in naira: a multiple of 50 from 1,500 to about 600,000, low ones more often. */
const priceFrom = (chance: Random): string =>
  textOfKobo(kobo((30 + Math.floor(chance.next() ** 3 * 12_000)) * 5_000));

async function categoryIds(client: pg.ClientBase): Promise<string[]> {
  const insert = async (name: string, parentId: string | null, order: number): Promise<string> => {
    await client.query(
      `INSERT INTO categories (id, name, slug, parent_id, display_order, is_demo) VALUES ($1, $2, $3, $4, $5, true)
       ON CONFLICT DO NOTHING`,
      [uuidv7(), name, slugOf(name), parentId, order],
    );
    const { rows } = await client.query<{ id: string }>(
      'SELECT id FROM categories WHERE lower(name) = lower($1)',
      [name],
    );
    return rows[0]!.id;
  };
  const ids: string[] = [];
  for (const [at, { name, below }] of SEED_CATEGORIES.entries()) {
    // After the existing categories.
    const parent = await insert(name, null, 100 + at);
    ids.push(parent);
    for (const [order, child] of below.entries()) ids.push(await insert(child, parent, order));
  }
  return ids;
}

async function promotionIds(client: pg.ClientBase): Promise<string[]> {
  await client.query(
    `INSERT INTO promotions (id, name, description, tag_line, code, start_date, end_date, promotion_type, promotion_value, is_demo)
     SELECT gen_random_uuid(), name, '', tag, code, current_date + first, current_date + last, type, value, true
     FROM (VALUES ('Measured Tenth', '10% off', 'SEED10', -20, 40, 'percentage', 10),
                  ('Measured Thousand', '1,000 off', 'SEED1K', -10, 30, 'fixed', 1000),
                  ('Measured Past', 'It was 20% off', 'SEEDPAST', -90, -60, 'percentage', 20))
          AS seed (name, tag, code, first, last, type, value)
     ON CONFLICT DO NOTHING`,
  );
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM promotions WHERE code LIKE 'SEED%' ORDER BY code`,
  );
  return rows.map((row) => row.id);
}

/** Images that exist in the storage: benchmarks render none. */
async function knownImages(client: pg.ClientBase): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `SELECT DISTINCT ON (i.image_url) i.image_url AS "imageUrl", i.width, i.height, i.placeholder
     FROM (SELECT * FROM product_images ORDER BY created_at, id LIMIT 1000) i
     JOIN products p ON p.id = i.product_id AND p.is_demo
     ORDER BY i.image_url LIMIT 400`,
  );
  if (rows.length > 0) return rows;
  return [{ imageUrl: '/uploads/placeholder.jpg', width: 1200, height: 1500, placeholder: '' }];
}
