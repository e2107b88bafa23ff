import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '#db/client.ts';
import { flag, largeInteger, selectValue } from '#db/rows.ts';
import { profiles } from '#db/schema/accounts.ts';
import { orderEvents, orderItems, orders } from '#db/schema/orders.ts';
import { violatedConstraint } from '#db/violation.ts';

/** A transaction, passed between use cases. */
export type OrderTransaction = Queryable;

export type OrderRow = typeof orders.$inferSelect;
export type OrderItemRow = typeof orderItems.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
export type NewOrderItem = typeof orderItems.$inferInsert;

/** An order with its items in the order of the cart. */
export interface OrderWithItems extends OrderRow {
  items: OrderItemRow[];
}

async function withItems<Row extends OrderRow>(
  db: Queryable,
  rows: Row[],
): Promise<(Row & OrderWithItems)[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const items = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.orderId), asc(orderItems.position));
  return rows.map((row) => ({ ...row, items: items.filter((item) => item.orderId === row.id) }));
}

export async function findOrder(db: Queryable, id: string): Promise<OrderWithItems | null> {
  const rows = await db.select().from(orders).where(eq(orders.id, id));
  return (await withItems(db, rows))[0] ?? null;
}

/** Locks the order's row until the transaction ends, which serializes concurrent changes. */
export async function lockOrder(db: Queryable, id: string): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id)).for('update');
  return row ?? null;
}

/** Locks the order's row, so that concurrent note updates rewrite the link one after the other. */
export async function lockOrderOfItem(db: Queryable, itemId: string): Promise<OrderWithItems | null> {
  const [found] = await db
    .select({ orderId: orderItems.orderId })
    .from(orderItems)
    .where(eq(orderItems.id, itemId));
  if (!found) return null;
  const rows = await db.select().from(orders).where(eq(orders.id, found.orderId)).for('update');
  return (await withItems(db, rows))[0] ?? null;
}

/** Whether the item exists for any user: row level security hides other customers' items. */
export async function orderItemExists(db: Queryable, itemId: string): Promise<boolean> {
  return (await selectValue(db, flag, sql`select order_item_exists(${itemId}) as value`))!;
}

export async function findOrderByKey(
  db: Queryable,
  userId: string,
  idempotencyKey: string,
): Promise<OrderWithItems | null> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, idempotencyKey)));
  return (await withItems(db, rows))[0] ?? null;
}

/** One page of a customer's orders, newest first. */
export async function listOrdersOf(
  db: Queryable,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<OrderWithItems[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset);
  return withItems(db, rows);
}

/**
 * The next of a customer's orders, newest first, after the last one that was read: its `place`, the time in full
 * precision, and its id.
 */
export async function listOrdersAfter(
  db: Queryable,
  userId: string,
  { place, id, limit }: { place?: string; id?: string; limit: number },
): Promise<(OrderWithItems & { place: string })[]> {
  const isNext = place
    ? sql`(${orders.createdAt}, ${orders.id}) < (${place}::timestamptz, ${id}::uuid)`
    : undefined;
  const rows = await db
    .select({ ...getTableColumns(orders), place: sql<string>`${orders.createdAt}::text` })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNext))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
  return withItems(db, rows);
}

export async function countOrdersOf(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(orders).where(eq(orders.userId, userId));
  return row?.total ?? 0;
}

/** The number of all orders, cached for at most one minute. Determines the length of new order numbers. */
export async function countAllOrders(db: Queryable): Promise<number> {
  return (await selectValue(db, largeInteger, sql`select order_total() as value`)) ?? 0;
}

/** Null on a conflict of the order number or of the customer's idempotency key; another query must find which. */
export async function insertOrder(db: Queryable, order: NewOrder): Promise<OrderRow | null> {
  const rows = await db.insert(orders).values(order).onConflictDoNothing().returning();
  return rows[0] ?? null;
}

/** Enqueues the order's two emails in the order's transaction: no commit, no email. */
export async function enqueueOrderMails(db: Queryable, orderId: string): Promise<void> {
  await db.execute(sql`select enqueue_order_mails(${orderId})`);
}

/** Enqueues the email of a reminder that the caller recorded in this transaction. */
export async function enqueueReminder(db: Queryable, eventId: string): Promise<void> {
  await db.execute(sql`select enqueue_order_reminder(${eventId})`);
}

/** A product no longer matches its order item. The transaction is aborted. */
export class ProductChangedError extends Error {
  override readonly name = 'ProductChangedError';
}

/** Throws ProductChangedError if another transaction changed a product after this one read it. */
export async function insertOrderItems(db: Queryable, items: NewOrderItem[]): Promise<OrderItemRow[]> {
  try {
    return await db.insert(orderItems).values(items).returning();
  } catch (error) {
    if (violatedConstraint(error) !== 'order_items_product') throw error;
    throw new ProductChangedError('A product changed while it was ordered', { cause: error });
  }
}

/**
 * Inserts an event with the time of the statement, so that a transaction that waited for another comes after it. The
 * database writes the caller's name. Returns its id.
 */
export async function insertOrderEvent(
  db: Queryable,
  event: Pick<typeof orderEvents.$inferInsert, 'orderId' | 'kind' | 'detail' | 'actorId'>,
): Promise<string> {
  const id = uuidv7();
  await db.insert(orderEvents).values({ ...event, id, createdAt: sql`clock_timestamp()` });
  return id;
}

export async function updateItemNote(db: Queryable, itemId: string, note: string | null): Promise<void> {
  await db.update(orderItems).set({ note }).where(eq(orderItems.id, itemId));
}

export async function updateWhatsappLink(
  db: Queryable,
  orderId: string,
  { whatsappLink, updatedAt }: { whatsappLink: string | null; updatedAt: Date },
): Promise<void> {
  await db.update(orders).set({ whatsappLink, updatedAt }).where(eq(orders.id, orderId));
}

/** Records the first time the owner pressed 'Continue to WhatsApp'; false if it was recorded before. */
export async function updateOpened(
  db: Queryable,
  { orderId, userId, openedAt }: { orderId: string; userId: string; openedAt: Date },
): Promise<boolean> {
  const rows = await db
    .update(orders)
    .set({ openedAt })
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId), isNull(orders.openedAt)))
    .returning({ id: orders.id });
  return rows.length > 0;
}

export interface CustomerRow {
  name: string;
  email: string;
  phone: string | null;
}

/** The user's own profile, as row level security allows. */
export async function findCustomer(db: Queryable, userId: string): Promise<CustomerRow | null> {
  const [row] = await db
    .select({
      first: profiles.firstName,
      last: profiles.lastName,
      name: profiles.name,
      email: profiles.email,
      phone: profiles.phone,
    })
    .from(profiles)
    .where(eq(profiles.id, userId));
  if (!row) return null;
  // Users who signed up without a name are called by their email.
  const name = `${row.first} ${row.last}`.trim() || row.name || row.email;
  return { name, email: row.email, phone: row.phone };
}
