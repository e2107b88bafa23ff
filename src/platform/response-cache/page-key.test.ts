import { expect, test } from 'vitest';
import { type CachedPath, pageKey } from './page-key.ts';

const table: CachedPath[] = [
  { path: '/' },
  {
    path: '/products',
    parameters: {
      category: (value) => (/^[a-z0-9-]{1,120}$/.test(value) ? value : null),
      sort: (value) => (['newest', 'name'].includes(value) ? value : null),
      page: (value) => (/^[1-9]\d{0,5}$/.test(value) && value !== '1' ? value : null),
    },
    unstored: ['search'],
  },
  { path: /^\/products\/[0-9a-f-]{36}$/, parameters: { promotion: (value) => value.toUpperCase() } },
];
const id = '0199a8e4-0000-7000-8000-000000000000';

test.each([
  ['/', '/'],
  ['/?utm_source=whatsapp', '/'],
  ['/products', '/products'],
  ['/products?page=2&category=agbada', '/products?category=agbada&page=2'],
  ['/products?category=agbada&page=2', '/products?category=agbada&page=2'],
  ['/products?page=1', '/products'],
  ['/products?page=abc&sort=zzz', '/products'],
  ['/products?page=-1&utm_source=x', '/products'],
  ['/products?page=2&page=3', '/products?page=2'],
  ['/products?search=', '/products'],
  ['/products?search=%20', '/products'],
  ['/products?search=lace', null],
  ['/products?search=&search=lace', null],
  [`/products/${id}`, `/products/${id}`],
  [`/products/${id}?promotion=eid&fbclid=1`, `/products/${id}?promotion=EID`],
  ['/products/1', null],
  ['/checkout', null],
  ['//products', null],
])('the key of %s is %s', (url, key) => {
  expect(pageKey(new URL(`http://evil.example${url}`), table)).toBe(key);
});

test('a million URLs with an unknown parameter have one key', () => {
  const keys = new Set<string | null>();
  for (let n = 0; n < 10_000; n++) keys.add(pageKey(new URL(`http://x/products?utm_source=${n}`), table));
  expect([...keys]).toEqual(['/products']);
});
