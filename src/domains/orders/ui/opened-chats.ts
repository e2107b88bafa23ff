import { useSyncExternalStore } from 'react';
import { localStore } from '#shared/browser-storage.ts';
import { OPENED_KEY, ORDER_QUEUED } from '#shared/order-queued.ts';
import { isId } from '#shared/random-id.ts';
import type { OrdersApi } from './order.queries.ts';

/** Orders that are kept, the newest. */
const MOST = 20;

const opened = (): string[] => localStore.readList(OPENED_KEY).filter(isId);

function store(ids: readonly string[]) {
  localStore.write(OPENED_KEY, JSON.stringify(ids));
  dispatchEvent(new Event(ORDER_QUEUED));
}

function subscribe(notify: () => void) {
  for (const event of ['storage', ORDER_QUEUED]) addEventListener(event, notify);
  return () => {
    for (const event of ['storage', ORDER_QUEUED]) removeEventListener(event, notify);
  };
}

/** Whether there is a chat that the shop has not been told of. */
export const useHasOpened = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => opened().length > 0,
    () => false,
  );

/** An answer that will not be another one: the order is gone, or of another account. */
function isFinal(error: unknown): boolean {
  const status = Number((error as { status?: unknown } | null)?.status);
  return status >= 400 && status < 500 && ![401, 429].includes(status);
}

/** Tells the shop of the chats that were opened. Never rejects: what does not arrive is told later. */
export async function sendOpened({ orders }: OrdersApi, ids = opened()): Promise<void> {
  for (const id of ids) {
    try {
      await orders.markOpened({ id });
    } catch (error) {
      if (!isFinal(error)) return;
    }
    store(opened().filter((one) => one !== id));
  }
}

/**
 * Records that the chat of an order was opened. WhatsApp opens whatever becomes of the request, so the order is kept until the
 * shop has answered: without this fact the back office would remind a customer who has written.
 */
export function noteOpened(api: OrdersApi, id: string): Promise<void> {
  const ids = [...opened().filter((one) => one !== id), id].slice(-MOST);
  store(ids);
  // Also where nothing can be stored.
  return sendOpened(api, ids);
}
