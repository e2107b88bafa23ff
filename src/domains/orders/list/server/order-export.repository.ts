import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { instant, json, nullable, oneOf, selectRows, text } from '#db/rows.ts';
import { koboOfText } from '#shared/money.ts';
import { ORDER_STATUSES } from '../../order.ts';
import type { OrderSearch } from '../../search.ts';
import { findOrders, type OrderFilter } from '../../server/find-orders.repository.ts';

interface StoredItem {
  name: string;
  price: string;
  listPrice: string;
  promotion: string | null;
  note: string | null;
}

const EXPORTED = {
  id: text,
  /** The time of the order in full precision, to read on from. */
  place: text,
  orderNumber: text,
  createdAt: instant,
  status: oneOf(ORDER_STATUSES),
  openedAt: nullable(instant),
  confirmedAt: nullable(instant),
  customerName: text,
  customerEmail: text,
  customerPhone: nullable(text),
  items: json((items: StoredItem[]) =>
    items.map((item) => ({
      ...item,
      price: koboOfText(item.price),
      listPrice: koboOfText(item.listPrice),
    })),
  ),
};

interface NextOrders {
  filter: OrderFilter;
  search: OrderSearch | null;
  /** The last order that was read. */
  before?: { createdAt: string; id: string } | undefined;
  limit: number;
}

/** Orders with their items; those that the caller may see. `found`: their ids and places, as `f`. */
const listExported = (db: Queryable, found: SQL) =>
  selectRows(
    db,
    EXPORTED,
    sql`SELECT o.id, o.created_at::text AS place, o.order_number AS "orderNumber", o.created_at AS "createdAt", o.status,
        o.opened_at AS "openedAt", o.confirmed_at AS "confirmedAt", o.customer_name AS "customerName", o.customer_email AS "customerEmail",
        o.customer_phone AS "customerPhone", coalesce((
          SELECT json_agg(json_build_object('name', i.product_name, 'price', i.product_price::text,
            'listPrice', i.list_price::text, 'promotion', i.promotion_code, 'note', i.note) ORDER BY i.position, i.id)
          FROM order_items i WHERE i.order_id = o.id
        ), '[]'::json) AS items
      FROM ${found}
      JOIN orders o ON o.id = f.id ORDER BY f.place`,
  );

/** The next orders of a filter, newest first. */
export const listOrdersForExport = (db: Queryable, { filter, search, before, limit }: NextOrders) =>
  listExported(db, findOrders(filter, search, { limit, before }));

/** The next of these orders, newest first. */
export const listSelectedForExport = (
  db: Queryable,
  { ids, before, limit }: Pick<NextOrders, 'before' | 'limit'> & { ids: readonly string[] },
) =>
  listExported(
    db,
    sql`(
        SELECT id, row_number() OVER (ORDER BY created_at DESC, id DESC) AS place FROM orders
        WHERE id = ANY (${sql.param([...ids])}::uuid[])
          AND (${before?.id ?? null}::uuid IS NULL OR (created_at, id) < (${before?.createdAt ?? null}::timestamptz, ${before?.id ?? null}::uuid))
        ORDER BY place LIMIT ${limit}
      ) f`,
  );
