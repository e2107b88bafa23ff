import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contextOf, createFixture, type Fixture } from '../../server/test-catalog.ts';
import type { ImportRow } from '../import.contract.ts';

let fixture: Fixture;
const userIds = { admin: randomUUID(), other: randomUUID(), user: randomUUID() };

beforeAll(async () => {
  fixture = await createFixture();
  for (const [name, id] of Object.entries(userIds)) {
    await fixture.owner.query('INSERT INTO profiles (id, email, role) VALUES ($1, $2, $3)', [
      id,
      `${name}@test.shop`,
      name === 'user' ? 'user' : 'admin',
    ]);
  }
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const apiAs = (user: keyof typeof userIds) =>
  fixture.apiOf({
    ...contextOf(),
    findCaller: async () => ({ userId: userIds[user], role: user === 'user' ? 'user' : 'admin' }) as never,
  });

const row = (name: string, more: Partial<ImportRow> = {}): ImportRow => ({
  name,
  description: 'Sewn in Lagos',
  price: 12_500.5,
  category: 'Gele',
  featured: false,
  ...more,
});
const send = (
  rows: ImportRow[],
  idempotencyKey: string = randomUUID(),
  user: keyof typeof userIds = 'admin',
) => apiAs(user).importProducts({ idempotencyKey, rows });

async function storedProducts() {
  const { rows } = await fixture.owner.query(
    `SELECT p.name, p.price::text, p.featured, c.name AS category, c.slug FROM products p
     LEFT JOIN categories c ON c.id = p.category_id ORDER BY p.name`,
  );
  return rows;
}

test('CALLS-56 ADM-CSV-01 ADM-CSV-07 each row becomes a product in its existing or new category', async () => {
  await fixture.category('Gele', { displayOrder: 4 });
  expect(
    await send([
      row('Sego', { category: 'GELE', featured: true }),
      row('Buba', { category: 'Ìró & Bùbá', price: 0.01 }),
      row('Iro', { category: 'ìró & bùbá' }),
    ]),
  ).toMatchObject({ created: 3, categories: 1 });
  expect(await storedProducts()).toEqual([
    { name: 'Buba', price: '0.01', featured: false, category: 'Ìró & Bùbá', slug: 'iro-buba' },
    { name: 'Iro', price: '12500.50', featured: false, category: 'Ìró & Bùbá', slug: 'iro-buba' },
    { name: 'Sego', price: '12500.50', featured: true, category: 'Gele', slug: 'gele' },
  ]);
  const { rows } = await fixture.owner.query('SELECT display_order, is_active FROM categories ORDER BY 1');
  expect(rows.at(-1)).toEqual({ display_order: 5, is_active: true });
});

test('ADM-CSV-11 imported products show the placeholder image', async () => {
  await send([row('Fila')]);
  const { items } = await apiAs('admin').listProducts({});
  expect(items[0]?.image.url).toBe('/uploads/placeholder.jpg');
});

test('ADM-CSV-10 OPEN-50 one bad row creates nothing, and its number and error are reported', async () => {
  await expect(
    send([
      row('Good'),
      row('', { price: 0 }),
      row('Dear', { price: 1e10 }),
      row('Fine', { category: 'New' }),
    ]),
  ).rejects.toMatchObject({
    code: 'ROWS_REFUSED',
    data: {
      rows: 2,
      cells: [
        { row: 3, column: 'name', message: 'Name is required' },
        { row: 3, column: 'price', message: 'Price must be positive' },
        { row: 4, column: 'price', message: 'Price must be at most 9,999,999,999.99' },
      ],
    },
  });
  expect(await storedProducts()).toEqual([]);
  expect((await fixture.owner.query('SELECT FROM categories')).rows).toEqual([]);
});

test('only the first hundred of ten thousand bad cells are reported', async () => {
  const rows = Array.from({ length: 10_000 }, () => row('x', { price: -1 }));
  await expect(send(rows)).rejects.toMatchObject({ data: { rows: 10_000, cells: { length: 100 } } });
});

test('OPEN-50 a failure during the import creates nothing', async () => {
  await fixture.owner.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END';
     CREATE TRIGGER refuse BEFORE INSERT ON products FOR EACH ROW WHEN (NEW.name = 'last') EXECUTE FUNCTION refuse()`,
  );
  const key = randomUUID();
  const rows = [...Array.from({ length: 1_500 }, (_, n) => row(`n ${n}`)), row('last')];
  try {
    await expect(send(rows, key)).rejects.toMatchObject({ code: 'UNEXPECTED' });
  } finally {
    await fixture.owner.query('DROP TRIGGER refuse ON products; DROP FUNCTION refuse()');
  }
  expect(await storedProducts()).toEqual([]);
  expect((await fixture.owner.query('SELECT FROM categories')).rows).toEqual([]);
  // Its key is free: a retry succeeds.
  expect(await send(rows, key)).toMatchObject({ created: 1_501, categories: 1 });
});

test('a repeated request creates once, and both get the same response', async () => {
  const key = randomUUID();
  const rows = [row('Once', { category: 'New' })];
  const results = await Promise.all([send(rows, key), send(rows, key), send(rows, key)]);
  expect(results).toEqual(Array(3).fill(results[0]));
  expect(results[0]).toMatchObject({ created: 1, changed: 0, categories: 1 });
  expect(await send(rows, key)).toMatchObject({ created: 1, categories: 1 });
  expect(await storedProducts()).toHaveLength(1);
  await expect(send([row('Other')], key)).rejects.toMatchObject({ code: 'KEY_REUSED' });
  // Another user's key is another key.
  await send([row('Other')], key, 'other');
  expect(await storedProducts()).toHaveLength(2);
});

test('two concurrent imports with the same new categories create them once', async () => {
  const names = ['Asoebi', 'Ankara', 'Adire', 'Damask'];
  const rows = (by: string, order: string[]) =>
    order.map((category) => row(`${by} ${category}`, { category }));
  const results = await Promise.all([
    send(rows('a', names), randomUUID(), 'admin'),
    send(
      rows(
        'b',
        names.toReversed().map((name) => name.toUpperCase()),
      ),
      randomUUID(),
      'other',
    ),
  ]);
  expect(results.map(({ categories }) => categories).sort()).toEqual([0, 4]);
  expect(await storedProducts()).toHaveLength(8);
  expect((await fixture.owner.query('SELECT FROM categories')).rows).toHaveLength(4);
});

test('slugs of new categories avoid existing ones, and may reuse those given up', async () => {
  const id = await fixture.category('Iro Buba');
  await fixture.owner.query(`UPDATE categories SET slug = 'pair', name = 'Pair' WHERE id = $1`, [id]);
  await send([row('a', { category: 'Iro-Buba' }), row('b', { category: 'Iro & Buba' })]);
  expect((await storedProducts()).map(({ slug }) => slug)).toEqual(['iro-buba', 'iro-buba-2']);
});

test('a category name of maximum length in any script gets a slug that fits its column', async () => {
  await send([row('a', { category: '각'.repeat(100) })]);
  expect(await storedProducts()).toMatchObject([{ category: '각'.repeat(100) }]);
});

test('an import is refused if its category is deleted concurrently', async () => {
  const id = await fixture.category('Gele');
  let reportWaiting = () => {};
  const importWaits = new Promise<void>((resolve) => {
    reportWaiting = resolve;
  });
  let reportDeleted = () => {};
  const isDeleted = new Promise<void>((resolve) => {
    reportDeleted = resolve;
  });
  const deleted = fixture.database.asCaller({ userId: userIds.admin, role: 'admin' } as never, async (tx) => {
    await tx.execute(`DELETE FROM categories WHERE id = '${id}'`);
    reportDeleted();
    await importWaits;
  });
  await isDeleted;
  const sent = send([row('Sego')]).catch(({ code }: { code: string }) => code);
  await expect
    .poll(
      async () =>
        (
          await fixture.owner.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).rows.length,
      { timeout: 10_000 },
    )
    .toBe(1);
  reportWaiting();
  await deleted;
  expect(await sent).toBe('BUSY');
  expect(await storedProducts()).toEqual([]);
});

test('more than two hundred categories are refused', async () => {
  const rows = Array.from({ length: 201 }, (_, n) => row('x', { category: `c ${n}` }));
  await expect(send(rows)).rejects.toMatchObject({
    data: { cells: [{ row: 202, column: 'category', message: 'One file can name at most 200 categories' }] },
  });
});

test('the preview lists new categories and existing names', async () => {
  await fixture.category('Gele');
  await fixture.owner.query(
    `INSERT INTO categories (id, name, slug, is_active) VALUES (gen_random_uuid(), 'Old', 'old', false)`,
  );
  await fixture.product('Ìró and Bùbá');
  const rows = ['GELE', 'Fila ', 'fila', 'old', 'Abaya'].map((category) => ({ category, name: 'Agbada' }));
  const preview = await apiAs('admin').previewImport({
    key: 'name',
    rows: [...rows, { name: 'ìró AND bùbá' }, { name: ' ' }, {}],
  });
  expect(preview).toMatchObject({ newCategories: ['Fila', 'Abaya'], several: [], known: [], taken: [] });
  expect(preview.matches).toMatchObject([{ at: 5, version: 1, before: { name: 'Ìró and Bùbá' } }]);
  // Characters that PostgreSQL's text type refuses.
  const odd = await apiAs('admin').previewImport({
    key: 'name',
    rows: [{ category: 'Fi\u0000la', name: 'A\u0000' }],
  });
  expect(odd.newCategories).toEqual(['Fila']);
  // The maximum number of rows.
  const names = Array.from({ length: 10_000 }, (_, n) => ({ name: `Nobody ${n}` }));
  expect(await apiAs('admin').previewImport({ key: 'name', rows: names })).toMatchObject({ matches: [] });
});

test('IMP-04 the preview of a part of a file names the new categories of all of it', async () => {
  const parts = ['Men > Shirts', 'Women > Shirts'].map((category) => ({ name: category, category }));
  const categories = parts.map(({ category }) => category);
  for (const part of parts) {
    const { newCategories } = await apiAs('admin').previewImport({ key: 'name', rows: [part], categories });
    expect(newCategories).toEqual(['Men', 'Men > Shirts', 'Women', 'Women > Shirts (Women)']);
  }
});

test('a path of categories becomes a tree below existing categories', async () => {
  const women = await fixture.category('Women');
  const rows = [
    row('a', { category: 'WOMEN > Dresses > Maxi' }),
    row('b', { category: 'Women > Dresses' }),
    row('c', { category: 'Men > Shirts' }),
    row('d', { category: 'Women > Shirts' }),
  ];
  expect((await apiAs('admin').previewImport({ key: 'name', rows })).newCategories).toEqual([
    'WOMEN > Dresses',
    'WOMEN > Dresses > Maxi',
    'Men',
    'Men > Shirts',
    'Women > Shirts (Women)',
  ]);
  expect(await send(rows)).toMatchObject({ created: 4, categories: 5 });
  const { rows: tree } = await fixture.owner.query(
    `SELECT c.name, u.name AS parent, c.slug, (SELECT count(*)::int FROM products p WHERE p.category_id = c.id) AS products
     FROM categories c LEFT JOIN categories u ON u.id = c.parent_id WHERE c.id <> $1 ORDER BY c.name`,
    [women],
  );
  expect(tree).toEqual([
    { name: 'Dresses', parent: 'Women', slug: 'dresses', products: 1 },
    { name: 'Maxi', parent: 'Dresses', slug: 'maxi', products: 1 },
    { name: 'Men', parent: null, slug: 'men', products: 0 },
    { name: 'Shirts', parent: 'Men', slug: 'shirts', products: 1 },
    { name: 'Shirts (Women)', parent: 'Women', slug: 'shirts-women', products: 1 },
  ]);
  // Another import finds all of them.
  expect(await send(rows)).toMatchObject({ created: 4, categories: 0 });
});

test('ADM-CSV-01 rows with equal names, or the name of an existing product, are a product each', async () => {
  await send([row('Sego')]);
  expect(await send([row('Sego'), row('Sego')])).toMatchObject({ created: 2, categories: 0 });
  expect(await storedProducts()).toHaveLength(3);
});

test('OPEN-50 a cancelled import creates nothing, also if it is sent again', async () => {
  const api = apiAs('admin');
  const idempotencyKey = randomUUID();
  const rows = Array.from({ length: 3_000 }, (_, n) => row(`n ${n}`, { category: 'Never' }));
  await fixture.owner.query(
    `CREATE FUNCTION halt() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END';
     CREATE TRIGGER halt BEFORE INSERT ON products FOR EACH ROW WHEN (NEW.name = 'n 1500') EXECUTE FUNCTION halt()`,
  );
  const waiting = async () =>
    (
      await fixture.owner.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    ).rows.length;
  try {
    await fixture.owner.query('SELECT pg_advisory_lock(4711)');
    const stop = new AbortController();
    const sent = api.importProducts({ idempotencyKey, rows }, { signal: stop.signal }).catch(() => 'ended');
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    stop.abort();
    const cancelled = api.cancelImport({ idempotencyKey });
    await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
    await fixture.owner.query('SELECT pg_advisory_unlock(4711)');
    expect(await cancelled).toMatchObject({ created: 0, categories: 0 });
    expect(await sent).toBe('ended');
  } finally {
    await fixture.owner.query('DROP TRIGGER halt ON products; DROP FUNCTION halt()');
  }
  await expect(api.importProducts({ idempotencyKey, rows })).rejects.toMatchObject({ code: 'KEY_REUSED' });
  expect(await storedProducts()).toEqual([]);
  expect((await fixture.owner.query('SELECT FROM categories')).rows).toEqual([]);
});

test('only the user who sent an import can read its progress', async () => {
  const api = apiAs('admin');
  const idempotencyKey = randomUUID();
  const readProgress = (user: keyof typeof userIds = 'admin') =>
    apiAs(user).getImportProgress({ idempotencyKey });
  const rows = Array.from({ length: 2_600 }, (_, n) => row(`n ${n}`));
  await fixture.owner.query(
    `CREATE FUNCTION halt() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN PERFORM pg_advisory_xact_lock(split_part(NEW.name, '' '', 2)::int); RETURN NEW; END';
     CREATE TRIGGER halt BEFORE INSERT ON products FOR EACH ROW WHEN (NEW.name IN ('n 500', 'n 1500', 'n 2500'))
       EXECUTE FUNCTION halt();
     SELECT pg_advisory_lock(halt) FROM unnest(ARRAY[500, 1500, 2500]) AS halt`,
  );
  try {
    expect(await readProgress()).toEqual({ written: 0 });
    const sent = api.importProducts({ idempotencyKey, rows });
    const seen = [];
    for (const halt of [500, 1_500, 2_500]) {
      await expect
        .poll(
          async () =>
            (
              await fixture.owner.query(
                `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = $1`,
                [halt],
              )
            ).rows.length,
          { timeout: 10_000 },
        )
        .toBe(1);
      seen.push(await readProgress());
      expect(await readProgress('other')).toEqual({ written: 0 });
      expect(await storedProducts()).toEqual([]);
      await fixture.owner.query('SELECT pg_advisory_unlock($1)', [halt]);
    }
    expect(seen).toEqual([{ written: 0 }, { written: 1_000 }, { written: 2_000 }]);
    expect(await sent).toMatchObject({ created: 2_600, categories: 1 });
    expect(await readProgress()).toEqual({ written: 2_600 });
    expect(await readProgress('other')).toEqual({ written: 0 });
  } finally {
    await fixture.owner.query(
      'DROP TRIGGER halt ON products; DROP FUNCTION halt(); SELECT pg_advisory_unlock_all()',
    );
  }
});

test("cancelling a finished import returns what it created; another user's import cannot be cancelled", async () => {
  const idempotencyKey = randomUUID();
  await send([row('Done')], idempotencyKey);
  expect(await apiAs('other').cancelImport({ idempotencyKey })).toMatchObject({ created: 0, categories: 0 });
  expect(await apiAs('admin').cancelImport({ idempotencyKey })).toMatchObject({ created: 1, categories: 1 });
  expect(await storedProducts()).toHaveLength(1);
  // Cancelling an import that never arrived can be repeated.
  const never = { idempotencyKey: randomUUID() };
  expect(await apiAs('admin').cancelImport(never)).toMatchObject({ created: 0, categories: 0 });
  expect(await apiAs('admin').cancelImport(never)).toMatchObject({ created: 0, categories: 0 });
});

test('an invalid number, or more rows than allowed, is refused', async () => {
  const bad = [row('x', { price: '12' as never })];
  await expect(send(bad)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(send([])).rejects.toMatchObject({ code: 'BAD_INPUT' });
  const many = Array.from({ length: 10_001 }, () => row('x'));
  await expect(send(many)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    data: { issues: [{ path: 'rows', message: 'At most 10,000 products can be imported at once' }] },
  });
  expect(await storedProducts()).toEqual([]);
});

test('formulas, scripts and quotation marks are stored as plain text', async () => {
  const name = `=HYPERLINK("https://evil.example","x")`;
  await send([row(name, { description: `<script>alert(1)</script> '; DROP TABLE products; --` })]);
  const { rows } = await fixture.owner.query('SELECT name, description FROM products');
  expect(rows).toEqual([{ name, description: `<script>alert(1)</script> '; DROP TABLE products; --` }]);
});

test('PERM-10 a customer cannot import products', async () => {
  await expect(send([row('x')], randomUUID(), 'user')).rejects.toMatchObject({ code: 'NO_PERMISSION' });
});
