import { expect, test } from 'vitest';
import { declaredLimit } from './body-limits.ts';
import { DEPRECATIONS, movedOperation } from './deprecated-paths.ts';
import { routePattern } from './route-pattern.ts';

const ID = '018f0000-0000-7000-8000-000000000001';

test.each([
  ['POST', '/products', '/admin/products'],
  ['PUT', `/products/${ID}/images`, `/admin/products/${ID}/images`],
  ['GET', '/promotions', '/admin/promotions/all'],
  ['GET', `/promotions/${ID}`, `/admin/promotions/${ID}`],
  ['GET', '/users/totals', '/admin/users/totals'],
])('%s %s has moved to %s', (method, was, path) => {
  expect(movedOperation(method, `/api/v1${was}`)).toEqual({ method, path: `/api/v1${path}` });
});

test.each([
  ['GET', '/products'],
  ['GET', '/promotions/active'],
  ['POST', '/products/by-ids'],
])('%s %s stays', (method, path) => {
  expect(movedOperation(method, `/api/v1${path}`)).toBeNull();
});

test('every deprecated path leads to an operation of the contract', () => {
  for (const { now } of DEPRECATIONS) {
    const path = `/api/v1${now.path.replace(/\{\w+\}/g, ID)}`;
    expect(routePattern(now.method, path), path).toBe(`/api/v1${now.path}`);
  }
});

test('an upload to its old path has the body limit of the operation', () => {
  const now = movedOperation('POST', `/api/v1/products/${ID}/images`)!;
  expect(declaredLimit(now.method, now.path)).toBe(6 * 1024 * 1024);
});
