import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { routePattern } from './route-pattern.ts';

test.each([
  ['GET', '/', '/'],
  ['GET', '/products', '/products'],
  ['GET', '/products/018f0000-0000-7000-8000-000000000001', '/products/:id'],
  ['GET', '/products/anything', 'other'],
  ['POST', '/api/rpc/orders/submit', '/api/rpc/orders/submit'],
  ['POST', '/api/rpc/orders/nothing', 'other'],
  ['GET', '/api/v1/products/018f0000-0000-7000-8000-000000000001', '/api/v1/products/{id}'],
  ['GET', '/api/v1/admin/messages/totals', '/api/v1/admin/messages/totals'],
  ['BREW', '/api/v1/products', 'other'],
  ['GET', '/uploads/product-images/1/2.jpg', '/uploads/*'],
  ['GET', '/admin', '/admin/*'],
  ['GET', '/admin/orders/1', '/admin/*'],
  ['POST', '/api/auth/sign-in/email', '/api/auth/*'],
  ['GET', '/constructor', 'other'],
])('%s %s counts as %s', (method, path, pattern) => {
  expect(routePattern(method, path)).toBe(pattern);
});

test('a million unknown paths map to a handful of routes', () => {
  const seen = new Set<string>();
  const rooms = ['', 'products/', 'api/rpc/orders/', 'api/v1/', 'img/', 'admin/', 'api/auth/', 'uploads/'];
  const id = randomUUID();
  for (let n = 0; n < 1_000_000; n++) seen.add(routePattern('GET', `/${rooms[n % rooms.length]}${id}${n}`));
  expect([...seen].sort()).toEqual(['/admin/*', '/api/auth/*', '/img/*', '/uploads/*', 'other']);
});
