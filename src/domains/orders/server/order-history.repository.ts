import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { products } from '#db/schema/catalog.ts';
import { orderEvents, orderItems, orders } from '#db/schema/orders.ts';
import type { Day } from '#shared/dates.ts';
import type { OrderStatus } from '../order.ts';

type OrderEventRow = typeof orderEvents.$inferSelect;

/** The last event of this kind, or null. `item` selects events of one item; those of earlier versions have its name alone. */
export async function findLastEvent(
  db: Queryable,
  orderId: string,
  kind: OrderEventRow['kind'],
  item?: { id: string; productName: string },
): Promise<OrderEventRow | null> {
  const [row] = await db
    .select()
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.kind, kind),
        item &&
          sql`coalesce(${orderEvents.detail} ->> 'itemId', ${orderEvents.detail} ->> 'item') IN (${item.id}, ${item.productName})`,
      ),
    )
    .orderBy(desc(orderEvents.createdAt), desc(orderEvents.id))
    .limit(1);
  return row ?? null;
}

export async function updateStatus(
  db: Queryable,
  orderId: string,
  { status, updatedAt }: { status: OrderStatus; updatedAt: Date },
): Promise<void> {
  await db.update(orders).set({ status, updatedAt }).where(eq(orders.id, orderId));
}

export async function updateDueDay(
  db: Queryable,
  orderId: string,
  { dueDay, updatedAt }: { dueDay: Day | null; updatedAt: Date },
): Promise<void> {
  await db.update(orders).set({ dueDay, updatedAt }).where(eq(orders.id, orderId));
}

/** Confirms an order that nobody confirmed yet, at the time of the database; the time of its confirmation. */
export async function updateConfirmed(db: Queryable, orderId: string, updatedAt: Date): Promise<Date> {
  const [row] = await db
    .update(orders)
    .set({ confirmedAt: sql`now()`, updatedAt })
    .where(eq(orders.id, orderId))
    .returning({ confirmedAt: orders.confirmedAt });
  return row!.confirmedAt!;
}

export async function deleteOrderItem(db: Queryable, itemId: string): Promise<void> {
  await db.delete(orderItems).where(eq(orderItems.id, itemId));
}

/** Returns the ids of those products that still exist. */
export async function listExistingProducts(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...ids]));
  return new Set(rows.map((row) => row.id));
}
