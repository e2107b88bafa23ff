import { type Context, Hono } from 'hono';
import { networkOf } from '#platform/auth/limits/network.ts';
import { type ShareImages, type ShareImageWish, stateOfWish } from '#platform/images/share-images.ts';
import type { Limits } from '#platform/limits/limits.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import { bytesAt, type Storage, stateOf, storagePathOf } from '#platform/storage/storage.ts';
import { whenStorageUnavailable } from '#platform/storage/storage-unavailable.ts';
import { QueueFull } from '#platform/work-queue.ts';
import type { Image } from '#shared/image.ts';
import { SHARE_FORMATS, type Shared, type ShareFormat } from '#shared/share-image.ts';
import type { ShopInfo } from '#shared/shop.ts';
import type { AppRouter } from '../app-router.ts';
import { refusalOf } from './file-response.ts';
import type { RequestVariables } from './request-variables.ts';
import { wordsOfShared } from './shared-words.ts';

export interface ShareDeps {
  router: AppRouter;
  storage: Storage;
  shareImages: ShareImages;
  limits: Pick<Limits, 'take'>;
  shop: ShopInfo;
  visitor(requestId: string): RequestContext;
}

type Request = Context<{ Variables: RequestVariables }>;

/** Images drawn for each address, each minute: a crawler reads many links at once. */
const DRAWN_PER_MINUTE = 60;

/**
 * GET /share/<product>.jpg, /share/categories/<slug>.jpg, /share/promotions/<code>.jpg and /share/shop.jpg: what a link
 * of it shows in WhatsApp, with today's price, or the promotional price with ?promotion=, or 'Sold out'; with
 * ?format=status or square an image to be posted. Pages link it with a `v` that changes with what it shows. With that `v`
 * it may be kept for a day, with any other or none it is revalidated.
 */
export function share(deps: ShareDeps): Hono<{ Variables: RequestVariables }> {
  const app = new Hono<{ Variables: RequestVariables }>();
  app.onError(whenStorageUnavailable);

  async function answer(c: Request, shared: Shared) {
    const format = c.req.query('format') ?? 'link';
    if (!Object.hasOwn(SHARE_FORMATS, format)) return c.notFound();
    const shown = await wordsOfShared(shared, { ...deps, context: deps.visitor(c.get('requestId')) });
    if (!shown) return c.notFound();
    const { version, ...words } = shown;
    const images = (await Promise.all(words.images.map(original))).flatMap((image) => image ?? []);
    const wish = { ...words, images, format: format as ShareFormat, shopName: deps.shop.name };
    const headers = {
      etag: `"${stateOfWish(wish)}"`,
      'cache-control': version && c.req.query('v') === version ? 'public, max-age=86400' : 'public, no-cache',
    };
    const known = c.req.header('if-none-match')?.split(',') ?? [];
    if (known.some((one) => one.trim().replace(/^W\//, '') === headers.etag))
      return c.body(null, 304, headers);
    try {
      const jpeg = (await deps.shareImages.cached(wish)) ?? (await draw(c.get('address'), wish));
      return c.body(new Uint8Array(jpeg), 200, {
        ...headers,
        'content-type': 'image/jpeg',
        'content-length': String(jpeg.length),
      });
    } catch (error) {
      if (!(error instanceof QueueFull)) return refusalOf(error);
      return c.text('Too many images are being made', 503, {
        'retry-after': '5',
        'cache-control': 'no-store',
      });
    }
  }

  async function draw(address: string, wish: ShareImageWish): Promise<Buffer> {
    await deps.limits.take(`share:${address}`, DRAWN_PER_MINUTE, 60);
    return deps.shareImages.draw(wish, networkOf(address));
  }

  async function original({ url }: Image): Promise<ShareImageWish['images'][number] | null> {
    const path = storagePathOf(url);
    const file = path === null ? null : await deps.storage.stat(path);
    return file && { state: stateOf(file), read: () => bytesAt(deps.storage, file.path) };
  }

  const named = (c: Request) => (c.req.param('name') ?? '').slice(0, -'.jpg'.length);
  app.get('/share/:name{[0-9a-f-]{36}\\.jpg}', (c) =>
    answer(c, { kind: 'product', id: named(c), promotion: c.req.query('promotion') }),
  );
  app.get('/share/shop.jpg', (c) => answer(c, { kind: 'shop' }));
  app.get('/share/categories/:name{[^/]{1,200}\\.jpg}', (c) =>
    answer(c, { kind: 'category', slug: named(c) }),
  );
  app.get('/share/promotions/:name{[^/]{1,40}\\.jpg}', (c) =>
    answer(c, { kind: 'promotion', code: named(c) }),
  );
  return app;
}
