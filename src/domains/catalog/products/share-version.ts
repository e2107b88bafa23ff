import type { EffectivePrice } from '#domains/promotions/price.ts';
import type { ShopInfo } from '#shared/shop.ts';
import type { Product } from '../shapes.ts';

/** A short hash of the text, for URLs that change with their content. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Changes with everything that the share image of a product shows at this price. */
export const shareVersion = (
  { name, category, image, soldOut }: Pick<Product, 'name' | 'category' | 'image' | 'soldOut'>,
  price: EffectivePrice,
  shop: Pick<ShopInfo, 'name' | 'currency'> | undefined,
) =>
  fingerprint(JSON.stringify([name, category?.name, image.url, soldOut, price, shop?.name, shop?.currency]));
