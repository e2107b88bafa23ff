import type { Database } from '#db/client.ts';
import type { Log } from '#platform/log.ts';
import { type Posted, type PostRules, postEvent } from '#platform/outgoing/post-event.ts';
import type { SealedText } from '#platform/sealed-text.ts';
import type { SignedIn } from '#shared/caller.ts';
import {
  type DueDelivery,
  findDue,
  type HeldWebhook,
  holdWebhook,
  noteDelivered,
  noteFailed,
  recordAttempt,
  releaseWebhook,
  secondsUntilDue,
  switchOff,
  takeWebhook,
} from './delivery.repository.ts';
import { signedHeaders } from './signature.ts';

/** Seconds before each attempt after the first; after the last one, some 20 hours later, a delivery is given up. */
const WAITS = [10, 60, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 12 * 3600];
/** How long a job sends, before the rest is left to another: it has two minutes, of which an attempt may take 10 s. */
const RUN_MS = 60_000;
/** Attempts that are further away are found by the job of each minute. */
const SOON_SECONDS = 60;

/** What bodies are made of, as the documented API answers it. */
export interface EventSource {
  /** The answer of `GET /admin/orders/{id}`; null if the order does not exist. */
  findOrder(id: string, caller: SignedIn): Promise<object | null>;
  /** The products that a visitor sees, as `POST /products/by-ids` answers them. */
  listProducts(ids: readonly string[]): Promise<readonly { id: string }[]>;
}

export interface SendDeps {
  database: Pick<Database, 'auth'>;
  source: EventSource;
  sealedText: Pick<SealedText, 'open'>;
  rules: Omit<PostRules, 'signal'>;
  log: Log;
}

/**
 * Sends what is due for a webhook, one after the other; in one process at a time. The seconds until a delivery is due
 * again, if that is soon, otherwise null. A delivery is sent at least once: again, if the process ends in between.
 */
export async function sendDue(deps: SendDeps, id: string, signal: AbortSignal): Promise<number | null> {
  const db = deps.database.auth;
  if (!(await takeWebhook(db, id))) return null;
  const endsAt = Date.now() + RUN_MS;
  try {
    while (!signal.aborted && Date.now() < endsAt) {
      const hook = await holdWebhook(db, id);
      const due = hook && (await findDue(db, id));
      if (!due) break;
      if (!hook.actsFor) await switchOff(db, id, 'account');
      else await attempt(deps, { ...hook, id, actsFor: hook.actsFor }, due, signal);
    }
  } catch (error) {
    // Nothing is recorded of an attempt that the shutdown ended.
    if (!signal.aborted) throw error;
  } finally {
    await releaseWebhook(db, id);
  }
  if (signal.aborted) return null;
  const seconds = (await secondsUntilDue(db, id)) ?? null;
  return seconds !== null && seconds <= SOON_SECONDS ? seconds : null;
}

type SendingWebhook = HeldWebhook & { id: string; actsFor: string };

async function attempt(
  deps: SendDeps,
  hook: SendingWebhook,
  due: DueDelivery,
  signal: AbortSignal,
): Promise<void> {
  const db = deps.database.auth;
  const at = new Date();
  const request = await requestOf(deps, hook, due, at);
  const posted: Posted =
    'reason' in request
      ? { status: null, ms: 0, answer: '', reason: request.reason }
      : await postEvent(hook.url, request, { ...deps.rules, signal });
  const { status, reason } = posted;
  const isGone = status === 410;
  const waitSeconds = (reason !== null && !isGone && !('isFinal' in request) && WAITS[due.tries]) || null;
  const state = reason === null ? 'delivered' : waitSeconds === null ? 'given_up' : 'waiting';
  await recordAttempt(db, due.id, { at: at.toISOString(), ...posted }, { state, waitSeconds });
  if ('reason' in request) return;
  if (reason === null) return noteDelivered(db, hook.id);
  if (isGone) return switchOff(db, hook.id, 'gone');
  if (await noteFailed(db, hook.id, { isGivenUp: waitSeconds === null }))
    deps.log.warn({ webhook: hook.id }, 'a webhook was switched off');
}

type EventRequest =
  | { headers: Record<string, string>; body: string }
  /** Why there is none, and whether there never will be. */
  | { reason: string; isFinal?: true };

/** The signed request. */
async function requestOf(
  deps: SendDeps,
  hook: SendingWebhook,
  due: DueDelivery,
  at: Date,
): Promise<EventRequest> {
  try {
    const data = await dataOf(deps.source, hook, due);
    if (!data) return { reason: 'The order does not exist any more', isFinal: true };
    const { event: type, createdAt, change } = due;
    const body = JSON.stringify({
      type,
      timestamp: createdAt.toISOString(),
      data,
      ...(change && { change }),
    });
    const secret = await deps.sealedText.open(hook.secret);
    const headers = { 'user-agent': 'Shop webhooks', ...signedHeaders(secret, { id: due.id, at, body }) };
    return { headers, body };
  } catch (error) {
    deps.log.warn({ err: error, delivery: due.id }, 'a webhook’s request could not be written');
    return { reason: 'The shop could not write the request; its log says why' };
  }
}

/**
 * The data of an event, as it is now. An order is read as an API key with the scope `orders:read` would read it, of the
 * super admin that the webhook acts for.
 */
async function dataOf(source: EventSource, hook: SendingWebhook, due: DueDelivery): Promise<object | null> {
  if (due.orderId) {
    const apiKey = { id: hook.id, scopes: ['orders:read'] } as const;
    return source.findOrder(due.orderId, { userId: hook.actsFor, role: 'admin', apiKey });
  }
  if (due.event !== 'product.changed') return { message: 'A test from the shop' };
  const products = await source.listProducts(due.productIds);
  const seen = new Set(products.map(({ id }) => id));
  return { products, removed: due.productIds.filter((id) => !seen.has(id)) };
}
