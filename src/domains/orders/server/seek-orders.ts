import { knownParts } from '#domains/catalog/products/server/known-words.ts';
import { type OrderSearch, orderSearchOf, orderWordsOf } from '../search.ts';
import type { OrderTransaction } from './order.repository.ts';

/** Parses a search of orders, with the other spellings of its words. */
export const seekOrders = async (tx: OrderTransaction, text: string): Promise<OrderSearch | null> =>
  orderSearchOf(text, await knownParts(tx, orderWordsOf(text)));
