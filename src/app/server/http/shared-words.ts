import { createRouterClient } from '@orpc/server';
import { galleryOf } from '#domains/catalog/images/gallery.ts';
import { countText } from '#domains/catalog/products/listing.ts';
import { shareVersion } from '#domains/catalog/products/share-version.ts';
import type { Category, Listing } from '#domains/catalog/shapes.ts';
import { explainPrice } from '#domains/promotions/explain-price.ts';
import { isActiveOn, priceOfProduct } from '#domains/promotions/price.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import type { Image } from '#shared/image.ts';
import { codeOf } from '#shared/messages.ts';
import { formatMoney, koboOfNaira } from '#shared/money.ts';
import { type Shared, sharedPath } from '#shared/share-image.ts';
import type { ShopInfo } from '#shared/shop.ts';
import type { AppRouter } from '../app-router.ts';

/** What a share image says today, and the images it shows. */
export interface SharedWords {
  name: string;
  label?: string | undefined;
  price?: string | undefined;
  listPrice?: string | undefined;
  reason?: string | undefined;
  url: string;
  images: Image[];
  /** What the page of a product has as `v` while the image shows this. */
  version?: string;
}

interface Deps {
  router: AppRouter;
  shop: Pick<ShopInfo, 'name' | 'tagline' | 'currency' | 'publicUrl'>;
  context: RequestContext;
}

/** As a visitor reads it now; null for a draft, a hidden category, an ended promotion and what does not exist. */
export async function wordsOfShared(shared: Shared, deps: Deps): Promise<SharedWords | null> {
  const { catalog } = createRouterClient(deps.router, { context: deps.context });
  const { currency, publicUrl } = deps.shop;
  const host = publicUrl.replace(/^https?:\/\//, '');

  if (shared.kind === 'product') {
    const found = await catalog.getProduct({ id: shared.id }).catch((error: unknown) => {
      if (['NOT_FOUND', 'BAD_INPUT'].includes(codeOf(error) ?? '')) return null;
      throw error;
    });
    if (!found) return null;
    const { product, today } = found;
    const price = priceOfProduct(product, shared.promotion, today);
    // Kept by others for longer than today.
    const why = product.soldOut ? null : explainPrice(price, { currency });
    return {
      name: product.name,
      label: product.category?.name,
      price: product.soldOut ? 'Sold out' : formatMoney(price.amount, currency),
      listPrice: why?.list,
      reason: why?.reason,
      // Nobody types the id of a product.
      url: host,
      images: galleryOf(product).slice(0, 1),
      version: shareVersion(product, price, deps.shop),
    };
  }

  if (shared.kind === 'shop') {
    const { name, tagline } = deps.shop;
    const { items } = await catalog.listProducts({ sort: 'featured', pageSize: 12 });
    return { name: tagline || name, url: host, images: imagesOf(items) };
  }

  const filter = shared.kind === 'category' ? { category: shared.slug } : { promotion: shared.code };
  const [shown, cheapest] = await Promise.all([
    catalog.listProducts({ ...filter, pageSize: 12 }),
    catalog.listProducts({ ...filter, soldOut: false, sort: 'price-low', pageSize: 1 }),
  ]);
  const lowest = lowestOf(cheapest, currency);
  const images = imagesOf(shown.items);
  if (shared.kind === 'promotion') {
    const { promotion, today } = shown;
    if (!promotion || !isActiveOn(promotion, today)) return null;
    const { code, promotionType, promotionValue } = promotion;
    const off =
      promotionType === 'percentage'
        ? `${promotionValue} % off`
        : `${formatMoney(koboOfNaira(promotionValue), currency)} off`;
    return {
      name: promotion.name,
      label: shown.total > 0 ? `${off} ${countText(shown.total, shown.capped)}` : off,
      ...lowest,
      url: `${host}${sharedPath({ kind: 'promotion', code })}`,
      images,
    };
  }
  if (!shown.category) return null;
  const { id, slug, name } = shown.category;
  // A list can be read by a hidden category too, which menus do not name.
  const visible = (await catalog.listCategories()).find((one: Category) => one.id === id);
  if (!visible) return null;
  return {
    name,
    label: shown.total > 0 ? countText(shown.total, shown.capped) : undefined,
    ...lowest,
    url: `${host}${sharedPath({ kind: 'category', slug })}`,
    images: visible.image ? [visible.image] : images,
  };
}

const imagesOf = (items: Listing['items']) => items.map(({ image }) => image).slice(0, 3);

/** The price of the first product. */
function lowestOf(
  { items: [first], promotion, today }: Listing,
  currency: string,
): Pick<SharedWords, 'price' | 'listPrice' | 'reason'> {
  if (!first) return {};
  const price = priceOfProduct(first, promotion?.code, today);
  const why = explainPrice(price, { currency });
  return {
    price: `from ${formatMoney(price.amount, currency)}`,
    listPrice: why?.list,
    reason: why?.reason,
  };
}
