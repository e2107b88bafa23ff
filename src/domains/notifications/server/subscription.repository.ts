import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { pushSubscriptions as table } from '#db/schema/notifications.ts';
import type { Topic } from '../topic.ts';

const topicColumns = { ownOrders: table.ownOrders, newOrders: table.newOrders };
export type TopicColumns = { ownOrders: boolean; newOrders: boolean };

interface NewSubscription {
  userId: string;
  sessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Adds a topic to the browser of an endpoint, and moves the browser to this account and session. The topics of another
 * account end. Needs the role aso_auth.
 */
export async function saveSubscription(
  db: Queryable,
  row: NewSubscription,
  topic: Topic,
): Promise<TopicColumns> {
  const isSame = sql`${table.userId} = excluded.user_id`;
  const [saved] = await db
    .insert(table)
    .values({ ...row, ownOrders: topic === 'own_orders', newOrders: topic === 'new_orders' })
    .onConflictDoUpdate({
      target: table.endpoint,
      set: {
        userId: sql`excluded.user_id`,
        sessionId: sql`excluded.session_id`,
        p256dh: sql`excluded.p256dh`,
        auth: sql`excluded.auth`,
        ownOrders: sql`excluded.own_orders or (${isSame} and ${table.ownOrders})`,
        newOrders: sql`excluded.new_orders or (${isSame} and ${table.newOrders})`,
        createdAt: sql`clock_timestamp()`,
      },
    })
    .returning(topicColumns);
  return saved!;
}

/** Replaces the endpoint of a browser of this account; false if it has none with the old one. Needs the role aso_auth. */
export async function renewSubscription(
  db: Queryable,
  { before, userId, sessionId, endpoint, p256dh, auth }: NewSubscription & { before: string },
): Promise<boolean> {
  // The page may have saved the new one already.
  const isNew = sql`not exists (select from push_subscriptions o where o.endpoint = ${endpoint})`;
  const { rowCount } = await db
    .update(table)
    .set({ sessionId, endpoint, p256dh, auth })
    .where(and(eq(table.endpoint, before), eq(table.userId, userId), isNew));
  return rowCount === 1;
}

/** The topics of the caller's browser with this endpoint; null if they have none. */
export async function findTopics(db: Queryable, endpoint: string): Promise<TopicColumns | null> {
  const [row] = await db.select(topicColumns).from(table).where(eq(table.endpoint, endpoint));
  return row ?? null;
}

/** Ends a topic of the caller's browser. */
export async function deleteTopic(db: Queryable, endpoint: string, topic: Topic): Promise<void> {
  const [ended, other] =
    topic === 'own_orders' ? (['ownOrders', 'newOrders'] as const) : (['newOrders', 'ownOrders'] as const);
  await db.delete(table).where(and(eq(table.endpoint, endpoint), eq(table[other], false)));
  await db
    .update(table)
    .set({ [ended]: false })
    .where(and(eq(table.endpoint, endpoint), eq(table[other], true)));
}

/** The caller's browser, if it still has this topic; for new orders only while the caller is of the staff. */
export async function findRecipient(db: Queryable, id: string, topic: Topic) {
  const column = topic === 'own_orders' ? table.ownOrders : table.newOrders;
  const mayKnow = topic === 'own_orders' ? sql`true` : sql`is_admin_or_super_admin(${table.userId})`;
  const [row] = await db
    .select({ endpoint: table.endpoint, p256dh: table.p256dh, auth: table.auth })
    .from(table)
    .where(and(eq(table.id, id), eq(column, true), mayKnow));
  return row ?? null;
}

/** Deletes the caller's browser. */
export async function deleteSubscription(db: Queryable, id: string): Promise<void> {
  await db.delete(table).where(eq(table.id, id));
}
