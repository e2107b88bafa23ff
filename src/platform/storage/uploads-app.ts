import { Hono } from 'hono';
import { limitedReads } from './limited-reads.ts';
import { CACHE_CONTROL, type Storage, storagePathOf } from './storage.ts';
import { whenStorageUnavailable } from './storage-unavailable.ts';

/** Half of the connections to a store (s3-calls.ts): resized images and uploads have the others. */
const LIMITS = { atOnce: 100, idleMs: 60_000 };

/**
 * GET and HEAD of `/uploads/*`: only images, only as images. Anything else is 404; 503 if the storage is unavailable or
 * too many clients read.
 */
export function uploadsApp(storage: Storage, limits = LIMITS): Hono {
  const app = new Hono();
  const read = limitedReads(storage, limits);
  app.onError(whenStorageUnavailable);
  app.get('/uploads/*', async (c) => {
    const path = storagePathOf(c.req.path);
    const file = path === null ? null : await storage.stat(path);
    if (!file) return c.text('Not found', 404);
    const headers = new Headers({
      'content-type': file.contentType,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      'cache-control': CACHE_CONTROL,
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
    const opened = await read(file.path);
    if (!opened) return c.text('Not found', 404);
    // It may have been replaced since the metadata was read.
    headers.set('content-length', String(opened.size));
    return new Response(opened.stream, { headers });
  });
  return app;
}
