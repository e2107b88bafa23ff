import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { afterAMonth } from '#platform/jobs/test-history.ts';
import { contextOf, createFixture, type Fixture } from '../../server/test-catalog.ts';

let fixture: Fixture;
let ada: ReturnType<Fixture['apiOf']>;
let bisi: ReturnType<Fixture['apiOf']>;
let shopper: ReturnType<Fixture['apiOf']>;
let visitor: ReturnType<Fixture['apiOf']>;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  await fixture.owner.query('TRUNCATE orders CASCADE');
  const as = async (role: 'user' | 'admin' | 'super_admin', name: string) =>
    fixture.apiOf(contextOf('', await fixture.createUser(role, name)));
  [ada, bisi, shopper] = [await as('admin', 'Ada'), await as('super_admin', 'Bisi'), await as('user', 'Chi')];
  visitor = fixture.apiOf();
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const imageFile = (bytes: Uint8Array<ArrayBuffer> = new Uint8Array(PNG), name = 'gele.png') =>
  new File([bytes], name, { type: 'image/png' });

async function input(more: object = {}) {
  return {
    name: 'Adire boubou',
    description: 'Indigo, hand-dyed in Abẹ́òkúta',
    price: 12500.5,
    category: { id: await fixture.category(`Boubou ${randomUUID()}`) },
    featured: false,
    ...more,
  };
}

const stored = async (id: string) =>
  (
    await fixture.owner.query(
      'SELECT name, description, price, category_id, featured, version FROM products WHERE id = $1',
      [id],
    )
  ).rows[0];
const total = async (table: string) =>
  Number((await fixture.owner.query(`SELECT count(*) FROM ${table}`)).rows[0]!.count);
const month = () => afterAMonth(fixture.owner, { ...fixture.deps, database: fixture.database });
const filesOf = (id: string) => fixture.deps.storage.list(`product-images/${id}`);
/** Waits until a statement is blocked by a row locked here. */
const someoneWaits = () =>
  expect
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
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error) => error,
  );

describe('create', () => {
  test("CALLS-19 CALLS-53 ADM-PROD-16 stores the form's values", async () => {
    const given = await input({ featured: true });
    const made = await ada.createProduct(given);
    expect(await stored(made.id)).toEqual({
      name: given.name,
      description: given.description,
      price: '12500.50',
      category_id: (given.category as { id: string }).id,
      featured: true,
      version: 1,
    });
    expect(made).toMatchObject({ price: 12500.5, version: 1, images: [], updatedBy: null });
  });

  test('CALLS-53 with an image: row and file, and the image is the primary one', async () => {
    const made = await ada.createProduct({ ...(await input()), image: imageFile() });
    expect(made.images).toMatchObject([{ isPrimary: true, width: 1, height: 1 }]);
    const [file] = await filesOf(made.id);
    expect(made.images[0]!.url).toBe(`/uploads/${file!.path}`);
    expect(file!.path).toMatch(new RegExp(`^product-images/${made.id}/\\d+\\.png$`));
  });

  test('an invalid image creates no product, no category and no file', async () => {
    const id = randomUUID();
    const image = imageFile(new Uint8Array(Buffer.from('<html>')));
    const refusal = await refusalOf(
      ada.createProduct({ ...(await input({ category: { name: 'Never' } })), id, image }),
    );
    expect(refusal).toMatchObject({ code: 'NOT_AN_IMAGE' });
    expect(await stored(id)).toBeUndefined();
    expect(await filesOf(id)).toEqual([]);
    expect(await total("categories WHERE name = 'Never'")).toBe(0);
  });

  test('a row that cannot be written leaves no file', async () => {
    const id = randomUUID();
    const refusal = await refusalOf(
      ada.createProduct({ ...(await input({ category: { id: randomUUID() } })), id, image: imageFile() }),
    );
    expect(refusal).toMatchObject({ code: 'BAD_INPUT', data: { issues: [{ path: 'category' }] } });
    expect(await filesOf(id)).toEqual([]);
  });

  test('a repeated create makes no second product and keeps one image', async () => {
    const given = { ...(await input()), id: randomUUID(), image: imageFile() };
    const first = await ada.createProduct(given);
    const second = await ada.createProduct({ ...given, price: 9 });
    expect([first.id, second.id, second.price]).toEqual([given.id, given.id, 9]);
    expect([await total('products'), await total('product_images')]).toEqual([1, 1]);
    expect(await filesOf(given.id)).toHaveLength(1);
  });

  test('a create repeated twice does not say that it saved what it did not', async () => {
    const given = { ...(await input({ price: 12_500 })), id: randomUUID() };
    await ada.createProduct(given);
    await ada.createProduct({ ...given, price: 9_000 });
    expect(await ada.createProduct({ ...given, price: 9_000 })).toMatchObject({ price: 9_000, version: 2 });
    expect(await refusalOf(ada.createProduct({ ...given, price: 8_000 }))).toMatchObject({
      code: 'STALE',
      status: 409,
      data: { name: 'Ada', current: { id: given.id, price: 9_000, version: 2 } },
    });
    // Nor does one that another user has changed since.
    await bisi.updateProduct({ ...given, name: 'Hers', version: 2 });
    expect(await refusalOf(ada.createProduct(given))).toMatchObject({
      code: 'STALE',
      data: { name: 'Bisi', current: { name: 'Hers', version: 3 } },
    });
    expect(await stored(given.id)).toMatchObject({ price: '12500.00', version: 3 });
  });

  test('concurrent creates with the same id make one product', async () => {
    const given = { ...(await input()), id: randomUUID() };
    const both = await Promise.all([ada.createProduct(given), ada.createProduct(given)]);
    expect(new Set(both.map(({ id }) => id))).toEqual(new Set([given.id]));
    expect(await total('products')).toBe(1);
  });

  test.each([
    ['OPEN-15', { name: '  ' }, 'Name is required'],
    ['OPEN-15', { description: '' }, 'Description is required'],
    ['OPEN-15 OPEN-32', { price: undefined }, 'Price is required'],
    ['OPEN-15', { category: undefined }, 'Category is required'],
    ['OPEN-15', { category: { name: ' ' } }, 'Category is required'],
    ['ADM-PROD-14', { price: -1 }, 'Price must be 0 or more'],
    ['ADM-PROD-14', { price: 0.001 }, 'Price has at most two decimals'],
    ['ADM-PROD-14', { price: 10_000_000_000 }, 'Price must be at most 9,999,999,999.99'],
  ])('%s %j is refused with its message', async (_, more, message) => {
    const refusal = await refusalOf(ada.createProduct(await input(more)));
    expect(refusal).toMatchObject({ code: 'BAD_INPUT' });
    expect(refusal.data.issues.map((issue: { message: string }) => issue.message)).toContain(message);
    expect(await total('products')).toBe(0);
  });

  test.each([0, 0.01, 9_999_999_999.99])('OPEN-63 ADM-PROD-14 %d is a price', async (price) => {
    const made = await ada.createProduct(await input({ price }));
    expect(made.price).toBe(price);
    expect(Number((await stored(made.id))!.price)).toBe(price);
  });
});

describe('the category', () => {
  test('OPEN-56 ADM-PROD-15 a new name creates a category in the same transaction', async () => {
    const made = await ada.createProduct(await input({ category: { name: ' Gèlè ' } }));
    expect(made.category).toMatchObject({ name: 'Gèlè', slug: 'gele' });
    const again = await bisi.createProduct(await input({ category: { name: 'GÈLÈ' } }));
    expect(again.category?.id).toBe(made.category?.id);
  });

  test('OPEN-56 ten concurrent products with one new category create it once', async () => {
    const forms: unknown[] = [];
    for (let n = 0; n < 10; n++) forms.push(await input({ category: { name: n % 2 ? 'Fila' : 'fila' } }));
    const made = await Promise.all(
      forms.map((form, n) => (n % 3 === 0 ? ada : bisi).createProduct(form as never)),
    );
    expect(new Set(made.map(({ category }) => category?.id)).size).toBe(1);
    expect(await total("categories WHERE lower(name) = 'fila'")).toBe(1);
  });

  test('a save that fails leaves no new category', async () => {
    const made = await ada.createProduct(await input());
    await bisi.updateProduct({ ...(await input()), id: made.id, version: 1 });
    const stale = ada.updateProduct({
      ...(await input({ category: { name: 'Nowhere' } })),
      id: made.id,
      version: 1,
    });
    expect(await refusalOf(stale)).toMatchObject({ code: 'STALE' });
    expect(await total("categories WHERE name = 'Nowhere'")).toBe(0);
  });
});

describe('update', () => {
  test('CALLS-19 CALLS-54 ADM-PROD-18 saves over the version that was read', async () => {
    const made = await ada.createProduct(await input());
    const given = await input({ name: 'Adire kaftan', price: 0, featured: true });
    const saved = await bisi.updateProduct({ ...given, id: made.id, version: made.version });
    expect(saved).toMatchObject({ version: 2, updatedBy: 'Bisi', name: 'Adire kaftan', price: 0 });
    expect(await stored(made.id)).toMatchObject({ name: 'Adire kaftan', price: '0.00', featured: true });
    expect(await ada.getForAdmin({ id: made.id })).toEqual(saved);
  });

  test('a save over a newer version is refused with its values and its author', async () => {
    const made = await ada.createProduct(await input());
    await bisi.updateProduct({ ...(await input({ price: 7 })), id: made.id, version: 1 });
    const refusal = await refusalOf(ada.updateProduct({ ...(await input()), id: made.id, version: 1 }));
    expect(refusal).toMatchObject({
      code: 'STALE',
      status: 409,
      data: { name: 'Bisi', current: { price: 7, version: 2 } },
    });
    expect(await stored(made.id)).toMatchObject({ price: '7.00', version: 2 });
  });

  test('a save that is repeated after a lost response succeeds', async () => {
    const made = await ada.createProduct(await input());
    const corrected = { ...(await input({ price: 7 })), id: made.id, version: 1 };
    const saved = await ada.updateProduct(corrected);
    expect(await ada.updateProduct(corrected)).toEqual(saved);
  });

  test('CALLS-54 a read during saves never has values before the version that it answers: a save with them would undo another', async () => {
    const { id } = await ada.createProduct(await input({ price: 1 }));
    let isDone = false;
    const writing = (async () => {
      // The version is the price.
      for (let price = 2; price <= 300; price++)
        await fixture.owner.query('UPDATE products SET price = $2 WHERE id = $1', [id, price]);
      isDone = true;
    })();
    const reads: { price: number; version: number }[] = [];
    const read = async () => {
      while (!isDone) reads.push(await ada.getForAdmin({ id }));
    };
    await Promise.all([writing, read(), read(), read()]);
    expect(reads.length).toBeGreaterThan(20);
    expect(reads.filter(({ price, version }) => version > price)).toEqual([]);
    expect(await ada.getForAdmin({ id })).toMatchObject({ price: 300, version: 300 });
  });

  test('of two concurrent saves of one version one succeeds and the other is refused', async () => {
    const made = await ada.createProduct(await input());
    const forms = [await input({ name: 'One' }), await input({ name: 'Two' })];
    const ends = await Promise.allSettled(
      forms.map((form, n) => (n ? ada : bisi).updateProduct({ ...form, id: made.id, version: 1 })),
    );
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('an impossible version is bad input, not an internal error', async () => {
    const made = await ada.createProduct(await input());
    const saving = ada.updateProduct({ ...(await input()), id: made.id, version: 2 ** 40 });
    expect(await refusalOf(saving)).toMatchObject({ code: 'BAD_INPUT' });
  });

  test('the category is locked before the product, as in the deletion of a category', async () => {
    const made = await ada.createProduct(await input());
    const other = await input();
    await fixture.owner.query('BEGIN');
    await fixture.owner.query('SELECT FROM categories WHERE id = $1 FOR UPDATE', [other.category.id]);
    const saving = ada.updateProduct({ ...other, id: made.id, version: 1 });
    await someoneWaits();
    // If the product were locked while waiting for the category, this would be a deadlock.
    await fixture.owner.query('SELECT FROM products WHERE id = $1 FOR UPDATE NOWAIT', [made.id]);
    await fixture.owner.query('COMMIT');
    expect((await saving).category?.id).toBe(other.category.id);
  });

  test('changes outside the form do not change the version: images, promotions, likes', async () => {
    const made = await ada.createProduct(await input());
    const promotionId = await fixture.promotion('SALLAH', '2026-11-01', '2026-11-30');
    await fixture.owner.query('UPDATE products SET promotion_id = $2, likes = 5 WHERE id = $1', [
      made.id,
      promotionId,
    ]);
    await fixture.images(made.id, [['/uploads/product-images/a.jpg', true]]);
    const saved = await ada.updateProduct({ ...(await input({ price: 3 })), id: made.id, version: 1 });
    // RULES-30: the promotion it is in stays.
    expect(saved).toMatchObject({ version: 2, promotionId, promotion: { code: 'SALLAH' } });
  });

  test('ADM-PROD-19 an unknown product is not found by any operation', async () => {
    const id = randomUUID();
    for (const call of [
      () => ada.getForAdmin({ id }),
      async () => ada.updateProduct({ ...(await input()), id, version: 1 }),
      () => ada.deleteProduct({ id }),
      () => ada.setFeatured({ id, featured: true, shown: false }),
    ])
      expect(await refusalOf(call())).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  });
});

describe('featured', () => {
  test('CALLS-54 ADM-PROD-08 sets the value, and updates the totals', async () => {
    const made = await ada.createProduct(await input());
    const answer = await ada.setFeatured({ id: made.id, featured: true, shown: false });
    expect(answer).toEqual({ featured: true, overtaken: null });
    expect((await stored(made.id))!.featured).toBe(true);
    expect(await ada.productTotals()).toEqual({ total: 1, featured: 1 });
  });

  test('if the displayed state was outdated, the response says who had changed it', async () => {
    const made = await ada.createProduct(await input());
    await bisi.setFeatured({ id: made.id, featured: true, shown: false });
    const before = await ada.getForAdmin({ id: made.id });
    const answer = await ada.setFeatured({ id: made.id, featured: true, shown: false });
    expect(answer).toMatchObject({ featured: true, overtaken: { name: 'Bisi' } });
    expect(await ada.setFeatured({ id: made.id, featured: true })).toEqual({
      featured: true,
      overtaken: null,
    });
    expect((await ada.getForAdmin({ id: made.id })).version).toBe(before.version);
  });
});

describe('delete', () => {
  test('CALLS-19 CALLS-54 the product is deleted with its images, and a month later their files', async () => {
    const made = await ada.createProduct({ ...(await input()), image: imageFile() });
    await ada.deleteProduct({ id: made.id });
    expect(await stored(made.id)).toBeUndefined();
    expect(await total('product_images')).toBe(0);
    expect(await filesOf(made.id)).toHaveLength(1);
    await month();
    expect(await filesOf(made.id)).toEqual([]);
  });

  test('an image added during the deletion is deleted too', async () => {
    const id = await fixture.product('Sego');
    const path = `product-images/${id}/1.png`;
    await fixture.deps.storage.put(path, PNG, { contentType: 'image/png' });
    await fixture.owner.query('BEGIN');
    await fixture.owner.query('SELECT FROM products WHERE id = $1 FOR NO KEY UPDATE', [id]);
    await fixture.owner.query(
      `INSERT INTO product_images (id, product_id, image_url, is_primary, width, height)
       VALUES (gen_random_uuid(), $1, $2, true, 1, 1)`,
      [id, `/uploads/${path}`],
    );
    const deleting = ada.deleteProduct({ id });
    await someoneWaits();
    await fixture.owner.query('COMMIT');
    await deleting;
    await month();
    expect(await filesOf(id)).toEqual([]);
  });

  test('an order keeps its item and its image', async () => {
    const made = await ada.createProduct({ ...(await input()), image: imageFile() });
    const { userId } = await fixture.createUser('user');
    const orderId = randomUUID();
    await fixture.owner.query(
      `INSERT INTO orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
       VALUES ($1, '0001', $2, 'Chi', 'chi@example.com', $1, '')`,
      [orderId, userId],
    );
    await fixture.owner.query(
      `INSERT INTO order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image)
       VALUES (gen_random_uuid(), $1, 0, $2, 'Adire boubou', 1, 1, $3)`,
      [orderId, made.id, made.images[0]!.url],
    );
    await ada.deleteProduct({ id: made.id });
    await month();
    expect(await total('order_items')).toBe(1);
    expect(await filesOf(made.id)).toHaveLength(1);
  });

  test('the file of an image that another product shows is not deleted', async () => {
    const made = await ada.createProduct({ ...(await input()), image: imageFile() });
    const other = await fixture.product('Twin');
    await fixture.images(other, [[made.images[0]!.url, true]]);
    await ada.deleteProduct({ id: made.id });
    await month();
    expect(await filesOf(made.id)).toHaveLength(1);
  });
});

test('PERM-10 OPEN-17 only staff can write products, whatever the request', async () => {
  const made = await ada.createProduct(await input());
  for (const [api, code] of [
    [shopper, 'NO_PERMISSION'],
    [visitor, 'SIGN_IN_REQUIRED'],
  ] as const) {
    for (const call of [
      async () => api.createProduct(await input()),
      async () => api.updateProduct({ ...(await input({ name: 'Stolen' })), id: made.id, version: 1 }),
      () => api.deleteProduct({ id: made.id }),
      () => api.setFeatured({ id: made.id, featured: true, shown: false }),
      () => api.listForAdmin({}),
      () => api.getForAdmin({ id: made.id }),
      () => api.productTotals(),
    ])
      expect(await refusalOf(call())).toMatchObject({ code });
  }
  expect([await total('products'), (await stored(made.id))!.name]).toEqual([1, 'Adire boubou']);
});
