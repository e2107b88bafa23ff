import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './shop.ts';

interface Card {
  id: string;
  name: string;
  price: number;
  featured: boolean;
  createdAt: string;
  category: { slug: string } | null;
  promotion: { code: string } | null;
}

async function json(client: APIRequestContext, path: string, params: Record<string, string | number> = {}) {
  const answer = await client.get(`/api/v1${path}`, { params });
  expect(answer.status(), path).toBe(200);
  return answer.json();
}

const IMAGE = {
  url: expect.stringMatching(/^\/uploads\//),
  width: expect.any(Number),
  height: expect.any(Number),
  placeholder: expect.stringMatching(/^(data:image\/|$)/),
};
const CARD = {
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  name: expect.any(String),
  price: expect.any(Number),
  featured: expect.any(Boolean),
  createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  image: IMAGE,
};

test('LIST-14 CALLS-50 a list has 12 of all, with its count and pages', async ({ as, db }) => {
  const list = await json(as.visitor, '/products');
  const { rows } = await db.query('select count(*)::int as count from products');
  expect(list).toMatchObject({
    total: rows[0].count,
    capped: false,
    page: 1,
    pageCount: Math.ceil(rows[0].count / 12),
    today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  expect(list.items).toHaveLength(12);
  for (const item of list.items) expect(item).toMatchObject(CARD);
  const second = await json(as.visitor, '/products', { page: 2 });
  expect(second.items.map(({ id }: Card) => id)).not.toContain(list.items[0].id);
});

/** For each order: its sort key, and its direction. */
const sorts: [string, string, (card: Card) => number | string, 'rises' | 'falls'][] = [
  ['RULES-15 CALLS-18 the newest first', 'newest', ({ createdAt }) => createdAt, 'falls'],
  ['RULES-16 the lowest price first', 'price-low', ({ price }) => price, 'rises'],
  ['RULES-16 the highest price first', 'price-high', ({ price }) => price, 'falls'],
  ['RULES-13 OPEN-52 the featured first', 'featured', ({ featured }) => Number(featured), 'falls'],
];
for (const [title, sort, by, direction] of sorts) {
  test(`${title} under ${sort}`, async ({ as }) => {
    const { items } = await json(as.visitor, '/products', { sort, pageSize: 100 });
    const keys = (items as Card[]).map(by);
    expect(keys.length).toBeGreaterThan(60);
    const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(keys).toEqual(direction === 'rises' ? sorted : sorted.reverse());
  });
}

test('RULES-17 CALLS-18 names sort ascending and descending, ignoring tones and dots', async ({ as }) => {
  const names = async (sort: string) =>
    ((await json(as.visitor, '/products', { sort, pageSize: 100 })).items as Card[]).map(({ name }) => name);
  const rising = await names('name-asc');
  const plain = (name: string) =>
    name
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replaceAll('-', ' ')
      .toLowerCase();
  expect(rising.map(plain)).toEqual(rising.map(plain).toSorted());
  expect((await names('name-desc')).map(plain)).toEqual(rising.map(plain).reverse());
});

test('CALLS-17 each filter returns the matching rows', async ({ as, db }) => {
  const featured = await json(as.visitor, '/products', { featured: 'true', pageSize: 100 });
  const counted = await db.query('select count(*)::int as count from products where featured');
  expect(featured.total).toBe(counted.rows[0].count);
  expect((featured.items as Card[]).every((card) => card.featured)).toBe(true);

  const [first] = featured.items as [Card];
  const others = await json(as.visitor, '/products', { not: first.id, pageSize: 100 });
  expect((others.items as Card[]).map(({ id }) => id)).not.toContain(first.id);

  const agbada = await json(as.visitor, '/products', { category: 'agbada', pageSize: 100 });
  const { rows } = await db.query(
    `with recursive tree as (select id, slug from categories where slug = 'agbada'
       union all select c.id, c.slug from categories c join tree on c.parent_id = tree.id)
     select p.id from products p join tree on tree.id = p.category_id`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect((agbada.items as Card[]).map(({ id }) => id).toSorted()).toEqual(
    rows.map(({ id }) => id).toSorted(),
  );
  expect(agbada.category).toMatchObject({ slug: 'agbada' });
});

test('CALLS-21 RULES-30 a promotion’s filter returns its products, from its first day', async ({
  as,
  db,
}) => {
  const { rows } = await db.query(`select code, start_date <= current_date as began,
    array(select id from products where promotion_id = m.id order by id) as ids from promotions m`);
  for (const { code, began, ids } of rows) {
    const list = await json(as.visitor, '/products', { promotion: code, pageSize: 100 });
    expect(list.promotion?.code ?? null, code).toBe(began ? code : null);
    expect((list.items as Card[]).map(({ id }) => id).toSorted(), code).toEqual(began ? ids : []);
  }
});

test('RULES-11 CALLS-50 a search matches any of its words, case-insensitively', async ({ as }) => {
  const { items, total } = await json(as.visitor, '/products', { search: 'GELE  fìlà', pageSize: 100 });
  expect(total).toBeGreaterThan(1);
  const both = await Promise.all(
    ['gele', 'fila'].map((search) => json(as.visitor, '/products', { search, pageSize: 100 })),
  );
  const either = new Set(both.flatMap((list) => (list.items as Card[]).map(({ id }) => id)));
  expect((items as Card[]).map(({ id }) => id).toSorted()).toEqual([...either].toSorted());
});

test('CALLS-16 a product includes its images and promotion', async ({ as, db }) => {
  const { rows } =
    await db.query(`select p.id, m.code from products p join promotions m on m.id = promotion_id
    where current_date between start_date and end_date limit 1`);
  const { product } = await json(as.visitor, `/products/${rows[0].id}`);
  expect(product).toMatchObject({ ...CARD, description: expect.any(String), likes: expect.any(Number) });
  expect(product.promotion).toMatchObject({
    code: rows[0].code,
    promotionType: expect.stringMatching(/^(percentage|fixed)$/),
  });
  expect(product.images.length).toBeGreaterThan(0);
  expect(product.images.filter(({ isPrimary }: { isPrimary: boolean }) => isPrimary)).toHaveLength(1);
  for (const image of product.images) expect(image).toMatchObject(IMAGE);
});

test('CALLS-22 an unknown id is left out of many and NOT_FOUND alone', async ({ as }) => {
  const { items } = await json(as.visitor, '/products');
  const ids = [items[1].id, randomUUID(), items[0].id];
  const answer = await as.visitor.post('/api/v1/products/by-ids', { data: { ids } });
  const { products } = await answer.json();
  expect(products.map(({ id }: Card) => id)).toEqual([items[1].id, items[0].id]);
  const many = Array.from({ length: 51 }, () => randomUUID());
  expect((await as.visitor.post('/api/v1/products/by-ids', { data: { ids: many } })).status()).toBe(400);
  const alone = await as.visitor.get(`/api/v1/products/${ids[1]}`);
  expect([alone.status(), (await alone.json()).code]).toEqual([404, 'NOT_FOUND']);
});

test('CALLS-51 CALLS-52 four related products, ten of the others, or as many as requested', async ({
  as,
  db,
}) => {
  const [{ id }] = (await json(as.visitor, '/products')).items;
  const related = (await json(as.visitor, `/products/${id}/related`)) as Card[];
  expect(related).toHaveLength(4);
  expect(related.map((card) => card.id)).not.toContain(id);
  const { rows } = await db.query(
    'update products set featured = true where id in (select id from products where not featured limit 5) returning id',
  );
  try {
    for (const name of ['featured', 'newest', 'most-liked']) {
      await expect.poll(async () => (await json(as.visitor, `/products/${name}`)).length, name).toBe(10);
      expect(await json(as.visitor, `/products/${name}`, { limit: 3 }), name).toHaveLength(3);
    }
  } finally {
    await db.query('update products set featured = false where id = any ($1)', [rows.map((row) => row.id)]);
  }
});

test('PERM-01 OPEN-57 a visitor gets the active categories, none below an inactive one', async ({
  as,
  db,
}) => {
  const answered = async () =>
    ((await json(as.visitor, '/categories')) as { slug: string }[]).map(({ slug }) => slug);
  const { rows } =
    await db.query(`select c.slug, array(select slug from categories k where k.parent_id = c.id) as children
    from categories c where parent_id is null and exists (select from categories k where k.parent_id = c.id) limit 1`);
  const { slug, children } = rows[0];
  expect(await answered()).toEqual(expect.arrayContaining([slug, ...children]));
  try {
    await db.query('update categories set is_active = false where slug = $1', [slug]);
    await expect
      .poll(async () => (await answered()).filter((one) => one === slug || children.includes(one)))
      .toEqual([]);
  } finally {
    await db.query('update categories set is_active = true where slug = $1', [slug]);
  }
});

test('CALLS-34 the active slides in their order, and each by its id', async ({ as, db }) => {
  const slides = (await json(as.visitor, '/slides')) as { id: string }[];
  const { rows } = await db.query('select id from hero_slides where is_active order by display_order, id');
  expect(slides.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  const [first] = slides as [{ id: string }];
  expect(await json(as.visitor, `/slides/${first.id}`)).toEqual(first);
  try {
    await db.query('update hero_slides set is_active = false where id = $1', [first.id]);
    expect((await as.visitor.get(`/api/v1/slides/${first.id}`)).status()).toBe(404);
  } finally {
    await db.query('update hero_slides set is_active = true where id = $1', [first.id]);
  }
});

test('CALLS-43 CALLS-44 an admin gets all promotions, everybody else today’s, both newest first', async ({
  as,
  db,
}) => {
  const codes = (rows: { code: string }[]) => rows.map(({ code }) => code);
  const all = await db.query('select code from promotions order by created_at desc, id desc');
  expect(codes(await json(as.admin, '/admin/promotions/all'))).toEqual(codes(all.rows));
  const { today, promotions } = await json(as.visitor, '/promotions/active');
  const running = await db.query(
    'select code from promotions where $1::date between start_date and end_date order by created_at desc, id desc',
    [today],
  );
  expect(running.rows.length).toBeGreaterThan(0);
  expect(codes(promotions)).toEqual(codes(running.rows));
});

test('DATA-08 DATA-10 own orders come newest first with their items', async ({ as }) => {
  const list = await json(as.customer, '/orders');
  expect(list).toMatchObject({ page: 1, total: expect.any(Number), pageCount: expect.any(Number) });
  const dates = list.orders.map(({ createdAt }: Card) => createdAt);
  expect(dates).toEqual(dates.toSorted().reverse());
  for (const order of list.orders) {
    expect(order).toMatchObject({
      orderNumber: expect.stringMatching(/^\d{4,}$/),
      status: expect.stringMatching(/^(pending|processing|completed|cancelled)$/),
      whatsappLink: expect.stringMatching(/^https:\/\/wa\.me\/\d+\?text=/),
    });
    expect(order.items.length).toBeGreaterThan(0);
    const kobo = order.items.reduce(
      (sum: number, item: { productPrice: number }) => sum + Math.round(item.productPrice * 100),
      0,
    );
    expect(Math.round(order.total * 100)).toBe(kobo);
    expect(await json(as.customer, `/orders/${order.id}`)).toEqual(order);
  }
});

test('the shop’s settings and the own profile', async ({ as }) => {
  expect(await json(as.visitor, '/shop')).toMatchObject({
    name: expect.any(String),
    whatsapp: expect.stringMatching(/^\+?\d+$/),
    currency: 'NGN',
    timeZone: 'Africa/Lagos',
    publicUrl: process.env.SHOP_URL,
  });
  expect(await json(as.visitor, '/me')).toBeNull();
  expect(await json(as.customer, '/me')).toMatchObject({ email: 'customer@demo.shop', role: 'user' });
});

test('an operation that has moved also answers at its old path, marked as deprecated', async ({ as }) => {
  const now = await as.customer.get('/api/v1/me/sign-in-methods');
  const was = await as.customer.get('/api/v1/me/ways-in');
  expect([now.status(), was.status()]).toEqual([200, 200]);
  expect(await was.json()).toEqual(await now.json());
  expect(now.headers().deprecation).toBeUndefined();
  expect(was.headers()).toMatchObject({
    deprecation: expect.stringMatching(/^@\d+$/),
    link: '</api/v1/me/sign-in-methods>; rel="successor-version"',
  });
  // Another method, and a body.
  const refused = await as.customer.post('/api/v1/me/delete', {
    data: { confirmation: 'delete my account' },
  });
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'DEMO_ACCOUNT']);
  const { paths } = await (await as.visitor.get('/openapi.json')).json();
  expect(paths['/api/v1/me/delete'].post).toMatchObject({ deprecated: true });
  // One below which another operation stays.
  const promotions = await as.admin.get('/api/v1/promotions');
  expect([promotions.status(), promotions.headers().link]).toEqual([
    200,
    '</api/v1/admin/promotions/all>; rel="successor-version"',
  ]);
  expect((await as.visitor.get('/api/v1/promotions/active')).headers().deprecation).toBeUndefined();
});
