import { Hono } from 'hono';
import { pathOfAddress, type Storage } from './storage.ts';

/** Seconds an upload may be kept; the address of a picture is never used for another one. */
const CACHE_SECONDS = 3600;

/** GET and HEAD of `/uploads/*`: only pictures, only as pictures. Anything else is 404. */
export function uploadsApp(storage: Storage): Hono {
  const app = new Hono();
  app.get('/uploads/*', async (c) => {
    const path = pathOfAddress(c.req.path);
    const file = path === null ? null : await storage.stat(path);
    if (!file) return c.text('Not found', 404);
    const headers = new Headers({
      'content-type': file.contentType,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      'cache-control': `public, max-age=${CACHE_SECONDS}`,
      etag: `"${file.size.toString(36)}-${file.modified.getTime().toString(36)}"`,
      'last-modified': file.modified.toUTCString(),
    });
    const known = c.req.header('if-none-match')?.split(',') ?? [];
    if (known.some((tag) => tag.trim().replace(/^W\//, '') === headers.get('etag'))) {
      headers.delete('content-type');
      return new Response(null, { status: 304, headers });
    }
    headers.set('content-length', String(file.size));
    if (c.req.method === 'HEAD') return new Response(null, { headers });
    const opened = await storage.get(file.path);
    if (!opened) return c.text('Not found', 404);
    // It may have been replaced since it was looked at.
    headers.set('content-length', String(opened.size));
    return new Response(opened.stream, { headers });
  });
  return app;
}
