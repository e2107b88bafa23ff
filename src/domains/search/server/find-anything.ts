import type { Database } from '#db/client.ts';
import { orderSearchOf } from '#domains/orders/search.ts';
import type { SignedIn } from '#shared/caller.ts';
import { wordsOf } from '#shared/words.ts';
import {
  listFoundCustomers,
  listFoundOrders,
  listProductsByName,
  listPromotionsByName,
} from './found.repository.ts';

export interface SearchDeps {
  database: Pick<Database, 'asCaller'>;
}

/** Rows of each kind. */
const MOST = 5;

/** The newest products, orders, customers and promotions of a search, each by an index. */
export function findAnything({ database }: SearchDeps, user: SignedIn, text: string) {
  const words = wordsOf(text.replace(/(^|\s)#+/g, '$1'));
  const order = orderSearchOf(text);
  return database.asCaller(user, async (tx) => {
    const named = words.length > 0;
    return {
      orders: order ? await listFoundOrders(tx, order, MOST) : [],
      customers: order?.patterns.length ? await listFoundCustomers(tx, order.patterns, MOST) : [],
      products: named ? await listProductsByName(tx, words, MOST) : [],
      promotions: named ? await listPromotionsByName(tx, words, MOST) : [],
    };
  });
}
