import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller, SignedIn } from '#shared/caller.ts';
import { contextOf, createFixture, type Fixture, namesOf } from '../../server/test-catalog.ts';
import type { SoughtWord } from './search.repository.ts';
import { countProductPages, listFirstImages, listProductPages } from './sitemap.repository.ts';

let fixture: Fixture;
let admin: SignedIn;
let customer: SignedIn;
const apiAs = (caller: Caller) => fixture.apiOf(contextOf('', caller));

beforeAll(async () => {
  fixture = await createFixture();
  admin = await fixture.createUser('admin', 'Bola');
  customer = await fixture.createUser('user');
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);

/** A published product and a draft that is before it in every list; each has an image. */
async function pair() {
  const [categoryId, promotionId] = [
    await fixture.category('Gele'),
    await fixture.promotion('SALLAH', '2026-11-01', '2026-11-30'),
  ];
  const shared = { categoryId, promotionId, featured: true };
  const shown = await fixture.product('Adire gele', { ...shared, price: '200.00', likes: 1 });
  const draft = await fixture.product('Adire draft', {
    ...shared,
    price: '100.00',
    likes: 9,
    status: 'draft',
  });
  await fixture.images(shown, [['/uploads/product-images/shown.jpg', true]]);
  await fixture.images(draft, [['/uploads/product-images/draft.jpg', true]]);
  return { shown, draft, categoryId, promotionId };
}

describe('VIS-01 the status of a product', () => {
  const input = { name: 'Agbada', description: 'White', price: 5, category: { name: 'Men' } };

  test('VIS-01 a new product is published unless the form says draft', async () => {
    const api = apiAs(admin);
    expect(await api.createProduct(input)).toMatchObject({ status: 'published', soldOut: false });
    const draft = await api.createProduct({ ...input, status: 'draft', soldOut: true });
    expect(draft).toMatchObject({ status: 'draft', soldOut: true, version: 1 });
    const saved = await api.updateProduct({ ...input, id: draft.id, version: 1, status: 'published' });
    expect(saved).toMatchObject({ status: 'published', soldOut: false, version: 2 });
  });

  test('VIS-01 VIS-03 the switches set one value, and say whose change they overtook', async () => {
    const id = await fixture.product('Agbada');
    const api = apiAs(admin);
    expect(await api.setStatus({ id, status: 'draft', shown: 'published' })).toEqual({
      status: 'draft',
      overtaken: null,
    });
    expect(await api.setSoldOut({ id, soldOut: true, shown: false })).toEqual({
      soldOut: true,
      overtaken: null,
    });
    expect(await api.setStatus({ id, status: 'draft', shown: 'published' })).toMatchObject({
      overtaken: { name: 'Bola' },
    });
    expect(await api.setStatus({ id, status: 'draft' })).toEqual({ status: 'draft', overtaken: null });
    expect(await api.setSoldOut({ id, soldOut: true })).toEqual({ soldOut: true, overtaken: null });
    // A form that was opened before is refused.
    await expect(api.updateProduct({ ...input, id, version: 1 })).rejects.toMatchObject({ code: 'STALE' });
    for (const call of [
      () => api.setStatus({ id: randomUUID(), status: 'draft', shown: 'published' }),
      () => api.setSoldOut({ id: randomUUID(), soldOut: true, shown: false }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    for (const caller of [null, customer]) {
      await expect(
        apiAs(caller).setStatus({ id, status: 'published', shown: 'draft' }),
      ).rejects.toMatchObject({ code: caller ? 'NO_PERMISSION' : 'SIGN_IN_REQUIRED' });
    }
  });

  test('VIS-01 another status is refused by the table', async () => {
    const id = await fixture.product('Agbada');
    await expect(
      fixture.owner.query(`UPDATE products SET status = 'hidden' WHERE id = $1`, [id]),
    ).rejects.toMatchObject({ constraint: 'products_status_check' });
  });

  test('VIS-01 an import gives its products the status that was chosen, once per key', async () => {
    const api = apiAs(admin);
    const rows = [{ name: 'Fila', description: 'Red', price: 5, category: 'Men', featured: false }];
    const idempotencyKey = randomUUID();
    await api.importProducts({ idempotencyKey, rows, status: 'draft' });
    await api.importProducts({ idempotencyKey, rows, status: 'draft' });
    expect(names((await api.listForAdmin({ status: 'draft' })).items)).toEqual(['Fila']);
    await expect(api.importProducts({ idempotencyKey, rows })).rejects.toMatchObject({ code: 'KEY_REUSED' });
    await api.importProducts({ idempotencyKey: randomUUID(), rows });
    fixture.changed('products');
    expect((await api.listForAdmin({ status: 'published' })).total).toBe(1);
    expect((await api.previewImport({ key: 'name', rows: [{ name: 'FILA' }] })).several).toEqual([0]);
  });

  test('VIS-01 the history has both columns, and undoing restores them', async () => {
    const id = await fixture.product('Agbada');
    await apiAs(admin).setSoldOut({ id, soldOut: true, shown: false });
    await apiAs(admin).setStatus({ id, status: 'draft', shown: 'published' });
    const sets = await fixture.owner.query(
      `SELECT s.id, s.summary, c.after FROM change_sets s JOIN changes c ON c.at = s.at AND c.set_id = s.id
       WHERE c.row_id = $1 AND c.operation = 'update' ORDER BY s.at`,
      [id],
    );
    expect(sets.rows).toMatchObject([
      { summary: 'Marked Agbada as sold out', after: { sold_out: true } },
      { summary: 'Made Agbada a draft', after: { status: 'draft' } },
    ]);
    for (const set of sets.rows) {
      await fixture.database.asCaller(admin, (tx) =>
        tx.execute(sql`SELECT undo_change_set(${set.id}::uuid, false)`),
      );
    }
    const { rows } = await fixture.owner.query('SELECT status, sold_out FROM products WHERE id = $1', [id]);
    expect(rows).toEqual([{ status: 'published', sold_out: false }]);
  });
});

describe('VIS-02 a draft', () => {
  const callers: [string, () => Caller][] = [
    ['a visitor', () => null],
    ['a customer', () => customer],
    ['staff in the shop', () => admin],
  ];
  test.each(callers)('VIS-02 is in no public answer to %s', async (_, callerOf) => {
    const { shown, draft } = await pair();
    const api = apiAs(callerOf());
    const sorts = [
      'featured',
      'most-liked',
      'newest',
      'price-low',
      'price-high',
      'name-asc',
      'name-desc',
      'category',
    ] as const;
    const filters = [
      {},
      { category: 'gele' },
      { promotion: 'SALLAH' },
      { featured: true },
      { search: 'adire' },
      { search: 'gele' },
      { search: 'ad' },
      { search: 'adire', category: 'gele', promotion: 'SALLAH', featured: true },
    ];
    for (const sort of sorts) {
      for (const filter of filters) {
        const list = await api.listProducts({ ...filter, sort });
        expect([namesOf(list), list.total], JSON.stringify([sort, filter])).toEqual([['Adire gele'], 1]);
      }
    }
    expect(await api.listProducts({ search: 'draft' })).toMatchObject({ items: [], total: 0 });
    for (const list of [
      await api.featuredProducts({}),
      await api.newestProducts({}),
      await api.mostLikedProducts({}),
    ]) {
      expect(names(list)).toEqual(['Adire gele']);
    }
    expect(await api.relatedProducts({ id: shown })).toEqual([]);
    expect(await api.relatedProducts({ id: draft })).toEqual([]);
    await expect(api.getProduct({ id: draft })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(names((await api.getProducts({ ids: [shown, draft] })).products)).toEqual(['Adire gele']);
    expect(await api.likeProduct({ id: draft })).toEqual({ counted: false });
    // Nor is it told that drafts exist.
    expect(JSON.stringify(await api.listProducts({}))).not.toContain('status');
  });

  test('VIS-02 is in no sitemap, and its images are not prepared', async () => {
    const { shown } = await pair();
    const { web } = fixture.database;
    expect((await listProductPages(web, 0, 10)).map(({ id }) => id)).toEqual([shown]);
    expect(await countProductPages(web)).toBe(1);
    expect(await listFirstImages(web, 10)).toEqual(['/uploads/product-images/shown.jpg']);
  });

  test('VIS-02 row level security alone hides it, its images and what a search says of it', async () => {
    const { shown, draft } = await pair();
    const idsFor = (caller: Caller, statement: string): Promise<unknown[]> =>
      fixture.database.asCaller(caller, async (tx) => {
        const { rows }: { rows: object[] } = await tx.execute(sql.raw(statement));
        return rows.map((row) => Object.values(row)[0]).sort();
      });
    const statements = [
      'SELECT id FROM products',
      `SELECT id FROM products WHERE status = 'draft' OR status = 'published'`,
      'SELECT product_id FROM product_images',
      `SELECT id FROM products WHERE search LIKE '%adire%'`,
      `SELECT p.id FROM promotions r JOIN products p ON p.promotion_id = r.id`,
    ];
    for (const statement of statements) {
      for (const caller of [null, customer]) {
        expect(await idsFor(caller, statement), statement).toEqual([shown]);
      }
      expect(await idsFor(admin, statement), statement).toEqual([shown, draft].sort());
    }
    const word: SoughtWord = {
      ...{ role: 'find', isStopWord: false, contains: ['%adire%'], also: [], whole: '', begin: '' },
      ...{ short: null, isScanned: false, nameLevel: null, descriptionLevel: null },
      ...{ categories: [], wholeCategories: [] },
    };
    const find = `SELECT id FROM find_published('${JSON.stringify([word])}', true, 'all', false, NULL, false, NULL, 9, NULL, NULL, NULL, '{}')`;
    for (const caller of [null, customer, admin]) expect(await idsFor(caller, find)).toEqual([shown]);
    for (const caller of [null, customer]) {
      expect(await idsFor(caller, 'SELECT id FROM staff_products')).toEqual([]);
      expect(await idsFor(caller, 'SELECT product_total()')).toEqual(['1']);
      // The error of a condition would tell what it was evaluated on.
      for (const table of ['products', 'staff_products']) {
        const condition = `CASE WHEN name = 'Adire draft' THEN name::int = 1 ELSE true END`;
        const rows = await idsFor(caller, `SELECT id FROM ${table} WHERE ${condition}`);
        expect(rows).toEqual(table === 'products' ? [shown] : []);
      }
    }
    expect(await idsFor(admin, 'SELECT id FROM staff_products')).toEqual([shown, draft].sort());
  });

  test('VIS-02 staff read, change and delete it, with its images', async () => {
    const { draft, categoryId, promotionId } = await pair();
    const api = apiAs(admin);
    expect(await api.getForAdmin({ id: draft })).toMatchObject({ status: 'draft', images: [{}] });
    expect(await api.listImages({ productId: draft })).toHaveLength(1);
    expect(names((await api.listInPromotion({ promotionId })).items)).toEqual(['Adire draft', 'Adire gele']);
    expect((await api.listAssignable({ promotionId, search: 'draft' })).items).toMatchObject([
      { name: 'Adire draft', status: 'draft' },
    ]);
    expect((await api.listAllCategories()).categories).toMatchObject([{ id: categoryId, productCount: 2 }]);
    expect(await api.productTotals()).toEqual({ total: 2, featured: 2 });
    await api.deleteProduct({ id: draft });
    expect((await api.listForAdmin({})).all).toBe(1);
  });

  test('VIS-02 is in the lists once it is published, and out of them when it is a draft again', async () => {
    const { draft } = await pair();
    const api = apiAs(null);
    const shown = async () => [
      (await api.listProducts({})).total,
      await countProductPages(fixture.database.web),
    ];
    expect(await shown()).toEqual([1, 1]);
    await apiAs(admin).setStatus({ id: draft, status: 'published', shown: 'draft' });
    fixture.changed('products');
    expect(await shown()).toEqual([2, 2]);
    expect((await api.getProduct({ id: draft })).product.name).toBe('Adire draft');
    await apiAs(admin).setStatus({ id: draft, status: 'draft', shown: 'published' });
    fixture.changed('products');
    expect(await shown()).toEqual([1, 1]);
  });
});

describe('VIS-05 the list of the back office', () => {
  test('VIS-05 is filtered by status and by what is sold out, with exact totals', async () => {
    const categoryId = await fixture.category('Caps');
    await fixture.product('Published');
    await fixture.product('Draft', { status: 'draft', categoryId });
    await fixture.product('Gone', { soldOut: true });
    await fixture.product('Gone draft', { soldOut: true, status: 'draft' });
    const api = apiAs(admin);
    const found = async (input: Parameters<typeof api.listForAdmin>[0]): Promise<string[]> => {
      const list = await api.listForAdmin(input);
      expect(list).toMatchObject({ total: list.items.length, all: 4 });
      return namesOf(list);
    };
    expect(await found({})).toEqual(['Gone draft', 'Gone', 'Draft', 'Published']);
    expect(await found({ status: 'published' })).toEqual(['Gone', 'Published']);
    expect(await found({ status: 'draft' })).toEqual(['Gone draft', 'Draft']);
    expect(await found({ status: 'sold-out', sort: 'name-asc' })).toEqual(['Gone', 'Gone draft']);
    expect(await found({ status: 'draft', category: 'caps' })).toEqual(['Draft']);
    expect(await found({ status: 'draft', category: 'none' })).toEqual(['Gone draft']);
    expect(await found({ status: 'sold-out', search: 'draft' })).toEqual(['Gone draft']);
    expect((await api.listForAdmin({ status: 'draft' })).items[0]).toMatchObject({
      status: 'draft',
      soldOut: true,
    });
  });
});
