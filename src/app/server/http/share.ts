import { createRouterClient } from '@orpc/server';
import { Hono } from 'hono';
import { explainPrice } from '#domains/promotions/explain-price.ts';
import { priceOfProduct } from '#domains/promotions/price.ts';
import type { ShareImages } from '#platform/images/share-images.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import { bytesAt, type Storage, stateOf, storagePathOf } from '#platform/storage/storage.ts';
import { whenStorageUnavailable } from '#platform/storage/storage-unavailable.ts';
import { QueueFull } from '#platform/work-queue.ts';
import { codeOf } from '#shared/messages.ts';
import { formatMoney } from '#shared/money.ts';
import type { ShopInfo } from '#shared/shop.ts';
import type { AppRouter } from '../app-router.ts';

export interface ShareDeps {
  router: AppRouter;
  storage: Storage;
  shareImages: ShareImages;
  shop: ShopInfo;
  visitor(requestId: string): RequestContext;
}

/**
 * GET /share/<product>.jpg: the product image for WhatsApp previews, with today's price, or the promotional price
 * with ?promotion=, or 'Sold out'. Pages link it with a `v` that changes with image and price.
 */
export function share(deps: ShareDeps): Hono<{ Variables: { requestId: string } }> {
  const app = new Hono<{ Variables: { requestId: string } }>();
  app.onError(whenStorageUnavailable);
  app.get('/share/:name{[0-9a-f-]{36}\\.jpg}', async (c) => {
    const client = createRouterClient(deps.router, { context: deps.visitor(c.get('requestId')) });
    const id = c.req.param('name').slice(0, 36);
    const found = await client.catalog.getProduct({ id }).catch((error: unknown) => {
      if (['NOT_FOUND', 'BAD_INPUT'].includes(codeOf(error) ?? '')) return null;
      throw error;
    });
    if (!found) return c.notFound();
    const { product, today } = found;
    const price = priceOfProduct(product, c.req.query('promotion'), today);
    const path = storagePathOf(product.image.url);
    const original = path === null ? null : await deps.storage.stat(path);
    const { currency } = deps.shop;
    // Kept by others for longer than today.
    const why = product.soldOut ? null : explainPrice(price, { currency });
    try {
      const jpeg = await deps.shareImages.draw({
        image: original && {
          state: stateOf(original),
          read: () => bytesAt(deps.storage, original.path),
        },
        name: product.name,
        price: product.soldOut ? 'Sold out' : formatMoney(price.amount, currency),
        listPrice: why?.list,
        reason: why?.reason,
        shopName: deps.shop.name,
      });
      return c.body(new Uint8Array(jpeg), 200, {
        'content-type': 'image/jpeg',
        'content-length': String(jpeg.length),
        'cache-control': 'public, max-age=86400',
      });
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      return c.text('Too many images are being made', 503, {
        'retry-after': '5',
        'cache-control': 'no-store',
      });
    }
  });
  return app;
}
