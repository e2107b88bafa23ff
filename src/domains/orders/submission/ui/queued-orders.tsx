import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LOCALE } from '#brand/locale.ts';
import { Button } from '#design/button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { toast } from '#design/toast.ts';
import { useApi } from '#shared/api.tsx';
import { plural } from '#shared/plural.ts';
import { noteOpened } from '../../message/ui/opened-chats.ts';
import { putBackFailed, putBackRefusals, queueRefusals } from '../../messages.ts';
import { isWaiting } from '../../order.ts';
import { ORDERS, type OrdersApi, submittedQuery } from '../../ui/order.queries.ts';
import { concerns, type QueuedOrder, unavailableNames } from '../queued-order.ts';
import { ChangedPrices } from './changed-prices.tsx';
import {
  acceptPrices,
  dismissUnreadable,
  putBack,
  removeQueued,
  sendQueuedNow,
  useOrderQueue,
} from './order-queue.ts';
import { OrderSubmitted } from './order-submitted.tsx';

/**
 * The orders that wait on this device, each with its state. `account`: the signed-in user; null for none. While it is not
 * known, nothing of other accounts is shown.
 */
export function QueuedOrders({ account, isKnown }: { account: string | null; isKnown: boolean }) {
  const queue = useOrderQueue();
  const orders = queue?.orders.filter((order) => concerns(order, account)) ?? [];
  if (!queue || orders.length + queue.unreadable.length === 0) return null;
  const others = isKnown ? orders.filter((order) => order.account !== account) : [];
  return (
    <div className="mb-8 grid gap-4">
      {orders.map((order) =>
        order.account === account ? <Queued key={order.idempotencyKey} order={order} /> : null,
      )}
      {others.length > 0 ? (
        account === null ? (
          <Notice title={`${plural(others.length, 'order')} on this device not sent yet`}>
            <p>
              Please sign in with the account that submitted {others.length === 1 ? 'it' : 'them'}. Then{' '}
              {others.length === 1 ? 'it is' : 'they are'} sent.
            </p>
            <div className="flex flex-wrap gap-x-6">
              <Link to="/auth" search={{ next: '/checkout' }} className="link py-2 font-semibold">
                Sign in
              </Link>
              <DeleteQueued orders={others} />
            </div>
          </Notice>
        ) : (
          <Notice title={`${plural(others.length, 'order')} of another account on this device not sent yet`}>
            <p>
              {others.length === 1 ? 'It is' : 'They are'} kept, and sent when that account signs in here.
            </p>
            <DeleteQueued orders={others} />
          </Notice>
        )
      ) : null}
      {queue.unreadable.length > 0 ? (
        <Notice title="An order that was kept here cannot be read">
          <p>
            An earlier version of the shop kept it. Please look at your orders, and send it again if it is
            missing.
          </p>
          <div className="flex flex-wrap gap-x-6">
            <Link to="/orders" className="link py-2 font-semibold">
              Your orders
            </Link>
            <Button variant="link" onClick={() => void dismissUnreadable()}>
              Remove this notice
            </Button>
          </div>
        </Notice>
      ) : null}
    </div>
  );
}

/** For orders whose account no longer signs in here. */
function DeleteQueued({ orders }: { orders: readonly QueuedOrder[] }) {
  const [isAsking, setAsking] = useState(false);
  const what = orders.length === 1 ? 'it' : 'them';
  return (
    <>
      <Button variant="link" onClick={() => setAsking(true)}>
        Delete {what} from this device
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${plural(orders.length, 'order')}?`}
        description={`The shop may not have ${what}. Once deleted, nobody can send ${what} from this device.`}
        confirmLabel="Delete"
        onConfirm={() => {
          setAsking(false);
          for (const order of orders) void removeQueued(order);
        }}
      />
    </>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      role="status"
      className="grid justify-items-start gap-2 border-warning border-l-4 bg-warning-soft p-4"
    >
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  );
}

const timeOf = (at: string) =>
  new Date(at).toLocaleString(LOCALE, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

function Queued({ order }: { order: QueuedOrder }) {
  const api = useApi<OrdersApi>();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [isSentHere, setSentHere] = useState(false);
  const latest = useRef(order);
  latest.current = order;
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work().catch(() => toast.error(putBackFailed.title, { ...putBackFailed, id: 'checkout' }));
    setBusy(false);
  };
  const send = async () => {
    setSentHere(true);
    await sendQueuedNow(api, order.account);
    if (latest.current.state.is === 'waiting') setSentHere(false);
  };
  const { state } = order;
  if (state.is === 'sent') {
    return (
      <Sent
        order={order}
        orderNumber={state.orderNumber}
        takesFocus={isSentHere}
        onContinue={(id) => {
          void noteOpened(api, { id, account: order.account });
          // Deferred until the link has opened its tab.
          setTimeout(() => {
            void removeQueued(order);
            void queryClient.invalidateQueries({ queryKey: ORDERS });
          });
        }}
      />
    );
  }
  const toCart = async () => {
    const refusal = await putBack(api, order);
    // The button is gone with its notice; what was put back is on this page.
    if (!refusal) return document.getElementById('main')?.focus();
    toast.error(putBackFailed.title, { description: putBackRefusals[refusal], id: 'checkout' });
  };
  const back = (
    <Button variant="link" disabled={busy} onClick={() => void run(toCart)}>
      Put it back into the cart
    </Button>
  );
  const what = `${plural(order.lines.length, 'item')}, submitted ${timeOf(order.at)}`;
  if (state.is === 'asks') {
    return (
      <section className="grid justify-items-start gap-2">
        <ChangedPrices
          lines={state.changed}
          busy={busy}
          onAccept={() => void run(async () => (await acceptPrices(order)) && (await send()))}
        />
        {back}
      </section>
    );
  }
  if (state.is === 'refused') {
    const { title, description } = queueRefusals(state.code, unavailableNames(order));
    return (
      <Notice title={title}>
        <p>{description}</p>
        <p className="text-sm">{what}.</p>
        {back}
      </Notice>
    );
  }
  return (
    <Notice title="Your order waits for the network">
      <p>It is sent by itself as soon as you are online, and only once. You can close this page.</p>
      <p className="text-sm">{what}.</p>
      <div className="flex flex-wrap items-center gap-x-6">
        <Button variant="outline" busy={busy} onClick={() => void run(send)}>
          Send Now
        </Button>
        {back}
      </div>
    </Notice>
  );
}

function Sent({
  order,
  orderNumber,
  takesFocus,
  onContinue,
}: {
  order: QueuedOrder;
  orderNumber: string;
  /** The button that was pressed to send it is gone. */
  takesFocus: boolean;
  onContinue: (id: string) => void;
}) {
  const api = useApi<OrdersApi>();
  const queryClient = useQueryClient();
  const { idempotencyKey } = order;
  const [isAsking, setAsking] = useState(false);
  const { data } = useQuery({ ...submittedQuery(api, idempotencyKey), staleTime: 0, enabled: isAsking });
  useEffect(() => {
    // The checkout may have asked before it was sent, on a link that went silent.
    const { queryKey } = submittedQuery(api, idempotencyKey);
    void queryClient.cancelQueries({ queryKey }).then(() => setAsking(true));
  }, [api, queryClient, idempotencyKey]);
  // Its chat was opened elsewhere, or nobody waits for it any more.
  const isOver = data != null && (data.openedAt !== null || !isWaiting(data.status));
  useEffect(() => {
    if (isOver) void removeQueued(order);
  }, [isOver, order]);
  if (data)
    return <OrderSubmitted order={data} takesFocus={takesFocus} onContinue={() => onContinue(data.id)} />;
  return (
    <Notice title={`Order #${orderNumber} was sent`}>
      <div className="flex flex-wrap gap-x-6">
        <Link to="/orders" className="link py-2 font-semibold">
          Your orders
        </Link>
        <Button variant="link" onClick={() => void removeQueued(order)}>
          Remove this notice
        </Button>
      </div>
    </Notice>
  );
}
