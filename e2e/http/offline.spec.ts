import { expect, send, test } from './shop.ts';

test('OFF-01 the worker is checked at each visit, loads nothing from elsewhere and stores no private page', async () => {
  const { status, headers, text } = await send('/sw.js');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  });
  expect(await send('/sw.js', { headers: { 'if-none-match': String(headers.etag) } })).toMatchObject({
    status: 304,
  });
  expect(text).not.toContain('http');
  const stored = [...text.matchAll(/\/assets\/[\w$.-]+\.(?:js|css)/g)].map(([path]) => path);
  expect(stored.length).toBeGreaterThan(10);
  for (const path of stored) expect((await send(path)).status, path).toBe(200);
  expect(stored.filter((path) => /admin|hero-slides|dashboard/.test(path))).toEqual([]);
});

test('OFF-01 every page that is stored says that it is the same for everyone', async ({ as, db }) => {
  const { rows } = await db.query('select id from products limit 1');
  for (const path of [
    '/',
    '/about',
    '/contact',
    '/wishlist',
    '/checkout',
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
