import { expect, send, test } from './shop.ts';

test('OFF-01 the worker is checked at each visit, loads nothing from elsewhere and stores no private page', async () => {
  const { status, headers, text } = await send('/sw.js');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'",
  });
  expect(await send('/sw.js', { headers: { 'if-none-match': String(headers.etag) } })).toMatchObject({
    status: 304,
  });
  expect(text).not.toContain('http');
  const stored = [...text.matchAll(/\/assets\/[\w$.-]+\.(?:js|css)/g)].map(([path]) => path);
  expect(stored.length).toBeGreaterThan(10);
  for (const path of stored) expect((await send(path)).status, path).toBe(200);
  expect(stored.filter((path) => /^\/assets\/(admin|dashboard|hero-slides)/.test(path))).toEqual([]);
});

test('OFF-01 every page that is stored says that it is the same for everyone', async ({ as, db }) => {
  const { rows } = await db.query('select id from products limit 1');
  for (const path of [
    '/',
    '/about',
    '/contact',
    '/wishlist',
    '/checkout',
    '/shell',
    '/products',
    `/products/${rows[0].id}`,
  ]) {
    const [visitor, customer] = await Promise.all([as.visitor.get(path), as.customer.get(path)]);
    expect(visitor.headers()['cache-control'], path).toMatch(/^public/);
    expect(customer.headers()['set-cookie'], path).toBeUndefined();
    expect(await customer.text(), path).toBe(await visitor.text());
  }
});

test('OFF-02 the page for what was never opened needs no script and leads back', async () => {
  const { status, headers, text } = await send('/offline');
  expect(status).toBe(200);
  expect(headers['x-robots-tag']).toBe('noindex');
  expect(text).toContain('You are offline');
  expect(text).toContain('<a href="/wishlist">Your cart</a>');
  expect(text).not.toContain('<script');
});

test('OFF-04 shop and back office can be installed, with icons that a mask may cut and shortcuts that open', async ({
  as,
}) => {
  const manifestOf = async (page: string) => {
    const html = await (await as.visitor.get(page)).text();
    const path = /<link rel="manifest" href="([^"]+)"/.exec(html)?.[1];
    const answer = await as.visitor.get(path!);
    expect(answer.headers()['content-type']).toContain('application/manifest+json');
    return answer.json();
  };
  for (const [page, start, shortcuts] of [
    ['/products', '/', ['/products', '/orders']],
    ['/admin/orders', '/admin', ['/admin/orders', '/admin/products']],
  ] as const) {
    const { id, start_url, scope, display, icons, ...app } = await manifestOf(page);
    expect({ id, start_url, scope, display }).toEqual({
      id: start,
      start_url: start,
      scope: start,
      display: 'standalone',
    });
    expect(app.shortcuts.map(({ url }: { url: string }) => url)).toEqual(shortcuts);
    for (const url of [start, ...shortcuts]) expect((await as.visitor.get(url)).status(), url).toBe(200);
    for (const purpose of ['any', 'maskable']) {
      const sides = icons.filter((icon: { purpose: string }) => icon.purpose === purpose);
      expect(sides.map(({ sizes }: { sizes: string }) => sizes)).toEqual(['192x192', '512x512']);
      for (const { src, sizes } of sides) {
        const image = await (await as.visitor.get(src)).body();
        // Width and height of a PNG.
        expect(`${image.readUInt32BE(16)}x${image.readUInt32BE(20)}`, src).toBe(sizes);
      }
    }
  }
});
