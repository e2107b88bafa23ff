import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#shared/caller.ts';
import { contextOf, createFixture, type Fixture } from '../../server/test-catalog.ts';

let fixture: Fixture;
let admin: SignedIn;

beforeAll(async () => {
  fixture = await createFixture();
  admin = await fixture.createUser('admin');
});
afterAll(() => fixture?.close());

async function product(name: string, sku: string | null = null) {
  const id = await fixture.product(name, { status: 'draft' });
  if (sku) await fixture.owner.query('UPDATE products SET sku = $2 WHERE id = $1', [id, sku]);
  return id;
}
const match = (keys: string[], user = admin) => fixture.apiOf(contextOf('', user)).matchProducts({ keys });
const found = async (...keys: string[]) => (await match(keys)).map(({ at, by, name }) => [at, by, name]);

test('IMP-06 products are found by code, handle or name as files have them, with the ids of their images', async () => {
  const kaftan = await product('Ìró & Bùbá “Àdìrẹ”', 'ABC-12');
  await product('Wrapper', 'wrapper-blue');
  await fixture.images(kaftan, [['/uploads/a.jpg', true]]);
  const [first] = await match(['abc_12']);
  const { rows } = await fixture.owner.query('SELECT id FROM product_images WHERE product_id = $1', [kaftan]);
  expect(first).toEqual({
    at: 0,
    by: 'sku',
    id: kaftan,
    name: 'Ìró & Bùbá “Àdìrẹ”',
    sku: 'ABC-12',
    images: [rows[0].id],
  });
  expect(await found('nothing', 'WRAPPER BLUE', 'wrapper', '', '-', 'iro-buba-“adire”')).toEqual([
    [1, 'sku', 'Wrapper'],
    [2, 'name', 'Wrapper'],
    [5, 'name', 'Ìró & Bùbá “Àdìrẹ”'],
  ]);
  // A code and a name are told apart; of many with one name three are enough.
  await product('ABC 12');
  for (let n = 0; n < 5; n++) await product('Twin');
  expect(await found('ABC-12')).toEqual([
    [0, 'sku', 'Ìró & Bùbá “Àdìrẹ”'],
    [0, 'name', 'ABC 12'],
  ]);
  expect(await found('twin')).toHaveLength(3);
});

test('IMP-06 only staff find products, drafts among them, by an index', async () => {
  await expect(match(['twin'], await fixture.createUser('user'))).rejects.toMatchObject({
    code: 'NO_PERMISSION',
  });
  const { rows } = await fixture.database.asCaller({ userId: randomUUID(), role: 'user' }, (tx) =>
    tx.execute("SELECT * FROM match_products('{twin}')"),
  );
  expect(rows).toEqual([]);
  await fixture.owner.query(
    "INSERT INTO products (id, name, description, price, sku) SELECT gen_random_uuid(), 'Many ' || n, 'x', 1, 'M-' || n FROM generate_series(1, 5000) n",
  );
  await fixture.owner.query('ANALYZE products');
  for (const column of ['sku', 'name']) {
    const { rows: plan } = await fixture.owner.query(
      `EXPLAIN SELECT id FROM products p WHERE ${column} IS NOT NULL AND file_key(p.${column}) COLLATE "C" = 'm 7' LIMIT 3`,
    );
    expect(JSON.stringify(plan)).toContain(`products_${column}_file_key_idx`);
  }
  const keys = Array.from({ length: 1_000 }, (_, n) => `m_${n + 1}`);
  const start = performance.now();
  expect(await match(keys)).toHaveLength(1_000);
  // A scan of all products for each key would take a minute.
  expect(performance.now() - start).toBeLessThan(10_000);
});
