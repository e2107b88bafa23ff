import { Hono } from 'hono';
import { IMAGE_FORMATS, IMAGE_WIDTHS } from '#shared/image-url.ts';
import { CACHE_CONTROL as AN_HOUR, storagePathOf } from '../storage/storage.ts';
import { whenStorageUnavailable } from '../storage/storage-unavailable.ts';
import { QueueFull } from '../work-queue.ts';
import { type Images, ImageUnfinished } from './image-widths.ts';

/** See docs/decisions/0007: within a bucket a path is used for one image only. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** GET and HEAD of `/img/<width>/<format>/uploads/…`. Unknown widths, formats and originals are 404. */
export function imagesApp(images: Images): Hono {
  const app = new Hono();
  app.onError(whenStorageUnavailable);
  app.get('/img/:width/:format/uploads/*', async (c) => {
    const width = IMAGE_WIDTHS.find((known) => String(known) === c.req.param('width'));
    const format = IMAGE_FORMATS.find((known) => known === c.req.param('format'));
    if (!width || !format) return c.text('Not found', 404);
    const path = storagePathOf(c.req.path.slice(`/img/${width}/${format}`.length));
    if (path === null) return c.text('Not found', 404);
    try {
      const variant = await images.variant(path, width, format);
      if (!variant) return c.text('Not found', 404);
      const etag = `"${variant.hash}"`;
      const headers = {
        'cache-control': path.includes('/') ? FOR_EVER : AN_HOUR,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'",
        etag,
      };
      const known = c.req.header('if-none-match')?.split(',') ?? [];
      if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
        return new Response(null, { status: 304, headers });
      }
      return new Response(c.req.method === 'HEAD' ? null : (variant.bytes as Buffer<ArrayBuffer>), {
        headers: {
          ...headers,
          'content-type': variant.contentType,
          'content-length': String(variant.bytes.length),
        },
      });
    } catch (error) {
      if (!(error instanceof QueueFull || error instanceof ImageUnfinished)) throw error;
      return c.text('The image cannot be made right now', 503, {
        'retry-after': '2',
        'cache-control': 'no-store',
      });
    }
  });
  return app;
}
