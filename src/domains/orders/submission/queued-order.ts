import { type Cart, parseCart } from '#domains/wishlist/cart.ts';
import { codeOf } from '#shared/messages.ts';
import { MAX_LINES } from '#shared/order-limits.ts';
import { isId } from '#shared/random-id.ts';
import type { ChangedLine } from '../contract.ts';
import type { SentLine, Submission } from './submission.ts';

export type QueueState =
  | { is: 'waiting' }
  /** Prices changed since: the customer decides. */
  | { is: 'asks'; changed: ChangedLine[] }
  /**
   * It cannot be sent as it is. `code`: of the refusal; `unavailable`: the ids of products that are sold out or gone, which
   * earlier versions did not store.
   */
  | { is: 'refused'; code: string; unavailable?: string[] }
  | { is: 'sent'; orderId: string; orderNumber: string };

/** An order that was submitted offline and waits on the device, without who: the account is an id. */
export interface QueuedOrder {
  version: 1;
  idempotencyKey: string;
  /** The user who pressed 'Submit Order'. It is sent for nobody else. */
  account: string;
  /** When, an ISO instant. */
  at: string;
  lines: SentLine[];
  /** The cart it was made of, to put it back. */
  entries: Cart;
  /** A request may have reached the shop without its answer arriving here. */
  isTried: boolean;
  state: QueueState;
}

export interface Queue {
  orders: readonly QueuedOrder[];
  /** What another version has stored here; it is kept and reported. */
  unreadable: readonly unknown[];
}

const STATES = ['waiting', 'asks', 'refused', 'sent'];

function orderOf(value: unknown): QueuedOrder | undefined {
  const { version, idempotencyKey, account, at, lines, entries, state } = (value ??
    {}) as Partial<QueuedOrder>;
  const isWhole =
    version === 1 &&
    isId(idempotencyKey) &&
    isId(account) &&
    typeof at === 'string' &&
    Array.isArray(lines) &&
    lines.length > 0 &&
    lines.every((line) => isId(line?.productId) && typeof line.shownPrice === 'number') &&
    STATES.includes(state?.is ?? '') &&
    (state?.is !== 'asks' || Array.isArray(state.changed)) &&
    (state?.is !== 'refused' || Array.isArray(state.unavailable ?? []));
  if (!isWhole) return undefined;
  return { ...(value as QueuedOrder), entries: parseCart(JSON.stringify(entries ?? [])) };
}

/** Reads the stored text. Never throws, and drops nothing. */
export function parseQueue(text: string | null): Queue {
  if (!text) return { orders: [], unreadable: [] };
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    values = [text];
  }
  const orders: QueuedOrder[] = [];
  const unreadable: unknown[] = [];
  for (const value of Array.isArray(values) ? values : [values]) {
    const order = orderOf(value);
    if (order) orders.push(order);
    else unreadable.push(value);
  }
  return { orders, unreadable };
}

/** What is stored; '' for nothing. */
export const queueText = ({ orders, unreadable }: Queue): string =>
  orders.length + unreadable.length === 0 ? '' : JSON.stringify([...orders, ...unreadable]);

/** Two accounts can have submitted one cart, and so one key, in two tabs. */
export type QueuedId = Pick<QueuedOrder, 'idempotencyKey' | 'account'>;

const isOf = (id: QueuedId) => (order: QueuedOrder) =>
  order.idempotencyKey === id.idempotencyKey && order.account === id.account;

export const findQueued = (queue: Queue, id: QueuedId): QueuedOrder | undefined =>
  queue.orders.find(isOf(id));

/**
 * Adds an order, once for its account and key, however often and in how many tabs it was submitted. It is a tried one if
 * one of them tried it.
 */
export function withQueued(queue: Queue, order: QueuedOrder): Queue {
  if (!findQueued(queue, order)) return { ...queue, orders: [...queue.orders, order] };
  return order.isTried ? withChanged(queue, order, { isTried: true }) : queue;
}

export const withoutQueued = (queue: Queue, id: QueuedId): Queue => ({
  ...queue,
  orders: queue.orders.filter((order) => !isOf(id)(order)),
});

export const withChanged = (queue: Queue, id: QueuedId, change: Partial<QueuedOrder>): Queue => ({
  ...queue,
  orders: queue.orders.map((order) => (isOf(id)(order) ? { ...order, ...change } : order)),
});

/** Whether someone is shown an order: one that was sent only its own account can complete. `account`: who is signed in. */
export const concerns = (order: QueuedOrder, account: string | null | undefined): boolean =>
  order.account === account || order.state.is !== 'sent';

/** The names of the pieces because of which an order was refused, as the customer saw them. */
export const unavailableNames = ({ entries, state }: QueuedOrder): string[] =>
  entries
    .filter(({ product }) => state.is === 'refused' && state.unavailable?.includes(product.id))
    .map(({ product }) => product.name);

/** Refusals that pass by themselves, or with another sign-in. */
const PASSING = ['RATE_LIMITED', 'BUSY', 'UNEXPECTED', 'OTHER_ACCOUNT', 'BANNED'];

/** The state of a queued order after it was sent. */
export function stateAfter(result: Submission): QueueState {
  if (result.success) {
    return { is: 'sent', orderId: result.order.id, orderNumber: result.order.orderNumber };
  }
  if (result.reason === 'prices') return { is: 'asks', changed: result.lines };
  const code = codeOf(result.error);
  if (result.requiresAuth || code === undefined || PASSING.includes(code)) return { is: 'waiting' };
  const { status } = result.error as { status: number };
  if (status >= 500) return { is: 'waiting' };
  // Beside them may be lines of which only the price changed.
  const unavailable = result.lines.filter(({ after }) => after === null).map(({ productId }) => productId);
  return { is: 'refused', code, unavailable: unavailable.slice(0, MAX_LINES) };
}
