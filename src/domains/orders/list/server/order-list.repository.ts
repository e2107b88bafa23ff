import { count, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, nullable, selectRow, selectRows, selectValue, text, texts } from '#db/rows.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { counters } from '#db/schema/shop.ts';
import type { Day } from '#shared/dates.ts';
import type { Kobo } from '#shared/money.ts';
import type { PlaceOfPage } from '#shared/pages.ts';
import { type OrderQueue, QUEUE_MINUTES } from '../../follow-up/handover.ts';
import { ORDER_STATUSES } from '../../order.ts';
import type { OrderSearch } from '../../search.ts';
import { findOrders, type OrderFilter } from '../../server/find-orders.repository.ts';

/** Ids of one page in the order of the list, restricted by row level security to what the caller may see. */
export async function listOrderIds(
  db: Queryable,
  filter: OrderFilter,
  place: PlaceOfPage,
): Promise<string[]> {
  const rows = await selectRows(
    db,
    { id: text },
    sql`select id from ${findOrders(filter, null, place)} order by place`,
  );
  const ids = rows.map((row) => row.id);
  return place.fromEnd ? ids.reverse() : ids;
}

/**
 * Ids of one page of a search, or of a filter whose total is not kept, and the number of matches: at most `most` + 1. A
 * page past the end becomes the last.
 */
export async function searchOrderIds(
  db: Queryable,
  { filter, search, most }: { filter: OrderFilter; search: OrderSearch | null; most: number },
  { page, size }: { page: number; size: number },
): Promise<{ ids: string[]; found: number }> {
  const hits = await selectRow(
    db,
    { found: integer, ids: nullable(texts) },
    sql`with hits as materialized (
      select id, place from ${findOrders(filter, search, { limit: most + 1, offset: 0 })}
    ), size as (
      select count(*)::integer as found, least(${page}::bigint, greatest(ceil(least(count(*), ${most}) / ${size}::numeric), 1)) as page from hits
    )
    select size.found, (
      select array_agg(id order by place) from hits
      where place > (size.page - 1) * ${size} and place <= least(size.page * ${size}, ${most})
    ) as ids from size`,
  );
  return { ids: hits?.ids ?? [], found: hits?.found ?? 0 };
}

const COUNTED = ['', ':unopened'].flatMap((part) => [
  `orders${part}`,
  ...ORDER_STATUSES.map((status) => `orders${part}:${status}`),
]);

/** Cached totals by name, without the prefix 'orders:'; '' is the total of all orders. */
export async function orderCounters(db: Queryable): Promise<Map<string, number>> {
  const rows = await db
    .select({ name: counters.name, total: sql<string>`sum(${counters.delta})` })
    .from(counters)
    .where(inArray(counters.name, COUNTED))
    .groupBy(counters.name);
  return new Map(rows.map(({ name, total }) => [name.slice('orders:'.length), Number(total)]));
}

/** The number of open orders whose due day is before `today`, counted to `most`. */
export const countLate = async (db: Queryable, today: Day, most: number): Promise<number> =>
  (await selectValue(db, integer, sql`select count_late_orders(${today}, ${most}) as value`))!;

/** The number of orders in each queue, as find_orders() lists them, counted to `most`. */
export async function countQueues(db: Queryable, most: number): Promise<Record<OrderQueue, number>> {
  const since = (queue: OrderQueue) => sql`now() - ${QUEUE_MINUTES[queue]} * interval '1 minute'`;
  const counted = await selectRow(
    db,
    { unopened: integer, unconfirmed: integer },
    sql`select (
      select count(*)::integer from (
        select from orders where status = 'pending' and confirmed_at is null and opened_at is null
          and created_at <= ${since('unopened')} limit ${most}
      ) q
    ) as unopened, (
      select count(*)::integer from (
        select from orders where status = 'pending' and confirmed_at is null
          and opened_at <= ${since('unconfirmed')} limit ${most}
      ) q
    ) as unconfirmed`,
  );
  return counted!;
}

/** The rows of these ids in the given order; rows the caller may not see are left out. */
export async function listOrdersByIds(db: Queryable, ids: readonly string[]) {
  const rows = await db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      status: orders.status,
      createdAt: orders.createdAt,
      openedAt: orders.openedAt,
      confirmedAt: orders.confirmedAt,
      dueDay: orders.dueDay,
      customerName: orders.customerName,
    })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Per order: the number of items, the sum of their prices, and the first three images. */
export interface OrderContents {
  itemCount: number;
  total: Kobo;
  images: string[];
}

export async function contentsOfOrders(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, OrderContents>> {
  const rows = await db
    .select({
      orderId: orderItems.orderId,
      itemCount: count(),
      total: sql<Kobo>`sum(${orderItems.productPrice})`.mapWith(orderItems.productPrice),
      images: sql<string[]>`(array_agg(${orderItems.productImage} order by ${orderItems.position}))[1:3]`,
    })
    .from(orderItems)
    .where(inArray(orderItems.orderId, [...ids]))
    .groupBy(orderItems.orderId);
  return new Map(rows.map(({ orderId, ...contents }) => [orderId, contents]));
}
