import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { flag, instant, largeInteger, money, nullable, selectRow, selectRows, text } from '#db/rows.ts';
import type { Day } from '#shared/dates.ts';

interface Days {
  from: Day;
  to: Day;
}

/** What was sold on each day, oldest first, without the days on which nothing was. */
export const listDaySales = (db: Queryable, { from, to }: Days) =>
  selectRows(
    db,
    { day: text, orders: largeInteger, money },
    sql`SELECT day::text, sum(orders)::bigint AS orders, sum(money)::text AS money FROM sales_totals
      WHERE kind = 'shop' AND day BETWEEN ${from} AND ${to} GROUP BY day HAVING sum(orders) > 0 ORDER BY day`,
  );

/** The products of which most items were sold. A product that was deleted has the name of its last item. */
export const listBestSellers = (db: Queryable, { from, to, most }: Days & { most: number }) =>
  selectRows(
    db,
    {
      productId: text,
      name: text,
      image: nullable(text),
      inShop: flag,
      items: largeInteger,
      money,
    },
    sql`SELECT s.key AS "productId", coalesce(p.name, i.product_name, '') AS name,
        coalesce((SELECT image_url FROM product_images WHERE product_id = p.id AND is_primary), i.product_image) AS image,
        p.id IS NOT NULL AS "inShop", s.items, s.money
      FROM (
        SELECT key, sum(items)::bigint AS items, sum(money)::text AS money FROM sales_totals
        WHERE kind = 'product' AND day BETWEEN ${from} AND ${to}
        GROUP BY key HAVING sum(items) > 0 ORDER BY sum(items) DESC, sum(money) DESC, key LIMIT ${most}
      ) s LEFT JOIN products p ON p.id = s.key::uuid
      LEFT JOIN LATERAL (
        SELECT product_name, product_image FROM order_items WHERE product_id = s.key::uuid ORDER BY created_at DESC LIMIT 1
      ) i ON true
      ORDER BY s.items DESC, s.money::numeric DESC, s.key`,
  );

/** The pending order that was placed first, or null. */
export const findOldestPending = (db: Queryable) =>
  selectRow(
    db,
    { id: text, orderNumber: text, customerName: text, createdAt: instant },
    sql`SELECT id, order_number AS "orderNumber", customer_name AS "customerName", created_at AS "createdAt"
      FROM orders WHERE status = 'pending' ORDER BY created_at, id LIMIT 1`,
  );

/** What the promotions brought that were valid on these days, each counted over all of its own days. */
export const listPromotionSales = (db: Queryable, { from, to, most }: Days & { most: number }) =>
  selectRows(
    db,
    {
      id: text,
      name: text,
      code: text,
      startDate: text,
      endDate: text,
      items: largeInteger,
      money,
      reduction: money,
    },
    sql`SELECT p.id, p.name, p.code, p.start_date::text AS "startDate", p.end_date::text AS "endDate",
        t.items, t.money::text, t.reduction::text
      FROM promotions p, LATERAL (
        SELECT coalesce(sum(items), 0)::bigint AS items, coalesce(sum(money), 0)::numeric(16,2) AS money,
          coalesce(sum(reduction), 0)::numeric(16,2) AS reduction
        FROM sales_totals WHERE kind = 'promotion' AND key = lower(p.code) AND day BETWEEN p.start_date AND p.end_date
      ) t
      WHERE p.end_date >= ${from} AND p.start_date <= ${to}
      ORDER BY t.money DESC, p.start_date DESC, p.id LIMIT ${most}`,
  );
