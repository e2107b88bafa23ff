import { desc, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { orders, pastOrderMessages } from '#db/schema/orders.ts';

export type WrittenOrder = Awaited<ReturnType<typeof listWrittenOrders>>[number];

/** The orders with one of these ids or numbers, with the link of their newest message. */
export const listWrittenOrders = (
  db: Queryable,
  { ids, orderNumbers }: { ids: readonly string[]; orderNumbers: readonly string[] },
) =>
  db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      customerName: orders.customerName,
      createdAt: orders.createdAt,
      status: orders.status,
      whatsappLink: orders.whatsappLink,
    })
    .from(orders)
    .where(
      sql`${orders.id} = any(${sql.param([...ids])}::uuid[]) or ${orders.orderNumber} = any(${sql.param([...orderNumbers])}::text[])`,
    );

/** The earlier messages of these orders, newest first. */
export const listPastMessages = (db: Queryable, orderIds: readonly string[]) =>
  db
    .select()
    .from(pastOrderMessages)
    .where(sql`${pastOrderMessages.orderId} = any(${sql.param([...orderIds])}::uuid[])`)
    .orderBy(desc(pastOrderMessages.replacedAt));
