import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, send, test } from './shop.ts';

/** The public operations: their paths in the documented API and in the pages' own. */
const reads = readFileSync(join(import.meta.dirname, '../../docs/access.txt'), 'utf8')
  .split('\n')
  .map((line) => line.split(/\s+/))
  .filter(([, access]) => access === 'public')
  .map(([name = '', , , path = '']) => ({ name, path }));

const CACHED = 'public, max-age=0, must-revalidate';
const rpcPath = (name: string, input: object) =>
  `/api/rpc/${name.replace('.', '/')}?data=${encodeURIComponent(JSON.stringify({ json: input }))}`;

test('there are public reads, and among them the list and the product', () => {
  expect(reads.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['catalog.listProducts', 'catalog.getProduct', 'shop.info']),
  );
});

for (const { name, path } of reads) {
  test(`${name} has the same bytes for everyone, those of the uncached operation`, async ({ as, db }) => {
    const { rows } = await db.query('select id from products order by created_at limit 1');
    const input = path.includes('{id}') ? { id: rows[0].id } : {};
    const rest = `/api/v1${path.replace('{id}', rows[0].id)}`;
    const rpc = rpcPath(name, input);

    // A parameter that is given twice is left to the operation, which ignores an unknown one.
    const uncached = await send(`${rest}?unknown=1&unknown=2`);
    expect([uncached.status, uncached.headers['cache-control']]).toEqual([200, 'no-store']);
    const posted = await send(rpc.split('?')[0]!, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: process.env.SHOP_URL! },
      body: JSON.stringify({ json: input }),
    });
    expect([posted.status, posted.headers['cache-control']]).toEqual([200, 'no-store']);

    for (const [cachedPath, expected] of [
      [rest, uncached.text],
      [rpc, posted.text],
    ] as const) {
      for (const role of ['visitor', 'customer', 'admin', 'super'] as const) {
        const { cookies } = await as[role].storageState();
        const cookie = cookies.map(({ name: key, value }) => `${key}=${value}`).join('; ');
        const answer = await send(cachedPath, { headers: { cookie } });
        expect(answer.status, cachedPath).toBe(200);
        expect(answer.text, role).toBe(expected);
        expect([answer.headers['cache-control'], answer.headers['set-cookie']]).toEqual([CACHED, undefined]);
      }
      const { headers } = await send(cachedPath);
      const known = await send(cachedPath, { headers: { 'if-none-match': String(headers.etag) } });
      expect([known.status, known.bytes.length]).toEqual([304, 0]);
    }
  });
}

test('a cached list and product are answered while nobody can read their tables', async ({ db }) => {
  const { rows } = await db.query('select id from products order by created_at desc limit 1');
  const paths = ['/api/v1/products', `/api/v1/products/${rows[0].id}`, rpcPath('catalog.listProducts', {})];
  for (const path of paths) expect((await send(path)).status).toBe(200);
  await db.query('begin');
  try {
    await db.query('lock table products, product_images, categories, promotions in access exclusive mode');
    for (const path of paths) expect((await send(path)).status).toBe(200);
  } finally {
    await db.query('rollback');
  }
});

test('an admin’s change is in the answers of the next request', async ({ as, db }) => {
  const { rows } = await db.query('select id from products order by created_at desc limit 1');
  const id: string = rows[0].id;
  const product = await (await as.admin.get(`/api/v1/admin/products/${id}`)).json();
  const featured = async () => {
    const one = JSON.parse((await send(`/api/v1/products/${id}`)).text).product;
    const list = JSON.parse((await send('/api/v1/products?sort=newest')).text).items;
    return [one.featured, list.find((item: { id: string }) => item.id === id)?.featured];
  };
  expect(await featured()).toEqual([product.featured, product.featured]);
  for (const value of [!product.featured, product.featured]) {
    const set = await as.admin.put(`/api/v1/admin/products/${id}/featured`, {
      data: { featured: value, shown: !value },
    });
    expect(set.status(), await set.text()).toBe(200);
    expect(await featured()).toEqual([value, value]);
  }
});

test('what anyone can make up is answered as by the operation, and not cached', async ({ db }) => {
  const { rows } = await db.query('select id from products limit 1');
  for (const path of [
    '/products?search=agbada',
    '/products?search=gele?agbada',
    '/products?pageSize=13',
    '/products?page=400',
    '/products?category=made-up',
    `/products?not=${rows[0].id}`,
    '/products?sort=made-up',
    '/products?page=0',
    '/products/0193b3a4-0000-7000-8000-00000000cafe',
    '/products/not-an-id',
    '/products/featured?limit=1000',
  ]) {
    const answer = await send(`/api/v1${path}`);
    const uncached = await send(`/api/v1${path}${path.includes('?') ? '&' : '?'}unknown=1&unknown=2`);
    expect([answer.status, answer.headers['cache-control']], path).toEqual([uncached.status, 'no-store']);
    expect(answer.text, path).toBe(uncached.text);
  }
  for (const data of ['{', '{"json":{"page":"x"}}', '{"json":{},"meta":[[1,"page"]]}', '[]']) {
    const answer = await send(`/api/rpc/catalog/listProducts?data=${encodeURIComponent(data)}`);
    expect(answer.headers['cache-control'], data).not.toBe(CACHED);
    expect(answer.status, data).toBeLessThan(500);
  }
});

test('a cached answer is compressed as the client accepts', async () => {
  const plain = await send('/api/v1/categories');
  const br = await send('/api/v1/categories', { headers: { 'accept-encoding': 'gzip, br' } });
  expect([plain.headers['content-encoding'], br.headers['content-encoding']]).toEqual([undefined, 'br']);
  expect(br.bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect(br.headers.vary).toContain('Accept-Encoding');
});
