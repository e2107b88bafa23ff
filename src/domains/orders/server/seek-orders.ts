import { knownParts } from '#domains/catalog/products/server/known-words.ts';
import { type OrderSearch, orderSearchApart, orderSearchOf, orderWordsOf } from '../search.ts';
import type { OrderTransaction } from './order.repository.ts';
import { searchOrderIds } from './order-list.repository.ts';

/**
 * Parses a search of orders, with the other spellings of its words. If no order at all is found, whatever else is filtered,
 * each word is also sought as a name in two words.
 */
export async function seekOrders(tx: OrderTransaction, text: string): Promise<OrderSearch | null> {
  const search = orderSearchOf(text, await knownParts(tx, orderWordsOf(text)));
  const apart = search && orderSearchApart(text, search);
  if (!apart) return search;
  const { found } = await searchOrderIds(tx, { filter: {}, search, most: 0 }, { page: 1, size: 1 });
  return found > 0 ? search : apart;
}
