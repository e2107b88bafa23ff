import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { instant, largeInteger, money, nullable, type RowOf, selectRow, selectRows, text } from '#db/rows.ts';

const CUSTOMER = {
  name: text,
  email: text,
  phone: nullable(text),
  orders: largeInteger,
  cancelled: largeInteger,
  total: money,
  firstOrderAt: instant,
  lastOrderAt: instant,
};
export type CustomerOfOrders = RowOf<typeof CUSTOMER>;

/** The customer of an account's orders, as the newest of them has them; null without an order. Reads no profile. */
export const findCustomerOfOrders = (db: Queryable, userId: string): Promise<CustomerOfOrders | null> =>
  selectRow(
    db,
    CUSTOMER,
    sql`SELECT (array_agg(o.customer_name ORDER BY o.created_at DESC, o.id DESC))[1] AS name,
        (array_agg(o.customer_email ORDER BY o.created_at DESC, o.id DESC))[1] AS email,
        (array_agg(o.customer_phone ORDER BY o.created_at DESC, o.id DESC))[1] AS phone,
        count(*) AS orders, count(*) FILTER (WHERE o.status = 'cancelled') AS cancelled,
        coalesce(sum(i.total) FILTER (WHERE o.status <> 'cancelled'), 0)::numeric(16,2)::text AS total,
        min(o.created_at) AS "firstOrderAt", max(o.created_at) AS "lastOrderAt"
      FROM orders o, LATERAL (SELECT sum(product_price) AS total FROM order_items WHERE order_id = o.id) i
      WHERE o.user_id = ${userId}::uuid HAVING count(*) > 0`,
  );

/** The names, emails and phone numbers of an account's orders, newest first. */
export async function listContacts(db: Queryable, userId: string, most: number): Promise<string[]> {
  const rows = await selectRows(
    db,
    { contact: text },
    sql`SELECT c.contact FROM orders o, LATERAL (VALUES (o.customer_name), (o.customer_email), (o.customer_phone)) c (contact)
      WHERE o.user_id = ${userId}::uuid AND c.contact <> ''
      GROUP BY c.contact ORDER BY max(o.created_at) DESC, c.contact LIMIT ${most}`,
  );
  return rows.map(({ contact }) => contact);
}

/** What the staff wrote on an account's orders, and what stands at their items with who wrote it last, newest first. */
export const listNotesOfCustomer = (db: Queryable, userId: string, most: number) =>
  selectRows(
    db,
    {
      id: text,
      orderId: text,
      orderNumber: text,
      author: nullable(text),
      item: nullable(text),
      text,
      at: instant,
    },
    sql`SELECT n.id, o.id AS "orderId", o.order_number AS "orderNumber", n.author, n.item, n.text, n.at
      FROM orders o, LATERAL (
        SELECT s.id, coalesce(staff_name(s.author_id), 'Former staff member') AS author, NULL AS item, s.text, s.created_at AS at
        FROM staff_notes s WHERE s.order_id = o.id
        UNION ALL
        SELECT i.id, e.author, i.product_name, i.note, coalesce(e.at, i.created_at) FROM order_items i LEFT JOIN LATERAL (
          SELECT CASE WHEN actor_id IS DISTINCT FROM o.user_id THEN actor_name END AS author, created_at AS at FROM order_events
          WHERE order_id = o.id AND kind = 'note'
            AND CASE WHEN detail ? 'itemId' THEN detail ->> 'itemId' = i.id::text ELSE detail ->> 'item' = i.product_name END
          ORDER BY created_at DESC, id DESC LIMIT 1
        ) e ON true WHERE i.order_id = o.id AND i.note IS NOT NULL
      ) n WHERE o.user_id = ${userId}::uuid ORDER BY n.at DESC, n.id LIMIT ${most}`,
  );
