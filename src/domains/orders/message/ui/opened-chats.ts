import { useSyncExternalStore } from 'react';
import { localStore } from '#shared/browser-storage.ts';
import { codeOf, isOfConnection } from '#shared/messages.ts';
import { OPENED_KEY, ORDER_QUEUED } from '#shared/order-queued.ts';
import { isId } from '#shared/random-id.ts';
import type { OrdersApi } from '../../ui/order.queries.ts';

/** An order whose chat was opened, and the account that sent it. */
interface OpenedChat {
  id: string;
  account: string;
}

/** The newest are kept. */
const MOST = 20;

const isOpenedChat = (value: unknown): value is OpenedChat => {
  const { id, account } = (value ?? {}) as Partial<OpenedChat>;
  return isId(id) && isId(account);
};

const stored = (): OpenedChat[] => localStore.readList(OPENED_KEY).filter(isOpenedChat);

const store = (chats: readonly OpenedChat[]) => localStore.write(OPENED_KEY, JSON.stringify(chats));

function subscribe(notify: () => void) {
  for (const event of ['storage', ORDER_QUEUED]) addEventListener(event, notify);
  return () => {
    for (const event of ['storage', ORDER_QUEUED]) removeEventListener(event, notify);
  };
}

/** Whether the shop may not know of a chat that this account opened. */
export const useHasOpened = (account: string | undefined): boolean =>
  useSyncExternalStore(
    subscribe,
    () => stored().some((one) => one.account === account),
    () => false,
  );

/** The order is gone: the next request would be refused too. In the session of another account it is not. */
const isFinal = (error: unknown): boolean => ['NOT_FOUND', 'BAD_INPUT'].includes(codeOf(error) ?? '');

async function send({ orders }: OrdersApi, chats: readonly OpenedChat[]): Promise<'signed out' | undefined> {
  for (const { id, account } of chats) {
    try {
      await orders.markOpened({ id, account });
    } catch (error) {
      if (codeOf(error) === 'SIGN_IN_REQUIRED') return 'signed out';
      if (isOfConnection(error)) return undefined;
      if (!isFinal(error)) continue;
    }
    store(stored().filter((one) => one.id !== id));
  }
  return undefined;
}

/** Sends what this account opened. Whether the session has ended. Never rejects: what does not arrive is sent later. */
export async function sendOpened(api: OrdersApi, account: string): Promise<boolean> {
  const end = await send(
    api,
    stored().filter((one) => one.account === account),
  );
  dispatchEvent(new Event(ORDER_QUEUED));
  return end === 'signed out';
}

/**
 * Records that the chat of an order was opened. WhatsApp opens whatever becomes of the request, so the order is kept until the
 * shop has answered: without this fact the back office would remind a customer who has written.
 */
export async function noteOpened(api: OrdersApi, chat: OpenedChat): Promise<void> {
  store([...stored().filter(({ id }) => id !== chat.id), chat].slice(-MOST));
  await send(api, [chat]);
  // Not before: the code that sends it again is loaded only if this request has failed.
  dispatchEvent(new Event(ORDER_QUEUED));
}
