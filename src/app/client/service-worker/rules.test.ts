import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cachesToDelete, imagesToDelete, isOfBuild, isSearch, keyOf, kindOf, mayStore } from './rules.ts';

const SHOP = 'https://shop.example';
const ID = '0198a6f2-7c41-7d3e-9b52-0f6f3c1d2e4a';
const kind = (path: string, over: Partial<Parameters<typeof kindOf>[0]> = {}) =>
  kindOf({ method: 'GET', url: SHOP + path, mode: 'cors', referrer: `${SHOP}/products`, ...over }, SHOP);
const document = (path: string) => kind(path, { mode: 'navigate' });

test('OFF-01 only public pages are stored', () => {
  for (const path of [
    '/',
    '/about',
    '/cart',
    '/wishlist',
    '/checkout',
    '/products?page=2',
    `/products/${ID}?promotion=A`,
  ])
    expect(document(path), path).toBe('page');
  for (const path of [
    '/account',
    '/account/security',
    '/orders',
    `/orders/${ID}`,
    '/auth?next=%2F',
    '/products/7',
  ])
    expect(document(path), path).toBe('private page');
  for (const path of [
    '/admin',
    '/admin/orders',
    '/preview/2026-11-30.1.x/products',
    '/api/my-data',
    '/dev/mailbox/',
  ])
    expect(document(path), path).toBeNull();
  expect(document('/sitemap.xml')).toBeNull();
  // A page of another name is not public because it begins like one.
  expect(document('/checkout/x')).toBe('private page');
  expect(document('/administration')).toBe('private page');
});

test('OFF-01 of the API only public reads are stored, and nothing for pages of an account or the staff', () => {
  expect(kind('/api/rpc/catalog/getProduct?data=%7B%7D')).toBe('read');
  for (const path of [
    '/api/rpc/orders/listMine',
    '/api/rpc/accounts/me',
    '/api/auth/get-session',
    '/api/v1/products',
    // With each letter.
    '/api/rpc/catalog/suggest?data=%7B%22json%22%3A%7B%22search%22%3A%22g%22%7D%7D',
  ])
    expect(kind(path), path).toBeNull();
  expect(kind('/api/rpc/catalog/getProduct', { method: 'POST' })).toBeNull();
  expect(kind('/preview/2026-11-30.1.x/api/rpc/catalog/getProduct')).toBeNull();
  for (const page of ['/admin/products', '/admin', '/account', `/orders/${ID}`, '/preview/2026-11-30.1.x/']) {
    const from = { referrer: SHOP + page };
    expect(kind('/api/rpc/catalog/getProduct', from), page).toBeNull();
    expect(kind('/img/320/avif/uploads/a/b.jpg', from), page).toBeNull();
  }
  expect(kind('/img/320/avif/uploads/a/b.jpg')).toBe('image');
  expect(kind('/assets/frame-x.js')).toBe('file');
  expect(
    kindOf({ method: 'GET', url: 'https://tiles.example/assets/1.png', mode: 'cors', referrer: '' }, SHOP),
  ).toBeNull();
});

test('OFF-01 an answer is stored only if it is whole and meant for everyone', () => {
  const answer = (
    control: string | null,
    over: Partial<Record<'status' | 'type' | 'redirected' | 'headers', unknown>> = {},
  ) =>
    mayStore({
      status: 200,
      type: 'basic',
      redirected: false,
      headers: new Headers(control === null ? {} : { 'cache-control': control }),
      ...over,
    } as Response);
  expect(answer('public, max-age=0, must-revalidate')).toBe(true);
  for (const control of [null, 'no-store', 'private', 'public, no-store', 'max-age=60'])
    expect(answer(control), String(control)).toBe(false);
  const marked = new Headers({ 'cache-control': 'no-store', 'x-offline-copy': 'yes' });
  expect(answer(null, { headers: marked })).toBe(true);
  expect(answer(null, { headers: marked, status: 503 })).toBe(false);
  for (const over of [{ status: 206 }, { status: 404 }, { type: 'opaque' }, { redirected: true }])
    expect(answer('public', over)).toBe(false);
});

test('OFF-02 searches are told from lists', () => {
  const read = (input: object) =>
    `${SHOP}/api/rpc/catalog/listProducts?data=${encodeURIComponent(JSON.stringify({ json: input }))}`;
  expect(isSearch(`${SHOP}/products?search=gele`)).toBe(true);
  expect(isSearch(read({ search: 'gele' }))).toBe(true);
  expect(isSearch(`${SHOP}/products?category=gele`)).toBe(false);
  expect(isSearch(read({ category: 'gele' }))).toBe(false);
});

test('OFF-01 a page belongs to a build if all of its scripts and styles do', () => {
  const files = new Set(['/assets/frame-a.js', '/assets/styles-a.css']);
  const page = (...paths: string[]) => paths.map((path) => `<link href="${path}">`).join('');
  expect(isOfBuild(page('/assets/frame-a.js', '/assets/styles-a.css', '/favicon.svg'), files)).toBe(true);
  expect(isOfBuild(page('/assets/frame-b.js', '/assets/styles-a.css'), files)).toBe(false);
  // A page of a Wi-Fi network that wants a sign-in.
  expect(isOfBuild('<h1>Welcome to the hotel</h1>', files)).toBe(false);
});

test('OFF-01 images stay within their budget, and the oldest go first', () => {
  const images = fc.array(fc.record({ key: fc.string(), bytes: fc.nat(3_000_000) }));
  fc.assert(
    fc.property(images, fc.nat(25 * 1024 * 1024), (stored, most) => {
      const out = imagesToDelete(stored, most);
      const bytes = (of: typeof stored) => of.reduce((sum, image) => sum + image.bytes, 0);
      expect(out).toEqual(stored.slice(0, out.length).map(({ key }) => key));
      expect(bytes(stored.slice(out.length))).toBeLessThanOrEqual(most);
      // Not one more than needed.
      if (out.length > 0) expect(bytes(stored.slice(out.length - 1))).toBeGreaterThan(most);
    }),
  );
  expect(imagesToDelete([{ key: 'a', bytes: 25 * 1024 * 1024 }])).toEqual([]);
  expect(imagesToDelete([{ key: 'a', bytes: 25 * 1024 * 1024 + 1 }])).toEqual(['a']);
});

test('OFF-01 the build before stays whole, older ones go, and other caches are left alone', () => {
  const of = (build: string) => [`shop-files-${build}`, `shop-pages-${build}`];
  const names = [...of('1'), 'shop-images', ...of('2'), 'another', ...of('3')];
  const files = (...builds: string[]) => builds.map((build) => `shop-files-${build}`);
  expect(cachesToDelete(names, files('1', '2', '3'), '3')).toEqual(of('1'));
  expect(cachesToDelete(of('3'), files('3'), '3')).toEqual([]);
  // The installation of 2 failed.
  expect(cachesToDelete(names, files('1', '3'), '3')).toEqual(of('2'));
  // All others were installed by a worker that did not store the entry.
  expect(cachesToDelete(names, files('3'), '3')).toEqual(of('1'));
});

test('OFF-01 a page that its parameters do not change is stored once', () => {
  expect(keyOf(`${SHOP}/?utm_source=status#top`)).toBe(`${SHOP}/`);
  expect(keyOf(`${SHOP}/products?page=2#a`)).toBe(`${SHOP}/products?page=2`);
});
