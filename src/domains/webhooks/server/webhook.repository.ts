import { count, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { flag, selectValue } from '#db/rows.ts';
import { orders } from '#db/schema/orders.ts';
import { webhookDeliveries, webhooks } from '#db/schema/webhooks.ts';
import { staffName } from '#db/staff-name.ts';
import { violatedConstraint } from '#db/violation.ts';
import type { PlaceOfPage } from '#shared/pages.ts';
import type { WebhookEvent } from '#shared/webhook-events.ts';

const { id, name, url, events, isActive, offReason, failingSince, createdAt } = webhooks;
/** All but the secret, which requests cannot read. */
const COLUMNS = {
  ...{ id, name, url, events, isActive, offReason, failingSince, createdAt },
  actsFor: staffName(webhooks.actsFor),
};

export const listWebhookRows = (db: Queryable, limit: number, offset: number) =>
  db.select(COLUMNS).from(webhooks).orderBy(desc(createdAt), desc(id)).limit(limit).offset(offset);

export async function countWebhooks(db: Queryable): Promise<number> {
  const [row] = await db.select({ total: count(id) }).from(webhooks);
  return row!.total;
}

const webhookOf = (db: Queryable, of: string) => db.select(COLUMNS).from(webhooks).where(eq(id, of));

export async function findWebhook(db: Queryable, of: string) {
  const [row] = await webhookOf(db, of);
  return row;
}

export async function findWebhookForUpdate(db: Queryable, of: string) {
  const [row] = await webhookOf(db, of).for('update');
  return row;
}

interface WebhookFields {
  id: string;
  name: string;
  url: string;
  events: readonly WebhookEvent[];
}

export async function insertWebhook(
  db: Queryable,
  row: WebhookFields & { sealedSecret: string },
): Promise<void> {
  // Not by the builder, which names every column: requests may write these alone.
  await db.execute(
    sql`INSERT INTO webhooks (id, name, url, events, secret)
      VALUES (${row.id}, ${row.name}, ${row.url}, ${sql.param([...row.events])}::text[], ${row.sealedSecret})`,
  );
}

/** What a failed insert means; undefined for any other error. */
export const refusedWebhook = (error: unknown): 'CONFLICT' | 'LIST_FULL' | undefined =>
  (({ webhooks_pkey: 'CONFLICT', webhooks_most: 'LIST_FULL' }) as const)[
    violatedConstraint(error) as 'webhooks_most'
  ];

/** False if there is no such webhook. */
export async function updateWebhook(
  db: Queryable,
  of: string,
  change: Partial<{
    name: string;
    url: string;
    events: WebhookEvent[];
    secret: string;
    isActive: boolean;
  }>,
): Promise<boolean> {
  const { rowCount } = await db.update(webhooks).set(change).where(eq(id, of));
  return rowCount === 1;
}

/** False if there is no such webhook. */
export async function deleteWebhook(db: Queryable, of: string): Promise<boolean> {
  const { rowCount } = await db.delete(webhooks).where(eq(id, of));
  return rowCount === 1;
}

/** Newest first. */
export async function listDeliveryRows(
  db: Queryable,
  of: string,
  { offset, limit }: Pick<PlaceOfPage, 'offset' | 'limit'>,
) {
  const d = webhookDeliveries;
  const rows = await db
    .select({
      ...{ id: d.id, event: d.event, createdAt: d.createdAt, state: d.state, nextAttemptAt: d.nextAttemptAt },
      ...{ attempts: d.attempts, orderId: orders.id, orderNumber: orders.orderNumber },
      productCount: sql<number>`cardinality(${d.productIds})`,
    })
    .from(d)
    .leftJoin(orders, eq(orders.id, d.orderId))
    .where(eq(d.webhookId, of))
    .orderBy(desc(d.createdAt), desc(d.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ orderId, orderNumber, ...row }) => ({
    ...row,
    order: orderId === null || orderNumber === null ? null : { id: orderId, orderNumber },
  }));
}

/** Counted to one above `most`. */
export async function countDeliveries(db: Queryable, of: string, most: number): Promise<number> {
  const some = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, of))
    .limit(most + 1)
    .as('some');
  const [row] = await db.select({ total: count() }).from(some);
  return row!.total;
}

/** False if there is no such delivery of an active webhook. */
export async function sendDeliveryAgain(db: Queryable, of: string): Promise<boolean> {
  return (await selectValue(db, flag, sql`SELECT send_delivery_again(${of}) AS value`)) ?? false;
}

/** False if there is no such active webhook. */
export async function sendTest(db: Queryable, of: string): Promise<boolean> {
  return (await selectValue(db, flag, sql`SELECT test_webhook(${of}) AS value`)) ?? false;
}
