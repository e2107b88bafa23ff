import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { instant, nullable, oneOf, selectRows, text } from '#db/rows.ts';
import { ORDER_STATUSES } from '#domains/orders/order.ts';
import type { OrderSearch } from '#domains/orders/search.ts';
import { literally } from '#shared/words.ts';

/**
 * Whether the name of a product has a word; a short one begins a word, so that the index serves it. The index is on
 * the name and the description, and the name decides.
 */
function nameHas(word: string): SQL {
  const literal = literally(word);
  return word.length < 3
    ? sql`(search LIKE ${`${literal}%`} OR search LIKE ${`% ${literal}%`}) AND ' ' || name_key LIKE ${`% ${literal}%`}`
    : sql`search LIKE ${`%${literal}%`} AND name_key LIKE ${`%${literal}%`}`;
}

const allOf = (terms: SQL[]): SQL => sql.join(terms, sql` AND `);

/** Products with all of these folded words in their name, newest first. */
export const listProductsByName = (db: Queryable, words: readonly string[], limit: number) =>
  selectRows(
    db,
    { id: text, name: text },
    sql`SELECT id, name FROM products WHERE ${allOf(words.map(nameHas))}
      ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
  );

/** Promotions with all of these folded words in their name or code, newest first. */
export const listPromotionsByName = (db: Queryable, words: readonly string[], limit: number) =>
  selectRows(
    db,
    { id: text, name: text, code: text },
    sql`SELECT id, name, code FROM promotions
      WHERE ${allOf(words.map((word) => sql`fold(name || ' ' || code) LIKE ${`%${literally(word)}%`}`))}
      ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
  );

const ORDER = {
  id: text,
  orderNumber: text,
  status: oneOf(ORDER_STATUSES),
  createdAt: instant,
  customerName: text,
};

/** Orders that match, newest first, as the caller may see them. */
export const listFoundOrders = (db: Queryable, search: OrderSearch, limit: number) =>
  selectRows(
    db,
    ORDER,
    sql`SELECT o.id, o.order_number AS "orderNumber", o.status, o.created_at AS "createdAt",
        o.customer_name AS "customerName"
      FROM find_orders(null, null, ${sql.param(search.patterns.length > 0 ? search.patterns : null)}::text[],
        ${search.ids?.from ?? null}::uuid, ${search.ids?.to ?? null}::uuid, ${limit}, 0) WITH ORDINALITY AS f (id, place)
      JOIN orders o ON o.id = f.id ORDER BY f.place`,
  );

/** Customers whose own name, email or phone number has all of these patterns, those of the newest orders first. */
export const listFoundCustomers = (db: Queryable, patterns: readonly string[], limit: number) =>
  selectRows(
    db,
    { id: text, name: text, email: text, phone: nullable(text) },
    sql`SELECT id, name, email, phone
      FROM find_customers(${sql.param([...patterns])}::text[], ${limit}) WITH ORDINALITY AS f (id, name, email, phone, place)
      ORDER BY place`,
  );
