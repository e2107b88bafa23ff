import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, nullable, selectRow, selectValue, text } from '#db/rows.ts';
import { type Attempt, webhookDeliveries, webhooks } from '#db/schema/webhooks.ts';

// The worker's, as aso_auth.

/** How long a process that was killed keeps others from sending the deliveries of a webhook. */
const HELD = sql`now() + interval '1 minute'`;
/** Days without a delivery after which a webhook is switched off. */
const FAILING_DAYS = 3;
/** Attempts that are kept. */
const MOST_ATTEMPTS = 20;

export type DueDelivery = NonNullable<Awaited<ReturnType<typeof findDue>>>;
export type HeldWebhook = NonNullable<Awaited<ReturnType<typeof holdWebhook>>>;

/** Takes an active webhook, so that one process at a time sends its deliveries. False if another has it. */
export async function takeWebhook(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`UPDATE webhooks SET busy_until = ${HELD}
      WHERE id = ${id} AND is_active AND coalesce(busy_until, '-infinity') < now()`,
  );
  return rowCount === 1;
}

/** Keeps it for another attempt; null if it was switched off or deleted. `actsFor` is null if it is no super admin. */
export const holdWebhook = (db: Queryable, id: string) =>
  selectRow(
    db,
    { url: text, secret: text, actsFor: nullable(text) },
    sql`UPDATE webhooks w SET busy_until = ${HELD} WHERE id = ${id} AND is_active
      RETURNING url, secret, (SELECT p.id FROM profiles p
        WHERE p.id = w.acts_for AND p.role = 'super_admin' AND NOT p.banned) AS "actsFor"`,
  );

export async function releaseWebhook(db: Queryable, id: string): Promise<void> {
  await db
    .update(webhooks)
    .set({ busyUntil: null })
    .where(and(eq(webhooks.id, id), isNotNull(webhooks.busyUntil)));
}

/** The delivery that has waited longest for its attempt. */
export async function findDue(db: Queryable, of: string) {
  const { id, event, orderId, productIds, change, createdAt, tries, webhookId, state, nextAttemptAt } =
    webhookDeliveries;
  const [row] = await db
    .select({ id, event, orderId, productIds, change, createdAt, tries })
    .from(webhookDeliveries)
    .where(and(eq(webhookId, of), sql`${state} = 'waiting'`, sql`${nextAttemptAt} <= now()`))
    .orderBy(asc(nextAttemptAt), asc(createdAt))
    .limit(1);
  return row;
}

/** Seconds until a delivery of an active webhook is due; null if none waits. */
export const secondsUntilDue = (db: Queryable, of: string): Promise<number | null | undefined> =>
  selectValue(
    db,
    nullable(integer),
    sql`SELECT greatest(0, ceil(extract(epoch FROM min(d.next_attempt_at) - now())))::integer AS value
      FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id AND w.is_active
      WHERE d.webhook_id = ${of} AND d.state = 'waiting'`,
  );

/** Records an attempt. `waitSeconds`: until the next one; null if there is none. */
export async function recordAttempt(
  db: Queryable,
  of: string,
  attempt: Attempt,
  { state, waitSeconds }: { state: 'waiting' | 'delivered' | 'given_up'; waitSeconds: number | null },
): Promise<void> {
  await db.execute(
    sql`UPDATE webhook_deliveries SET state = ${state}, tries = tries + 1,
        next_attempt_at = now() + make_interval(secs => ${waitSeconds}::integer),
        attempts = CASE WHEN jsonb_array_length(attempts) < ${MOST_ATTEMPTS} THEN attempts ELSE attempts - 0 END
          || ${JSON.stringify([attempt])}::jsonb
      WHERE id = ${of}`,
  );
}

/** Notes that a delivery arrived. */
export async function noteDelivered(db: Queryable, of: string): Promise<void> {
  await db
    .update(webhooks)
    .set({ failingSince: null })
    .where(and(eq(webhooks.id, of), isNotNull(webhooks.failingSince)));
}

/**
 * Notes that an attempt failed. True if the webhook is switched off by it, as nothing arrived for days: not before a
 * delivery is given up, since the last failure may be of an outage that was over long before this one.
 */
export async function noteFailed(
  db: Queryable,
  of: string,
  { isGivenUp }: { isGivenUp: boolean },
): Promise<boolean> {
  if (isGivenUp) {
    const { rowCount } = await db.execute(
      sql`UPDATE webhooks SET is_active = false, off_reason = 'failing'
        WHERE id = ${of} AND is_active AND failing_since < now() - make_interval(days => ${FAILING_DAYS}::integer)`,
    );
    if (rowCount === 1) return true;
  }
  await db.execute(
    sql`UPDATE webhooks SET failing_since = now() WHERE id = ${of} AND is_active AND failing_since IS NULL`,
  );
  return false;
}

export async function switchOff(db: Queryable, of: string, reason: 'gone' | 'account'): Promise<void> {
  await db.update(webhooks).set({ isActive: false, offReason: reason }).where(eq(webhooks.id, of));
}
