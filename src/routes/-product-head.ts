import { galleryOf } from '#domains/catalog/images/gallery.ts';
import type { Product } from '#domains/catalog/shapes.ts';
import { priceOfProduct } from '#domains/promotions/price.ts';
import type { Day } from '#shared/dates.ts';
import { excerpt } from '#shared/excerpt.ts';
import { formatMoney, textOfKobo } from '#shared/money.ts';
import type { ShopInfo } from '#shared/shop.ts';
import { fingerprint, pageHead } from './-head.ts';

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
  const version = fingerprint(
    `${product.name}|${price.amount}|${price.list}|${price.endDate ?? ''}|${product.image.url}${product.soldOut ? '|sold out' : ''}`,
  );
  const path = `/products/${product.id}`;
  const url = `${shop?.publicUrl}${path}`;
  const promotional = price.code === null ? '' : `promotion=${encodeURIComponent(price.code)}&`;
  return pageHead({
    shop,
    title: product.name,
    description: excerpt(
      `${product.soldOut ? 'Sold out. ' : ''}${formatMoney(price.amount, shop?.currency)}. ${product.description}`,
    ),
    path,
    image: `/share/${product.id}.jpg?${promotional}v=${version}`,
    type: 'product',
    jsonLd: [
      {
        '@type': 'Product',
        name: product.name,
        description: product.description,
        image: galleryOf(product).map((image) => `${shop?.publicUrl}${image.url}`),
        category: product.category?.name,
        offers: {
          '@type': 'Offer',
          url,
          price: textOfKobo(price.amount),
          priceCurrency: shop?.currency,
          availability: `https://schema.org/${product.soldOut ? 'SoldOut' : 'InStock'}`,
        },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { name: 'The shop', item: `${shop?.publicUrl}/products` },
          ...(product.category
            ? [
                {
                  name: product.category.name,
                  item: `${shop?.publicUrl}/products?category=${encodeURIComponent(product.category.slug)}`,
                },
              ]
            : []),
          { name: product.name, item: url },
        ].map((link, place) => ({ '@type': 'ListItem', position: place + 1, ...link })),
      },
    ],
  });
}
