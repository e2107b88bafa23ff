import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PLACEHOLDER } from '../../images/placeholder.ts';
import { contextOf, createFixture, type Fixture, namesOf } from '../../server/test-catalog.ts';

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

describe('one product', () => {
  test('products asked for at the same time are read with one statement, each with its own answer', async () => {
    const { reads } = fixture.database;
    let statements = 0;
    const execute: typeof reads.execute = (statement) => {
      statements++;
      return reads.execute(statement);
    };
    const counted = { ...fixture.database, reads: { ...reads, execute } };
    const together = fixture.apiOf(contextOf(), { database: counted });
    const ids = [
      await fixture.product('Fila'),
      await fixture.product('Agbada'),
      await fixture.product('Gele'),
    ];
    const nameOf = (id: string) => together.getProduct({ id }).then(({ product }) => product.name);

    const asked = [...ids, randomUUID(), ids[0]!.toUpperCase()].map(nameOf);
    expect(
      (await Promise.allSettled(asked)).map((one) => (one.status === 'fulfilled' ? one.value : null)),
    ).toEqual(['Fila', 'Agbada', 'Gele', null, 'Fila']);
    expect(statements).toBe(1);
    // Nothing is kept: the next request reads the product anew.
    await fixture.owner.query(`UPDATE products SET name = 'Aso-Oke Fila' WHERE id = $1`, [ids[0]]);
    expect(await nameOf(ids[0]!)).toBe('Aso-Oke Fila');
  });

  test('DATA-01 DATA-02 DATA-03 a product with category, promotion and numeric price', async () => {
    const [categoryId, promotionId] = [
      await fixture.category('Caps'),
      await fixture.promotion('SALE', '2026-11-01', '2026-11-30'),
    ];
    const id = await fixture.product('Fila', {
      price: '12.50',
      categoryId,
      promotionId,
      featured: true,
      likes: 3,
    });
    const { product: found, today } = await api.getProduct({ id });
    expect(today).toBe('2026-11-20');
    expect(found).toEqual({
      id,
      name: 'Fila',
      description: 'Sewn in Lagos',
      price: 12.5,
      category: { id: categoryId, name: 'Caps', slug: 'caps' },
      featured: true,
      soldOut: false,
      createdAt: fixture.lastCreated().toISOString(),
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
    expect((await api.getProduct({ id: await fixture.product('Plain') })).product).toMatchObject({
      promotionId: null,
      promotion: null,
      category: null,
    });
  });

  test('RULES-18 CALLS-16 DATA-04 the image is the primary, else the first, else the placeholder', async () => {
    const [one, two, none] = [
      await fixture.product('one'),
      await fixture.product('two'),
      await fixture.product('none'),
    ];
    await fixture.images(one, [
      ['/uploads/product-images/a.jpg', false],
      ['/uploads/product-images/b.jpg', true],
    ]);
    // A trigger guarantees one primary image; without it the first image is used.
    await fixture.owner.query('ALTER TABLE product_images DISABLE TRIGGER product_images_have_primary');
    await fixture.images(two, [
      ['/uploads/product-images/c.jpg', false],
      ['/uploads/product-images/d.jpg', false],
    ]);
    await fixture.owner.query('ALTER TABLE product_images ENABLE TRIGGER product_images_have_primary');
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
    await expect(api.getProduct({ id: 'nonsense' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      status: 400,
    });
  });

  test('products by ids are in the requested order, deleted ones are left out', async () => {
    const [one, two] = [await fixture.product('one'), await fixture.product('two')];
    const { products } = await api.getProducts({ ids: [two, randomUUID(), one.toUpperCase(), two] });
    expect(products.map(({ id }) => id)).toEqual([two, one]);
    expect((await api.getProducts({ ids: [] })).products).toEqual([]);
  });

  test('CALLS-51 OPEN-55 four related: the same category first, then the newest, never itself', async () => {
    const [caps, shoes] = [await fixture.category('Caps'), await fixture.category('Shoes')];
    const own = await fixture.product('own', { categoryId: caps });
    await fixture.product('cap 1', { categoryId: caps });
    await fixture.product('cap 2', { categoryId: caps });
    for (const n of [1, 2, 3]) await fixture.product(`shoe ${n}`, { categoryId: shoes });
    const related = await api.relatedProducts({ id: own });
    expect(related.map(({ name }) => name)).toEqual(['cap 2', 'cap 1', 'shoe 3', 'shoe 2']);
    const loose = await fixture.product('loose');
    expect((await api.relatedProducts({ id: loose, limit: 2 })).map(({ name }) => name)).toEqual([
      'shoe 3',
      'shoe 2',
    ]);
    expect(await api.relatedProducts({ id: randomUUID() })).toEqual([]);
  });
});

test('OPEN-57 RULES-26 RULES-27 inactive categories and their descendants are hidden, their products stay under All', async () => {
  const women = await fixture.category('Women', { displayOrder: 2 });
  await fixture.category('Men', { displayOrder: 1 });
  await fixture.category('Gowns', { parentId: women, displayOrder: 2 });
  await fixture.category('Bridal', { parentId: women, displayOrder: 1 });
  const hidden = await fixture.category('Hidden', { isActive: false });
  const below = await fixture.category('Below', { parentId: hidden });
  await fixture.product('kept', { categoryId: below });
  expect((await api.listCategories()).map(({ name }) => name)).toEqual(['Men', 'Women', 'Bridal', 'Gowns']);
  expect(namesOf(await api.listProducts({}))).toEqual(['kept']);
  await fixture.owner.query('UPDATE categories SET is_active = true WHERE id = $1', [hidden]);
  fixture.changed('categories');
  expect((await api.listCategories()).map(({ name }) => name)).toContain('Below');
});

test('DATA-16 a category has its text, parent, order and image', async () => {
  const parentId = await fixture.category('Women');
  const id = await fixture.category('Gele', { parentId, displayOrder: 3 });
  await fixture.owner.query(
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
  expect(await api.categoryMenu()).toEqual([
    expect.objectContaining({ id: parentId, parentId: null }),
    { id, name: 'Gele', slug: 'gele', description: 'Head ties', parentId },
  ]);
});

describe('likes', () => {
  test('OPEN-53 a like of a product that is being deleted counts nothing and is no failure', async () => {
    const id = await fixture.product('going');
    await fixture.owner.query('BEGIN');
    await fixture.owner.query('DELETE FROM products WHERE id = $1', [id]);
    // It still sees the product, and waits for the deletion's row lock.
    const liked = api.likeProduct({ id });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await fixture.owner.query('COMMIT');
    expect(await liked).toEqual({ counted: false });
  });

  test('OPEN-53 a browser is identified by its HttpOnly cookie and counts once per product', async () => {
    const id = await fixture.product('liked');
    const first = contextOf();
    expect(await fixture.apiOf(first).likeProduct({ id })).toEqual({ counted: true });
    const cookie = first.responseHeaders.get('set-cookie')!;
    expect(cookie).toMatch(/^aso\.browser=[0-9a-f-]{36}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const again = contextOf(`a=b; ${cookie.split(';')[0]}`);
    expect(await fixture.apiOf(again).likeProduct({ id })).toEqual({ counted: false });
    expect(again.responseHeaders.get('set-cookie')).toBeNull();
    expect(await api.likeProduct({ id })).toEqual({ counted: true });
    await fixture.owner.query('SELECT count_likes()');
    expect((await api.getProduct({ id })).product.likes).toBe(2);
  });

  test('over HTTPS the cookie is Secure', async () => {
    const its = contextOf('__Secure-aso.browser=junk');
    await fixture.apiOf(its, { secureCookies: true }).likeProduct({ id: randomUUID() });
    expect(its.responseHeaders.get('set-cookie')).toMatch(
      /^__Secure-aso\.browser=[0-9a-f-]{36}; .*; Secure$/,
    );
  });

  test('OPEN-53 a browser with the cookie of an earlier version keeps its id', async () => {
    const id = await fixture.product('liked before');
    const browser = randomUUID();
    const before = contextOf(`aso_browser=${browser}`);
    expect(await fixture.apiOf(before).likeProduct({ id })).toEqual({ counted: true });
    const cookie = before.responseHeaders.get('set-cookie')!;
    expect(cookie).toMatch(new RegExp(`^aso\\.browser=${browser};`));
    const again = contextOf(`aso_browser=${randomUUID()}; ${cookie.split(';')[0]}`);
    expect(await fixture.apiOf(again).likeProduct({ id })).toEqual({ counted: false });
    expect(again.responseHeaders.get('set-cookie')).toBeNull();
  });

  test('an unknown product or a reached limit is not an error', async () => {
    expect(await api.likeProduct({ id: randomUUID() })).toEqual({ counted: false });
    const asked: unknown[] = [];
    const allows = async (...args: unknown[]) => {
      asked.push(args);
      return false;
    };
    const limited = fixture.apiOf(contextOf('aso.browser=junk'), {
      limits: { allows, take: async () => {} },
    });
    expect(await limited.likeProduct({ id: await fixture.product('p') })).toEqual({ counted: false });
    expect(asked).toEqual([['like:192.0.2.1', 300, 3600]]);
  });
});

test('RULES-30 a product belongs to at most one promotion', async () => {
  const [one, two] = [
    await fixture.promotion('ONE', '2026-01-01', '2026-12-31'),
    await fixture.promotion('TWO', '2026-01-01', '2026-12-31'),
  ];
  const id = await fixture.product('p', { promotionId: one });
  await fixture.owner.query('UPDATE products SET promotion_id = $1 WHERE id = $2', [two, id]);
  expect((await api.listProducts({ promotion: 'ONE' })).total).toBe(0);
  expect((await api.listProducts({ promotion: 'TWO' })).total).toBe(1);
  await fixture.owner.query('DELETE FROM promotions WHERE id = $1', [two]);
  expect((await api.getProduct({ id })).product.promotionId).toBeNull();
});
