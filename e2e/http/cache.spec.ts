import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, type RawAnswer, send, test } from './shop.ts';

const CACHED = [
  '/',
  '/products',
  '/products?category=agbada',
  '/wishlist',
  '/checkout',
  '/account',
  '/orders',
  '/auth',
];

for (const path of CACHED) {
  test(`two responses of ${path} are the same bytes, and a conditional request gets 304`, async () => {
    const first = await send(path);
    const second = await send(path);
    expect(first.status).toBe(200);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(second.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    const known = await send(path, { headers: { 'if-none-match': String(first.headers.etag) } });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    expect(known.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    expect((await send(path, { headers: { 'if-none-match': '"another"' } })).status).toBe(200);
  });

  test(`${path} is the same bytes for every user`, async ({ as }) => {
    const visitor = await send(path);
    for (const role of ['customer', 'admin', 'super'] as const) {
      const { cookies } = await as[role].storageState();
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      const page = await send(path, { headers: { cookie } });
      expect(page.bytes.equals(visitor.bytes), role).toBe(true);
      expect(page.headers['set-cookie']).toBeUndefined();
    }
    expect(visitor.text).not.toContain('@demo.shop');
  });
}

test('a page is compressed as the client accepts, with the same content', async () => {
  const plain = await send('/products');
  const br = await send('/products', { headers: { 'accept-encoding': 'gzip, br' } });
  const gzip = await send('/products', { headers: { 'accept-encoding': 'gzip' } });
  expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
  expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
  expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
  for (const { headers } of [plain, br, gzip]) {
    expect(headers.vary).toContain('Accept-Encoding');
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  }
  const head = await send('/products', { method: 'HEAD' });
  expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
    200,
    0,
    String(plain.bytes.length),
  ]);
});

/** A second, in ms; on a busy machine the time of twenty pages that are rendered. */
async function aSecond(): Promise<number> {
  const began = performance.now();
  await send(`/products?search=${randomUUID()}`);
  return Math.max(1_000, 20 * (performance.now() - began));
}

/** Polls a page until it shows a change; returns it and the milliseconds that took. */
async function until(path: string, shows: (page: RawAnswer) => boolean): Promise<number> {
  const began = performance.now();
  while (!shows(await send(path))) {
    if (performance.now() - began > 20_000) return Number.POSITIVE_INFINITY;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return performance.now() - began;
}

test('a change by SQL is on every page that shows it within a second', async ({ db }) => {
  const { rows } = await db.query(
    `select p.id, p.name, c.slug from products p join categories c on c.id = category_id
     order by p.featured desc, p.created_at desc limit 1`,
  );
  const { id, name, slug } = rows[0];
  const pages = ['/products', `/products/${id}`, `/products?category=${slug}`];
  for (const path of pages) expect((await send(path)).text, path).toContain(name);
  try {
    await db.query('update products set name = $2 where id = $1', [id, 'Renamed by hand']);
    for (const path of pages) {
      expect(await until(path, ({ text }) => text.includes('Renamed by hand')), path).toBeLessThan(
        await aSecond(),
      );
    }
  } finally {
    await db.query('update products set name = $2 where id = $1', [id, name]);
  }
});

test('a deleted product disappears from its page within a second', async ({ db }) => {
  const id = '0193b3a4-0000-7000-8000-00000000cafe';
  expect((await send(`/products/${id}`)).status).toBe(404);
  await db.query(
    `insert into products (id, name, description, price) values ($1, 'Short-lived cap', '', 500)`,
    [id],
  );
  // Its earlier 404 is not cached.
  expect(await until(`/products/${id}`, ({ status }) => status === 200)).toBeLessThan(await aSecond());
  await db.query('delete from products where id = $1', [id]);
  expect(await until(`/products/${id}`, ({ status }) => status === 404)).toBeLessThan(await aSecond());
});

test('RULES-07 a promotion that is started by SQL is on the front page within a second', async ({ db }) => {
  const { rows } = await db.query(
    'select id, name, start_date::text, end_date::text from promotions where start_date > current_date + 1 limit 1',
  );
  const { id, name, start_date, end_date } = rows[0];
  const begun = 'Harmattan by hand';
  expect((await send('/')).text).not.toContain(begun);
  try {
    await db.query(
      'update promotions set start_date = current_date - 1, end_date = current_date + 1, name = $2 where id = $1',
      [id, begun],
    );
    expect(await until('/', ({ text }) => text.includes(begun))).toBeLessThan(await aSecond());
  } finally {
    await db.query('update promotions set start_date = $2, end_date = $3, name = $4 where id = $1', [
      id,
      start_date,
      end_date,
      name,
    ]);
  }
  expect(await until('/', ({ text }) => !text.includes(begun))).toBeLessThan(await aSecond());
});

test('a search shows a change at once, and one search does not answer another', async ({ db }) => {
  const { rows } = await db.query(`select id, name from products where name ilike '%agbada%' limit 1`);
  const { id, name } = rows[0];
  const path = '/products?search=zarquon';
  expect((await send(path)).text).not.toContain(id);
  try {
    await db.query('update products set name = $2 where id = $1', [id, 'Zarquon agbada']);
    // No wait: the cache of searches waits for all changes that were made before.
    expect((await send(path)).text).toContain(id);
  } finally {
    await db.query('update products set name = $2 where id = $1', [id, name]);
  }
  expect((await send(path)).text).not.toContain(id);
});

test('browsers do not cache a 404', async () => {
  const { headers } = await send('/nothing-here');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers.etag).toBeUndefined();
});
