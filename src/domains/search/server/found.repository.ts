import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { instant, nullable, oneOf, selectRows, text } from '#db/rows.ts';
import { ORDER_STATUSES } from '#domains/orders/order.ts';
import type { OrderSearch } from '#domains/orders/search.ts';

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
        ${search.others ? JSON.stringify(search.others) : null}::jsonb,
        ${search.ids?.from ?? null}::uuid, ${search.ids?.to ?? null}::uuid, ${limit}, 0) WITH ORDINALITY AS f (id, place)
      JOIN orders o ON o.id = f.id ORDER BY f.place`,
  );

/** Customers whose own name, email or phone number has of each word one of its patterns, those of the newest orders first. */
export const listFoundCustomers = (db: Queryable, words: readonly (readonly string[])[], limit: number) =>
  selectRows(
    db,
    { id: text, name: text, email: text, phone: nullable(text) },
    sql`SELECT id, name, email, phone
      FROM find_customers(${JSON.stringify(words)}::jsonb, ${limit}) WITH ORDINALITY AS f (id, name, email, phone, place)
      ORDER BY place`,
  );
