import { createHash } from 'node:crypto';
import type { Database } from '#db/client.ts';
import type { PushJob } from '#platform/jobs/queues.ts';
import type { Log } from '#platform/log.ts';
import { UrlRefused } from '#platform/outgoing/public-request.ts';
import { PushFailed, type PushSender } from '#platform/push/send-push.ts';
import type { OrderNotification } from '../topic.ts';
import { deleteSubscription, findRecipient } from './subscription.repository.ts';

/** Shortest wait before another attempt, seconds, also for a push service that asks for less. */
const LEAST_WAIT = 60;

interface SendDeps {
  database: Pick<Database, 'asCaller'>;
  sender: Pick<PushSender, 'send'>;
  log: Log;
  /** The notification as the order is now; null if it is no longer true. */
  write(job: PushJob): Promise<OrderNotification | null>;
  now?(): number;
}

/**
 * Sends one message of the queue, on behalf of the account of its subscription. Ends without one if the subscription
 * or its topic has ended, the account is not of the staff any more, the order has changed, or a day has passed. Throws
 * where a later attempt may succeed; the seconds until then if the push service says them, else null.
 */
export async function sendNotification(deps: SendDeps, job: PushJob): Promise<number | null> {
  const { database, log, now = Date.now } = deps;
  const ttlSeconds = Math.floor(job.until - now() / 1000);
  const dropped = (reason: string) => {
    log.info({ subscription: job.subscription, reason }, 'no notification');
    return null;
  };
  if (ttlSeconds <= 0) return dropped('not delivered within a day');
  const account = { userId: job.user, role: 'user' } as const;
  const recipient = await database.asCaller(account, (tx) => findRecipient(tx, job.subscription, job.topic));
  if (!recipient) return dropped('the subscription has ended');
  const data = await deps.write(job);
  if (!data) return dropped('the order has changed');
  const topic = createHash('sha256').update(data.tag).digest('base64url').slice(0, 32);
  try {
    const outcome = await deps.sender.send(recipient, { data, topic, ttlSeconds });
    if (outcome === 'gone')
      await database.asCaller(account, (tx) => deleteSubscription(tx, job.subscription));
  } catch (error) {
    if (error instanceof PushFailed && error.retryAfter !== null) {
      const wait = Math.max(LEAST_WAIT, error.retryAfter);
      if (wait >= ttlSeconds) return dropped('not delivered within a day');
      log.warn({ err: error, subscription: job.subscription, wait }, 'a push service asks to wait');
      return wait;
    }
    if (!(error instanceof UrlRefused)) throw error;
    // The name of the push service had a public address when the browser subscribed. The next message tries again.
    log.warn({ err: error, subscription: job.subscription }, 'a push endpoint was refused');
  }
  return null;
}
