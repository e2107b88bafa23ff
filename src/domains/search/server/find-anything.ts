import { findProductsByName } from '#domains/catalog/products/server/product-names.ts';
import type { WordSearch } from '#domains/catalog/server/catalog-deps.ts';
import { orderSearchOf } from '#domains/orders/search.ts';
import type { SignedIn } from '#shared/caller.ts';
import { wordsOf } from '#shared/words.ts';
import { listFoundCustomers, listFoundOrders, listPromotionsByName } from './found.repository.ts';

/** Rows of each kind. */
const MOST = 5;

/** The newest products, orders, customers and promotions of a search, each by an index. */
export async function findAnything(catalogue: WordSearch, user: SignedIn, text: string) {
  const typed = text.replace(/(^|\s)#+/g, '$1');
  const words = wordsOf(typed);
  const order = orderSearchOf(text);
  const [products, others] = await Promise.all([
    findProductsByName(catalogue, user, typed, MOST),
    catalogue.database.asCaller(user, async (tx) => ({
      orders: order ? await listFoundOrders(tx, order, MOST) : [],
      customers: order?.patterns.length ? await listFoundCustomers(tx, order.patterns, MOST) : [],
      promotions: words.length > 0 ? await listPromotionsByName(tx, words, MOST) : [],
    })),
  ]);
  return { ...products, ...others };
}
