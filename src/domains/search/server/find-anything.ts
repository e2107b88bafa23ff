import { findProductsByName } from '#domains/catalog/products/server/product-names.ts';
import type { WordSearch } from '#domains/catalog/server/catalog-deps.ts';
import { customerSearchOf } from '#domains/orders/search.ts';
import { seekOrders } from '#domains/orders/server/seek-orders.ts';
import { findPromotionsByName, findPromotionsCloseTo } from '#domains/promotions/server/promotion-search.ts';
import type { SignedIn } from '#shared/caller.ts';
import { wordsOf } from '#shared/words.ts';
import { listFoundCustomers, listFoundOrders } from './found.repository.ts';

/** Rows of each kind. */
const MOST = 5;

/** The newest products, orders, customers and promotions of a search, each by an index. */
export async function findAnything(catalogue: WordSearch, user: SignedIn, text: string) {
  const typed = text.replace(/(^|\s)#+/g, '$1');
  const words = wordsOf(typed);
  const customer = customerSearchOf(text);
  const [products, others] = await Promise.all([
    findProductsByName(catalogue, user, typed, MOST),
    catalogue.database.asCaller(user, async (tx) => {
      const order = await seekOrders(tx, text);
      return {
        orders: order ? await listFoundOrders(tx, order, MOST) : [],
        customers: customer.length > 0 ? await listFoundCustomers(tx, customer, MOST) : [],
        promotions: await findPromotionsByName(tx, words, MOST),
      };
    }),
  ]);
  const isFound = [products.products, ...Object.values(others)].some((list) => list.length > 0);
  // A customer's name is close to many words.
  const closePromotions = isFound
    ? []
    : await catalogue.database.asCaller(user, (tx) => findPromotionsCloseTo(tx, words, MOST));
  return { ...products, ...others, closePromotions };
}
