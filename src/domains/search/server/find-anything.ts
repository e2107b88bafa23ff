import type { Database } from '#db/client.ts';
import { type OrderSearch, orderSearchOf } from '#domains/orders/search.ts';
import type { SignedIn } from '#shared/caller.ts';
import { fold, wordsOf } from '#shared/words.ts';
import { listFoundOrders, listProductsByName, listPromotionsByName } from './found.repository.ts';

export interface SearchDeps {
  database: Pick<Database, 'asCaller'>;
}

/** Rows of each kind. */
const MOST = 5;
/** The newest orders among which customers are sought. */
const ORDERS_READ = 50;

type OrderRow = Awaited<ReturnType<typeof listFoundOrders>>[number];

/** The newest products, orders, customers and promotions of a search, each by an index. */
export function findAnything({ database }: SearchDeps, user: SignedIn, text: string) {
  const words = wordsOf(text.replace(/(^|\s)#+/g, '$1'));
  const order = orderSearchOf(text);
  return database.asCaller(user, async (tx) => {
    const rows = order ? await listFoundOrders(tx, order, ORDERS_READ) : [];
    const named = words.length > 0;
    return {
      orders: rows.slice(0, MOST),
      customers: order ? customersOf(rows, order) : [],
      products: named ? await listProductsByName(tx, words, MOST) : [],
      promotions: named ? await listPromotionsByName(tx, words, MOST) : [],
    };
  });
}

/** The customers whose own name, email or phone number matches, not only the number of an order. */
function customersOf(rows: readonly OrderRow[], { patterns }: OrderSearch) {
  const parts = patterns.map((pattern) => pattern.slice(1, -1).replace(/\\(.)/g, '$1'));
  const customers = new Map<string, { name: string; email: string; phone: string | null }>();
  for (const { userId, customerName: name, customerEmail: email, customerPhone: phone } of rows) {
    const text = ` ${fold(`${name} ${email}`)} ${phone ?? ''}`;
    const isMatch = parts.length > 0 && parts.every((part) => text.includes(part));
    // A customer who deleted their account has no contact details.
    if (isMatch && userId && !customers.has(email)) customers.set(email, { name, email, phone });
  }
  return [...customers.values()].slice(0, MOST);
}
