import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../../server/test-catalog.ts';

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
  const users: [string, 'user' | 'admin'][] = [];

  beforeAll(async () => {
    for (const role of ['user', 'admin'] as const) {
      const id = randomUUID();
      await fixture.owner.query('INSERT INTO profiles (id, email, role) VALUES ($1, $2, $3)', [
        id,
        `${role}@test.shop`,
        role,
      ]);
      users.push([id, role]);
    }
  });
  const as = (role: 'user' | 'admin' | null) => {
    const found = users.find(([, its]) => its === role);
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
    const id = await fixture.product('safe', { categoryId: await fixture.category('Safe') });
    await fixture.images(id, [['/uploads/product-images/a.jpg', true]]);
    for (const [table, statement] of Object.entries(inserts)) {
      await expect(
        fixture.database.asCaller(as(role), (tx) => tx.execute(statement)),
        table,
      ).rejects.toMatchObject({
        cause: { code: '42501' },
      });
    }
    for (const table of tables) {
      const column = table === 'category_slugs' ? 'slug' : 'id';
      for (const statement of [`DELETE FROM ${table}`, `UPDATE ${table} SET ${column} = ${column}`]) {
        const { rowCount } = await fixture.database.asCaller(as(role), (tx) =>
          tx.execute(sql.raw(statement)),
        );
        expect(rowCount, statement).toBe(0);
      }
    }
    expect((await api.getProduct({ id })).product.images).toHaveLength(1);
  });

  test('an admin writes', async () => {
    for (const statement of Object.values(inserts)) {
      expect((await fixture.database.asCaller(as('admin'), (tx) => tx.execute(statement))).rowCount).toBe(1);
    }
  });

  test('no role of the API can read likes', async () => {
    await expect(fixture.database.web.execute(sql`SELECT * FROM product_likes`)).rejects.toMatchObject({
      cause: { code: '42501' },
    });
  });
});
