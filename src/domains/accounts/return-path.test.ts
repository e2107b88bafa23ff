import { expect, test } from 'vitest';
import { adminReturnPath, returnPath } from './return-path.ts';

test.each([
  ['/checkout', '/checkout'],
  ['/products?category=gele&page=2#list', '/products?category=gele&page=2#list'],
  ['/orders/0190-1', '/orders/0190-1'],
])('OPEN-36 the return path %s is accepted', (value, path) => {
  expect(returnPath(value)).toBe(path);
});

test.each([
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '\\\\evil.test',
  'javascript:alert(1)',
  'checkout',
  '',
  '/auth',
  '/auth?next=/auth',
  `/${'x'.repeat(600)}`,
  undefined,
  null,
  7,
  ['/checkout'],
])('OPEN-36 the return path %j becomes the front page', (value) => {
  expect(returnPath(value)).toBe('/');
});

test('OPEN-36 dot segments cannot escape', () => {
  expect(returnPath('/../..//evil.test')).toBe('/');
  expect(returnPath('/a/../checkout')).toBe('/checkout');
});

test.each([
  ['/admin/orders/0190-1', '/admin/orders/0190-1'],
  ['/admin/products?search=gele&page=2', '/admin/products?search=gele&page=2'],
  ['/admin', '/admin'],
  ['/admin/login', '/admin'],
  ['/admin/login?next=/admin/login', '/admin'],
  ['/checkout', '/admin'],
  ['/administration', '/admin'],
  ['/admin/../checkout', '/admin'],
  ['//evil.test/admin', '/admin'],
  ['https://evil.test/admin/orders', '/admin'],
  [undefined, '/admin'],
])('ADM-LOGIN-10 OPEN-36 a request for %s redirects to %s', (value, path) => {
  expect(adminReturnPath(value)).toBe(path);
});
