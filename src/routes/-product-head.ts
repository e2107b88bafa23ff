import { galleryOf } from '#domains/catalog/images/gallery.ts';
import { shareVersion } from '#domains/catalog/products/share-version.ts';
import type { Product } from '#domains/catalog/shapes.ts';
import { type EffectivePrice, priceOfProduct } from '#domains/promotions/price.ts';
import type { Day } from '#shared/dates.ts';
import { excerpt } from '#shared/excerpt.ts';
import { formatMoney, textOfKobo } from '#shared/money.ts';
import { shareImagePath } from '#shared/share-image.ts';
import type { ShopInfo } from '#shared/shop.ts';
import { organizationJsonLd } from './-frame/shop-contact.ts';
import { breadcrumbJsonLd, categoryPath, pageHead } from './-head.ts';

/**
 * A product's title, description and preview for users, search engines and WhatsApp; with `code` at its
 * promotional price.
 */
export function productHead(
  shop: ShopInfo | undefined,
  product: Product,
  code: string | undefined,
  today: Day,
) {
  const price = priceOfProduct(product, code, today);
  const version = shareVersion(product, price, shop);
  const path = `/products/${product.id}`;
  return pageHead({
    shop,
    title: product.name,
    description: excerpt(
      `${product.soldOut ? 'Sold out. ' : ''}${formatMoney(price.amount, shop?.currency)}. ${product.description}`,
    ),
    path,
    image: shareImagePath({ kind: 'product', id: product.id, promotion: price.code }, 'link', version),
    type: 'product',
    jsonLd: shop ? [productJsonLd(shop, product, price), crumbs(shop, product)] : [],
  });
}

/**
 * A product with its offer at this price: new, of the shop's own brand, valid until the last day of its promotion. The
 * usual price has no such day, also while a promotion runs, whose price is another offer with a URL of its own. What the
 * shop does not know (numbers of manufacturers, ratings, delivery) is absent.
 */
function productJsonLd(shop: ShopInfo, product: Product, price: EffectivePrice): Record<string, unknown> {
  const { category, description, id, name, soldOut } = product;
  const url = `${shop.publicUrl}/products/${id}`;
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name,
    ...(description && { description }),
    image: galleryOf(product).map((image) => `${shop.publicUrl}${image.url}`),
    sku: id,
    brand: { '@type': 'Brand', name: shop.name },
    ...(category && { category: category.name }),
    offers: {
      '@type': 'Offer',
      url: price.code === null ? url : `${url}?promotion=${encodeURIComponent(price.code)}`,
      price: textOfKobo(price.amount),
      priceCurrency: shop.currency,
      ...(price.endDate && { priceValidUntil: price.endDate }),
      availability: `https://schema.org/${soldOut ? 'SoldOut' : 'InStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      seller: organizationJsonLd(shop),
    },
  };
}

const crumbs = (shop: ShopInfo, { category, id, name }: Product) =>
  breadcrumbJsonLd(shop, [
    ...(category ? [{ name: category.name, path: categoryPath(category.slug) }] : []),
    { name, path: `/products/${id}` },
  ]);
