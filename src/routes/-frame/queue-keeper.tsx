import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '#domains/accounts/ui/session/session.queries.ts';
import { sendOpened, useHasOpened } from '#domains/orders/message/ui/opened-chats.ts';
import { concerns } from '#domains/orders/submission/queued-order.ts';
import { sendQueued, useOrderQueue } from '#domains/orders/submission/ui/order-queue.ts';
import type { OrdersApi } from '#domains/orders/ui/order.queries.ts';
import { useApi } from '#shared/api.tsx';
import { plural } from '#shared/plural.ts';

/** How often a visible page tries to send what waits, ms. */
const RETRY_MS = 30_000;

/** Sends the orders and opened chats that wait on this device, and links to them from every page. Loaded only where there is one. */
export function QueueKeeper() {
  const queue = useOrderQueue();
  const api = useApi<OrdersApi>();
  const session = useSession();
  const { pathname } = useRouterState({ select: ({ location }) => location });
  const account = session.user?.id;
  const orders = queue?.orders.filter((order) => concerns(order, account)) ?? [];
  const waiting = orders.filter(({ state }) => state.is === 'waiting').length;
  const hasOpened = useHasOpened(account);
  const retry = useRef(session.retry);
  retry.current = session.retry;
  useEffect(() => {
    if (!account || (waiting === 0 && !hasOpened)) return;
    const send = () => {
      if (document.visibilityState === 'hidden') return;
      const isOut = (isSignedOut: boolean) => {
        if (isSignedOut) retry.current();
      };
      sendQueued(api, account).then(isOut, console.error);
      void sendOpened(api, account).then(isOut);
    };
    send();
    const timer = setInterval(send, RETRY_MS);
    addEventListener('online', send);
    document.addEventListener('visibilitychange', send);
    return () => {
      clearInterval(timer);
      removeEventListener('online', send);
      document.removeEventListener('visibilitychange', send);
    };
  }, [account, waiting, hasOpened, api]);
  const unreadable = queue?.unreadable.length ?? 0;
  const count = orders.length + unreadable;
  if (count === 0 || pathname === '/checkout') return null;
  const isSent = orders.every(({ state }) => state.is === 'sent') && unreadable === 0;
  return (
    <p
      role="status"
      className="border-b-2 border-b-warning bg-warning-soft px-4 text-center text-foreground text-sm"
    >
      {isSent ? `${plural(count, 'order')} sent.` : `${plural(count, 'order')} not sent yet.`}{' '}
      <Link to="/checkout" className="link inline-flex min-h-11 items-center px-2 font-semibold">
        {isSent ? 'Continue to WhatsApp' : 'Look'}
      </Link>
    </p>
  );
}
