import { MAX_LINES } from '#shared/order-limits.ts';
import { isId } from '#shared/random-id.ts';
import { type Cart, holds } from './cart.ts';

// A link that fills the cart of the browser that opens it: /wishlist?items=<id>,<id>

export const ITEMS_PARAMETER = 'items';

export const itemsPath = (productIds: readonly string[]): string =>
  `/wishlist?${ITEMS_PARAMETER}=${productIds.join()}`;

/** The product ids of a link, each once; without what is no id, and at most as many as a cart holds. */
export function linkedIds(query: string): string[] {
  const ids = (new URLSearchParams(query).get(ITEMS_PARAMETER) ?? '').split(',').filter(isId);
  return [...new Set(ids.map((id) => id.toLowerCase()))].slice(0, MAX_LINES);
}

/** What a link does to a cart. */
export interface LinkedItems<P> {
  added: P[];
  /** Names of products that were in the cart before, whose notes stay. */
  present: string[];
  soldOut: string[];
  /** Names of products that the cart had no room for. */
  left: string[];
  /** How many products do not exist, or are drafts. */
  missing: number;
}

/** Sorts the products of a link into those to add and those that cannot be. */
export function linkedItems<P extends { id: string; name: string; soldOut: boolean }>(
  cart: Cart,
  ids: readonly string[],
  products: readonly P[],
): LinkedItems<P> {
  const result: LinkedItems<P> = { added: [], present: [], soldOut: [], left: [], missing: 0 };
  for (const id of ids) {
    const product = products.find((one) => one.id === id);
    if (!product) result.missing++;
    else if (holds(cart, id)) result.present.push(product.name);
    else if (product.soldOut) result.soldOut.push(product.name);
    else if (cart.length + result.added.length >= MAX_LINES) result.left.push(product.name);
    else result.added.push(product);
  }
  return result;
}
