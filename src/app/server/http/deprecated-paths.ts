/** A current operation of the documented API and its path in the previous version. Paths below /api/v1. */
export interface Deprecation {
  was: { method: string; path: string };
  now: { method: string; path: string };
}

/** Removed one version after they moved. */
export const DEPRECATIONS: readonly Deprecation[] = [
  ['GET /admin/journal', 'GET /admin/audit-events'],
  ['GET /me/ways-in', 'GET /me/sign-in-methods'],
  ['POST /me/sessions/end-others', 'DELETE /me/sessions'],
  ['POST /me/address', 'POST /me/email'],
  ['PUT /me/address', 'PUT /me/email'],
  ['POST /me/delete', 'DELETE /me'],
].map(([was, now]) => ({ was: operationOf(was!), now: operationOf(now!) }));

/** Date of the move: RFC 9745, seconds since 1970. */
const SINCE = '@1795305600';

function operationOf(text: string): Deprecation['was'] {
  const [method = '', path = ''] = text.split(' ');
  return { method, path };
}

/** Rewrites the request to the current path and returns the deprecation headers; null if the path has not moved. */
export function movedRequest(request: Request): { request: Request; headers: Record<string, string> } | null {
  const url = new URL(request.url);
  const found = DEPRECATIONS.find(
    ({ was }) => was.method === request.method && `/api/v1${was.path}` === url.pathname,
  );
  if (!found) return null;
  const { method, path } = found.now;
  url.pathname = `/api/v1${path}`;
  return {
    request: new Request(url, {
      method,
      headers: request.headers,
      signal: request.signal,
      ...(request.body && { body: request.body, duplex: 'half' }),
    }),
    headers: { deprecation: SINCE, link: `</api/v1${path}>; rel="successor-version"` },
  };
}
