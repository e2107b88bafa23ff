import { useSyncExternalStore } from 'react';
import { holds } from '#domains/wishlist/cart.ts';
import { cartStore } from '#domains/wishlist/ui/cart-store.ts';
import { localStore } from '#shared/browser-storage.ts';
import { shopAnswers } from '#shared/load-script.ts';
import { codeOf } from '#shared/messages.ts';
import { ORDER_QUEUED, QUEUE_KEY, TRIED_KEY } from '#shared/order-queued.ts';
import type { PutBackRefusal } from '../../messages.ts';
import type { OrdersApi } from '../../ui/order.queries.ts';
import {
  findQueued,
  parseQueue,
  type Queue,
  type QueuedId,
  type QueuedOrder,
  queueText,
  stateAfter,
  withChanged,
  withoutQueued,
  withQueued,
} from '../queued-order.ts';
import { atNewPrices, type SentLine, type Submission, submitOrder } from '../submission.ts';
import { forgetUnanswered, isUnanswered, noteSent, noteUnanswered } from './unanswered-orders.ts';

let text: string | null | undefined;
let current: Queue = { orders: [], unreadable: [] };

function snapshot(): Queue {
  const now = localStore.read(QUEUE_KEY);
  if (now !== text) {
    text = now;
    current = parseQueue(now);
  }
  return current;
}

function subscribe(notify: () => void) {
  for (const event of ['storage', ORDER_QUEUED]) addEventListener(event, notify);
  return () => {
    for (const event of ['storage', ORDER_QUEUED]) removeEventListener(event, notify);
  };
}

/** The queue of all tabs; null on the server and until hydration. */
export const useOrderQueue = (): Queue | null =>
  useSyncExternalStore<Queue | null>(subscribe, snapshot, () => null);

/** Runs `work` in one tab at a time. Without Web Locks (plain http) the idempotency key alone prevents a second order. */
const locked = <T>(name: string, work: () => Promise<T> | T): Promise<T> =>
  navigator.locks ? (navigator.locks.request(name, () => work()) as Promise<T>) : Promise.resolve(work());

const change = (to: (queue: Queue) => Queue): Promise<boolean> =>
  locked('order-queue', () => {
    const next = queueText(to(parseQueue(localStore.read(QUEUE_KEY))));
    localStore.write(QUEUE_KEY, next);
    dispatchEvent(new Event(ORDER_QUEUED));
    return localStore.read(QUEUE_KEY) === next;
  });

/** Keys of carts that are still submitted are among the newest. */
const MAX_TRIED = 20;
/** Those of this tab, also with a full storage. */
const triedHere = new Set<string>();

const wasTried = (idempotencyKey: string): boolean =>
  triedHere.has(idempotencyKey) || localStore.readList(TRIED_KEY).includes(idempotencyKey);

function noteTried(idempotencyKey: string) {
  if (wasTried(idempotencyKey)) return;
  triedHere.add(idempotencyKey);
  const newest = [...localStore.readList(TRIED_KEY), idempotencyKey].slice(-MAX_TRIED);
  localStore.write(TRIED_KEY, JSON.stringify(newest));
}

/**
 * Submits the order of the cart. Its key is stored first: the shop may save the order although no answer arrives, and a
 * later press, after a reload too, does not know of this one.
 */
export async function submitCart(
  { orders }: OrdersApi,
  { account, ...order }: { idempotencyKey: string; lines: SentLine[]; account: string | null },
): Promise<Submission> {
  const wasUnanswered = isUnanswered(order.idempotencyKey);
  const result = await submitOrder({ ...order, signedIn: account !== null }, (input) => {
    // A request that cannot leave is none that may have arrived.
    if (navigator.onLine) {
      noteTried(input.idempotencyKey);
      noteUnanswered(input.idempotencyKey);
    }
    // The session may be another user's by now.
    return orders.submit({ ...input, account: account! });
  });
  if (!result.success && (wasUnanswered ? isNotSaved : isRefusal)(result.error)) {
    forgetUnanswered(order.idempotencyKey);
  }
  return result;
}

/** Whether the shop has answered that this attempt saved nothing. */
function isRefusal(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === 'number' && status >= 400 && status < 500;
}

/** What the shop refuses after it has found no order of the key: earlier attempts saved nothing either. */
const NOT_SAVED = ['PROFILE_NOT_FOUND', 'PRODUCTS_GONE', 'PRODUCTS_SOLD_OUT', 'PRICES_CHANGED'];

const isNotSaved = (error: unknown): boolean => NOT_SAVED.includes(codeOf(error) ?? '');

/** Queues the order of the cart and empties the cart. False if the storage is full: then the cart stays as it is. */
export async function queueOrder(
  order: Omit<QueuedOrder, 'version' | 'at' | 'isTried' | 'state'>,
): Promise<boolean> {
  const queued: QueuedOrder = {
    ...order,
    isTried: wasTried(order.idempotencyKey),
    version: 1,
    at: new Date().toISOString(),
    state: { is: 'waiting' },
  };
  if (!(await change((queue) => withQueued(queue, queued)))) return false;
  // Another tab may have a new cart by now.
  if (cartStore.orderKey() === order.idempotencyKey) cartStore.clear();
  return true;
}

const SENDING = 'order-queue-sending';
/** The attempt of this tab. */
let attempt: AbortController | undefined;

/**
 * Sends the waiting orders of this account, one after the other, in one tab. The server refuses them if the session has
 * become another user's. Whether the session has ended.
 */
export const sendQueued = ({ orders }: OrdersApi, account: string): Promise<boolean> =>
  locked(SENDING, async () => {
    attempt = new AbortController();
    const { signal } = attempt;
    // As in submitCart.
    if (!navigator.onLine && !(await shopAnswers())) return false;
    for (const known of snapshot().orders) {
      // As it is now: another tab may have sent it, or put it back.
      const order = findQueued(snapshot(), known);
      if (order?.account !== account || order.state.is !== 'waiting') continue;
      const { idempotencyKey, lines } = order;
      await change((queue) => withChanged(queue, order, { isTried: true }));
      const result = await submitOrder(
        { idempotencyKey, lines, signedIn: true },
        (input) => orders.submit({ ...input, account }, { signal }),
        async () => undefined,
      );
      const state = stateAfter(result);
      await change((queue) => withChanged(queue, order, { state }));
      // The cart was changed while the order was on its way: its checkout says what was sent.
      if (state.is === 'sent' && lines.some(({ productId }) => holds(cartStore.read(), productId))) {
        noteSent(state.orderId, idempotencyKey);
      }
      if (result.requiresAuth) return true;
      if (state.is === 'waiting') return false;
    }
    return false;
  });

/**
 * Sends them without waiting for an attempt that a silent link holds up, which may last a minute: it is given up. What it
 * sent is sent again with its key, and saved once.
 */
export function sendQueuedNow(api: OrdersApi, account: string): Promise<boolean> {
  attempt?.abort();
  return sendQueued(api, account);
}

/** The customer accepts the prices of the answer. It is sent with the next call of sendQueued. */
export const acceptPrices = (order: QueuedOrder): Promise<boolean> => {
  const { lines, state } = order;
  return change((queue) =>
    withChanged(queue, order, {
      lines: state.is === 'asks' ? atNewPrices(lines, state.changed) : lines,
      state: { is: 'waiting' },
    }),
  );
};

function isAccount(error: unknown): 'account' {
  if (['OTHER_ACCOUNT', 'SIGN_IN_REQUIRED'].includes(codeOf(error) ?? '')) return 'account';
  throw error;
}

/**
 * Puts an order back into the cart, unless the shop has it: then it becomes a sent one. Rejects if that cannot be found
 * out, because an order that was put back could be sent twice. It stays in the queue if the cart cannot keep all of it:
 * then resolves to why, as in the session of another account.
 */
export const putBack = ({ orders }: OrdersApi, id: QueuedId): Promise<PutBackRefusal | undefined> =>
  locked(SENDING, async () => {
    const order = findQueued(snapshot(), id);
    if (!order || order.state.is === 'sent') return undefined;
    const { idempotencyKey } = order;
    // Another tab may have tried it since.
    const isTried = order.isTried || wasTried(idempotencyKey);
    // The session may have become another user's, who would not find it.
    const { account } = order;
    const saved = isTried ? await orders.findSubmitted({ idempotencyKey, account }).catch(isAccount) : null;
    if (saved === 'account') return saved;
    if (saved) {
      const state = { is: 'sent', orderId: saved.id, orderNumber: saved.orderNumber } as const;
      await change((queue) => withChanged(queue, order, { state }));
      return undefined;
    }
    // Another version may have stored entries that this one cannot read.
    if (!order.lines.every(({ productId }) => holds(order.entries, productId))) return 'unreadable';
    const refusal = cartStore.putBackAll(order.entries);
    if (!refusal) await change((queue) => withoutQueued(queue, order));
    return refusal;
  });

/** After the chat of a sent order was opened. */
export const removeQueued = (id: QueuedId): Promise<boolean> => change((queue) => withoutQueued(queue, id));

/** After the customer has read the notice of orders that this version cannot read. */
export const dismissUnreadable = (): Promise<boolean> => change((queue) => ({ ...queue, unreadable: [] }));
