import { columnKey } from './column-key.ts';

/** The columns that only the export of one shop system has together, as keys; several where its names changed. */
const SHOPS = {
  Shopify: [
    ['handle', 'title', 'body html', 'variant price'],
    ['url handle', 'title', 'description', 'option1 value', 'price'],
  ],
  WooCommerce: [['type', 'name', 'visibility in catalog', 'regular price']],
  Squarespace: [['product id non editable', 'variant id non editable', 'title']],
  Etsy: [['title', 'price', 'currency code', 'tags', 'materials']],
  Square: [['token', 'item name', 'variation name', 'price']],
  Medusa: [['product handle', 'product title', 'variant id']],
} as const;
export type ShopSystem = keyof typeof SHOPS;

/** The category of products whose export names none. */
export const DEFAULT_CATEGORY = 'New products';

/** The shop system whose export has this header. */
export function detectShop(header: readonly string[]): ShopSystem | undefined {
  const keys = new Set(header.map(columnKey));
  return (Object.keys(SHOPS) as ShopSystem[]).find((shop) =>
    SHOPS[shop].some((columns) => columns.every((key) => keys.has(key))),
  );
}
