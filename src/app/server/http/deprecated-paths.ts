/** A current operation of the documented API and its path in the previous version. Paths below /api/v1. */
export interface Deprecation {
  was: { method: string; path: string };
  now: { method: string; path: string };
}

/** Operations for staff that were not below /admin. */
const NOW_BELOW_ADMIN = [
  'POST /products',
  'PUT /products/{id}',
  'DELETE /products/{id}',
  'PUT /products/{id}/featured',
  'GET /products/{productId}/images',
  'POST /products/{productId}/images',
  'PUT /products/{productId}/images',
  'DELETE /product-images/{id}',
  'PUT /product-images/{id}/primary',
  'POST /products/import',
  'POST /products/import/preview',
  'DELETE /products/imports/{idempotencyKey}',
  'POST /promotions',
  'GET /promotions/{id}',
  'PATCH /promotions/{id}',
  'DELETE /promotions/{id}',
  'GET /promotions/{promotionId}/assignable-products',
  'GET /promotions/{promotionId}/assignable-products/ids',
  'GET /promotions/{promotionId}/products',
  'PATCH /promotions/{promotionId}/products',
  'PUT /orders/{id}/status',
  'DELETE /order-items/{id}',
  'GET /users',
  'GET /users/totals',
  'PATCH /users/{id}/role',
  'PATCH /users/{id}/ban',
].map((was) => [was, was.replace(' ', ' /admin')]);

/** Removed one version after they moved. */
export const DEPRECATIONS: readonly Deprecation[] = [
  ['GET /admin/journal', 'GET /admin/audit-events'],
  ['GET /me/ways-in', 'GET /me/sign-in-methods'],
  ['POST /me/sessions/end-others', 'DELETE /me/sessions'],
  ['POST /me/address', 'POST /me/email'],
  ['PUT /me/address', 'PUT /me/email'],
  ['POST /me/delete', 'DELETE /me'],
  ['GET /promotions', 'GET /admin/promotions/all'],
  ...NOW_BELOW_ADMIN,
].map(([was, now]) => ({ was: operationOf(was!), now: operationOf(now!) }));

/** Date of the move: RFC 9745, seconds since 1970. */
const SINCE = '@1795305600';

function operationOf(text: string): Deprecation['was'] {
  const [method = '', path = ''] = text.split(' ');
  return { method, path };
}

const MOVED = DEPRECATIONS.map(({ was, now }) => ({
  method: was.method,
  pattern: new RegExp(`^/api/v1${was.path.replace(/\{(\w+)\}/g, '(?<$1>[\\w-]{36})')}$`),
  isLiteral: !was.path.includes('{'),
  now,
})).sort((a, b) => Number(b.isLiteral) - Number(a.isLiteral));

/** The current operation of a request; null if its path has not moved. */
export function movedOperation(method: string, pathname: string): { method: string; path: string } | null {
  for (const moved of MOVED) {
    const found = moved.method === method && moved.pattern.exec(pathname);
    if (!found) continue;
    const path = moved.now.path.replace(/\{(\w+)\}/g, (_, name: string) => found.groups![name]!);
    return { method: moved.now.method, path: `/api/v1${path}` };
  }
  return null;
}

/** Rewrites the request to the current path and returns the deprecation headers; null if the path has not moved. */
export function movedRequest(request: Request): { request: Request; headers: Record<string, string> } | null {
  const url = new URL(request.url);
  const now = movedOperation(request.method, url.pathname);
  if (!now) return null;
  url.pathname = now.path;
  return {
    request: new Request(url, {
      method: now.method,
      headers: request.headers,
      signal: request.signal,
      ...(request.body && { body: request.body, duplex: 'half' }),
    }),
    headers: { deprecation: SINCE, link: `<${now.path}>; rel="successor-version"` },
  };
}
