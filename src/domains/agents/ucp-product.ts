import { type FeedShop, feedItemsOf } from '#domains/catalog/feeds/feed-item.ts';
import type { Product } from '#domains/catalog/shapes.ts';
import type { Day } from '#shared/dates.ts';
import { excerpt } from '#shared/excerpt.ts';
import { type Kobo, koboOfNaira } from '#shared/money.ts';

/** Maximum length of a description in an answer with many products. */
const SHORT = 500;

export type UcpProduct = ReturnType<ReturnType<typeof ucpProductsOf>>['product'];

/**
 * Makes products of the protocol of products of the API, as they are offered on this day: with the promotion whose
 * price their link then shows. Amounts are in kobo. A product is its only variant, with the same id.
 */
export function ucpProductsOf(shop: FeedShop, today: Day) {
  const itemOf = feedItemsOf(shop, today);
  const money = (amount: Kobo) => ({ amount, currency: shop.currency });

  return (product: Product, isWhole = false) => {
    const { promotion, image, images } = product;
    const item = itemOf({
      ...product,
      price: koboOfNaira(product.price),
      promotion: promotion && { ...promotion, promotionValue: koboOfNaira(promotion.promotionValue) },
      categoryPath: [],
      images: [...new Set([image.url, ...images.map(({ url }) => url)])],
    });
    const price = item.sale?.price ?? item.price;
    const list = item.sale ? money(item.price) : undefined;
    const description = { plain: isWhole ? item.description : excerpt(item.description, SHORT) };
    const variant = {
      id: product.id,
      title: item.title,
      description,
      price: money(price),
      ...(list && { list_price: list }),
      availability: { available: !item.soldOut, status: item.soldOut ? 'out_of_stock' : 'in_stock' },
    };
    return {
      price,
      image: item.images[0],
      product: {
        id: product.id,
        title: item.title,
        description,
        url: item.link,
        ...(product.category && { categories: [{ value: product.category.slug, taxonomy: 'merchant' }] }),
        price_range: { min: money(price), max: money(price) },
        ...(list && { list_price_range: { min: list, max: list } }),
        media: item.images.map((url) => ({ type: 'image', url, alt_text: item.title })),
        variants: [variant],
        ...(item.sale &&
          promotion && { metadata: { promotion: { code: promotion.code, last_day: promotion.endDate } } }),
      },
    };
  };
}
