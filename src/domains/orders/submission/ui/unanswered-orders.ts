import { useSyncExternalStore } from 'react';
import { cartStore } from '#domains/wishlist/ui/cart-store.ts';
import { localStore } from '#shared/browser-storage.ts';

// Submissions of which it is unknown whether they made an order, by their idempotency keys: the cart may have changed
// since, and have another key.

const KEY = 'unanswered-orders';
/** The newest are kept. */
const MOST = 3;

const listeners = new Set<() => void>();

/** The keys with spaces between. */
const read = (): string => localStore.read(KEY) ?? '';

const list = (): string[] => read().split(' ');

const others = (idempotencyKey: string): string[] =>
  list().filter((key) => key !== '' && key !== idempotencyKey);

function write(keys: readonly string[]): void {
  localStore.write(KEY, keys.slice(-MOST).join(' '));
  for (const notify of listeners) notify();
}

export const isUnanswered = (idempotencyKey: string): boolean => list().includes(idempotencyKey);

/** An order is being sent under this key. */
export const noteUnanswered = (idempotencyKey: string): void =>
  write([...others(idempotencyKey), idempotencyKey]);

/** The shop has refused it, and saved nothing under this key before. */
export const forgetUnanswered = (idempotencyKey: string): void => write(others(idempotencyKey));

/** The shop has the order of this key, which was made of the cart as it is or was. */
export function noteSent(orderId: string, idempotencyKey: string): void {
  cartStore.noteSent(orderId);
  forgetUnanswered(idempotencyKey);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The keys with spaces between; '' on the server. */
export const useUnansweredOrders = (): string => useSyncExternalStore(subscribe, read, () => '');
