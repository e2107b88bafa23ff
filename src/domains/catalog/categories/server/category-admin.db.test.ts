import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#shared/caller.ts';
import { contextOf, createFixture, type Fixture } from '../../server/test-catalog.ts';

let fixture: Fixture;
let ada: SignedIn;
let bola: SignedIn;

beforeAll(async () => {
  fixture = await createFixture();
  ada = await fixture.createUser('admin', 'Ada');
  bola = await fixture.createUser('super_admin', 'Bola');
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const as = (user: SignedIn) => fixture.apiOf(contextOf('', user));
const add = (name: string, parentId: string | null = null) => as(ada).createCategory({ name, parentId });
const rowOf = async (id: string) =>
  (await fixture.owner.query('SELECT * FROM categories WHERE id = $1', [id])).rows[0];
const names = async () => (await as(ada).listAllCategories()).categories.map(({ name }) => name);
const refusal = (code: string, data: object = {}) => ({ code, data: expect.objectContaining(data) });

test('DATA-17 CALLS-38 a category is created with the slug of its name, last among its siblings', async () => {
  const first = await add('  Iro and Buba ');
  const second = await add('Gele');
  const child = await add('Wedding Iro', first.id);
  expect([first.name, first.slug, first.displayOrder, first.isActive]).toEqual([
    'Iro and Buba',
    'iro-and-buba',
    0,
    true,
  ]);
  expect([second.displayOrder, child.displayOrder, child.parentId]).toEqual([1, 0, first.id]);
  expect(await names()).toEqual(['Iro and Buba', 'Wedding Iro', 'Gele']);
  expect(await rowOf(first.id)).toMatchObject({ slug: 'iro-and-buba', is_active: true });
});

test('OPEN-56 a name in use is refused ignoring case, a slug gets a number', async () => {
  const gele = await add('Gele & Cap');
  await expect(add('GELE & CAP')).rejects.toMatchObject(refusal('CONFLICT', { field: 'name' }));
  const other = await add('Gele, cap');
  expect([gele.slug, other.slug]).toEqual(['gele-cap', 'gele-cap-2']);
  await expect(as(ada).updateCategory({ ...other, name: 'gele & cap' })).rejects.toMatchObject(
    refusal('CONFLICT'),
  );
  // It keeps its own slug if only the case changes.
  expect((await as(ada).updateCategory({ ...other, name: 'gele Cap' })).slug).toBe('gele-cap-2');
});

test('a repeated create adds no second category, and saves what was corrected in the form since', async () => {
  const given = { id: randomUUID(), name: 'Aso ebi', description: '', parentId: null, isActive: true };
  const create = (more: object = {}) => as(ada).createCategory({ ...given, ...more });
  const first = await create();
  expect(await create()).toEqual(first);
  const corrected = await create({ name: 'Aso oke' });
  expect(corrected).toMatchObject({ id: given.id, name: 'Aso oke', slug: 'aso-oke', version: 2 });
  expect(await create({ name: 'Aso oke' })).toMatchObject({ version: 2 });
  await expect(create()).rejects.toMatchObject({
    code: 'STALE',
    data: { current: { id: given.id, name: 'Aso oke', version: 2 } },
  });
  // The name of another category is still refused.
  await expect(create({ id: randomUUID(), name: 'aso OKE' })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('the longest name in any script has a slug that fits', async () => {
  const { slug } = await add('한'.repeat(100));
  expect(slug.length).toBeLessThanOrEqual(120);
  expect((await add('…')).slug).toBe('category');
});

test('OPEN-56 a renamed category is still found by its old slug', async () => {
  const shelf = await add('Caps');
  const renamed = await as(ada).updateCategory({ ...shelf, name: 'Headwear' });
  expect([renamed.slug, renamed.version]).toEqual(['headwear', 2]);
  await fixture.product('Fila', { categoryId: shelf.id });
  fixture.changed('categories');
  const { category, items } = await as(ada).listProducts({ category: 'caps' });
  expect([category?.slug, items.length]).toEqual(['headwear', 1]);
});

test('CALLS-39 ERR-27 getCategory returns one category, or NOT_FOUND', async () => {
  const shelf = await add('Caps');
  expect(await as(ada).getCategory({ id: shelf.id })).toEqual({ ...shelf, updatedBy: null });
  await expect(as(ada).getCategory({ id: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a save over a newer version is refused with its values and its author', async () => {
  const read = await add('Caps');
  await as(bola).updateCategory({ ...read, description: 'For every head' });
  expect(await as(ada).getCategory({ id: read.id })).toMatchObject({ version: 2, updatedBy: 'Bola' });
  await expect(as(ada).updateCategory({ ...read, name: 'Hats' })).rejects.toMatchObject(
    refusal('STALE', { name: 'Bola', current: expect.objectContaining({ description: 'For every head' }) }),
  );
  expect(await rowOf(read.id)).toMatchObject({ name: 'Caps', version: 2 });
  // Place and image are not part of the form.
  const { version } = await as(ada).listAllCategories();
  await as(ada).reorderCategories({ version, order: [{ id: read.id, displayOrder: 5 }] });
  expect((await as(ada).getCategory({ id: read.id })).version).toBe(2);
});

test('OPEN-59 ADM-CAT-09 a category cannot be moved below itself', async () => {
  const [a, b] = [await add('A'), await add('B')];
  const below = await as(ada).updateCategory({ ...b, parentId: a.id });
  for (const parentId of [a.id, b.id]) {
    await expect(as(ada).updateCategory({ ...a, parentId })).rejects.toMatchObject(refusal('CATEGORY_CYCLE'));
  }
  expect([(await rowOf(a.id))?.parent_id, below.parentId]).toEqual([null, a.id]);
  await expect(as(ada).updateCategory({ ...a, parentId: randomUUID() })).rejects.toMatchObject(
    refusal('BAD_INPUT', { issues: [expect.objectContaining({ path: 'parentId' })] }),
  );
});

test('OPEN-59 of two concurrent moves under one another, one succeeds and the other is refused', async () => {
  for (let round = 0; round < 8; round++) {
    const [a, b] = [await add(`A${round}`), await add(`B${round}`)];
    const moves = await Promise.allSettled([
      as(ada).updateCategory({ ...a, parentId: b.id }),
      as(bola).updateCategory({ ...b, parentId: a.id }),
    ]);
    expect(moves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(moves.find((move) => move.status === 'rejected')).toMatchObject({
      reason: { code: 'CATEGORY_CYCLE' },
    });
  }
});

test('CALLS-41 OPEN-57 the switch shows and hides, and reports a concurrent change', async () => {
  const shelf = await add('Caps');
  const hide = { id: shelf.id, isActive: false, shown: true };
  expect(await as(bola).setCategoryActive(hide)).toEqual({ isActive: false, overtaken: null });
  expect(await rowOf(shelf.id)).toMatchObject({ is_active: false });
  expect(await as(ada).setCategoryActive(hide)).toMatchObject({
    isActive: false,
    overtaken: { name: 'Bola' },
  });
  expect(await as(ada).listCategories()).toEqual([]);
  const show = { id: shelf.id, isActive: true };
  expect(await as(ada).setCategoryActive(show)).toEqual({ isActive: true, overtaken: null });
  expect(await rowOf(shelf.id)).toMatchObject({ is_active: true });
  await expect(as(ada).setCategoryActive({ ...hide, id: randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('OPEN-58 ADM-CAT-05 a category is deleted with its descendants, products stay without one', async () => {
  const [top, other] = [await add('Top'), await add('Other')];
  const child = await add('Child', top.id);
  await add('Grandchild', child.id);
  await fixture.product('in top', { categoryId: top.id });
  const kept = await fixture.product('in child', { categoryId: child.id });
  await fixture.product('elsewhere', { categoryId: other.id });
  expect((await as(ada).listAllCategories()).categories.map(({ productCount }) => productCount)).toEqual([
    1, 1, 0, 1,
  ]);
  expect(await as(ada).deleteCategory({ id: top.id })).toEqual({ subcategories: 2, products: 2 });
  for (const table of ['products', 'categories']) fixture.changed(table);
  const list = await as(ada).listAllCategories();
  expect([list.categories.map(({ name }) => name), list.uncategorised]).toEqual([['Other'], 2]);
  expect((await as(ada).getProduct({ id: kept })).product.category).toBeNull();
  await expect(as(ada).deleteCategory({ id: top.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('CALLS-42 RULES-26 OPEN-60 a complete order is saved and returned', async () => {
  const [a, b, c] = [await add('A'), await add('B'), await add('C')];
  const { version } = await as(ada).listAllCategories();
  const order = [a, b, c].map(({ id }, place) => ({ id, displayOrder: [4, 2, 7][place]! }));
  const moved = await as(ada).reorderCategories({ version, order });
  expect(await names()).toEqual(['B', 'A', 'C']);
  expect(moved.version).toBe((await as(ada).listAllCategories()).version);
  for (const { id, displayOrder } of order) expect((await rowOf(id))?.display_order).toBe(displayOrder);
});

test('OPEN-60 an incomplete order is refused as a whole', async () => {
  const [a] = [await add('A'), await add('B')];
  const { version } = await as(ada).listAllCategories();
  const placed = { id: a.id, displayOrder: 9 };
  for (const order of [[placed], [placed, { id: randomUUID(), displayOrder: 1 }], [placed, placed]]) {
    await expect(as(ada).reorderCategories({ version, order })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  }
  expect((await rowOf(a.id))?.display_order).toBe(0);
});

test("OPEN-60 of two concurrent reorderings one is refused with the other's author, and orders are not mixed", async () => {
  const all = [await add('A'), await add('B'), await add('C')];
  const { version } = await as(ada).listAllCategories();
  const placed = (places: number[]) => all.map(({ id }, n) => ({ id, displayOrder: places[n]! }));
  const orders = [placed([2, 1, 0]), placed([1, 2, 0])];
  const done = await Promise.allSettled([
    as(ada).reorderCategories({ version, order: orders[0]! }),
    as(bola).reorderCategories({ version, order: orders[1]! }),
  ]);
  const [winner] = [done.findIndex(({ status }) => status === 'fulfilled')];
  expect(done[1 - winner]).toMatchObject({
    reason: {
      code: 'STALE',
      data: { name: ['Ada', 'Bola'][winner], current: { version: expect.any(Number) } },
    },
  });
  const list = await as(ada).listAllCategories();
  expect(new Map(list.categories.map(({ id, displayOrder }) => [id, displayOrder]))).toEqual(
    new Map(orders[winner]!.map(({ id, displayOrder }) => [id, displayOrder])),
  );
});

test.each([
  ['added', () => add('New')],
  ['deleted', async () => as(bola).deleteCategory({ id: (await add('Short-lived')).id })],
  [
    'moved',
    async () => {
      const [a, b] = (await as(bola).listAllCategories()).categories;
      return as(bola).updateCategory({ ...b!, parentId: a!.id });
    },
  ],
])('OPEN-60 an order from before a category was %s is stale', async (_, change) => {
  const all = [await add('A'), await add('B')];
  const { version } = await as(ada).listAllCategories();
  await change();
  await expect(
    as(ada).reorderCategories({ version, order: all.map(({ id }, n) => ({ id, displayOrder: n })) }),
  ).rejects.toMatchObject({ code: 'STALE' });
});

test('CALLS-38 a category is found by its name or created, once for concurrent calls', async () => {
  const caps = await add('Caps');
  expect((await as(ada).ensureCategory({ name: ' CAPS ' })).id).toBe(caps.id);
  const made = await Promise.all(
    ['Gele', 'gele', 'GELE', 'gELE'].map((name, n) => as(n % 2 ? ada : bola).ensureCategory({ name })),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(await names()).toEqual(['Caps', made[0]!.name]);
});

test('PERM-11 OPEN-17 customers and visitors cannot manage categories', async () => {
  const shelf = await add('Caps');
  const customer = await fixture.createUser('user');
  const refused = { code: 'NO_PERMISSION', message: 'You do not have permission to manage categories' };
  await expect(as(customer).createCategory({ name: 'Mine' })).rejects.toMatchObject(refused);
  await expect(as(customer).deleteCategory({ id: shelf.id })).rejects.toMatchObject(refused);
  await expect(fixture.apiOf().listAllCategories()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' });
  expect(await names()).toEqual(['Caps']);
});

test('ADM-CAT-08 a name is required and must not be blank', async () => {
  for (const name of ['', '   ', 'x'.repeat(101)]) {
    await expect(add(name)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  }
  expect(await names()).toEqual([]);
});
