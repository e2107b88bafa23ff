import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PushSlot } from '#domains/notifications/ui/push-slot.tsx';
import { useApi } from '#shared/api.tsx';
import type { Order } from '../contract.ts';
import { MessageOptions } from '../message/ui/message-options.tsx';
import { isWaiting } from '../order.ts';
import { ItemNote } from './item-note.tsx';
import { ORDERS, type OrdersApi, orderQuery } from './order.queries.ts';
import { ChatLink, ItemImage, ItemPrice, OrderFacts, OrderProgress, OrderTotal } from './order-card.tsx';

/** One order: status, every item with its note, total and chat link. */
export function OrderDetail({ order }: { order: Order }) {
  const api = useApi<OrdersApi>();
  const queryClient = useQueryClient();
  return (
    <article>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="grid gap-2">
          <h1 className="font-display text-3xl tabular-nums">Order #{order.orderNumber}</h1>
          <OrderFacts order={order} />
          <OrderProgress order={order} />
        </div>
        <ChatLink order={order} />
      </header>
      {isWaiting(order.status) ? <PushSlot className="mb-4" /> : null}
      <ul className="border-t">
        {order.items.map((item) => (
          <li
            key={item.id}
            className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-3 border-b py-5 sm:grid-cols-[6rem_minmax(0,1fr)] sm:gap-x-6"
          >
            <ItemImage item={item} className="row-span-2" />
            <div className="grid content-start gap-1">
              <h2 className="leading-snug">
                <Link
                  to="/products/$id"
                  params={{ id: item.productId }}
                  search={{}}
                  className="underline-offset-4 hover:underline"
                >
                  {item.productName}
                </Link>
              </h2>
              <p>
                <ItemPrice item={item} />
              </p>
            </div>
            <div className="min-w-0 max-w-prose">
              <ItemNote
                item={item}
                show={(changed) => {
                  queryClient.setQueryData(orderQuery(api, changed.id).queryKey, changed);
                  void queryClient.invalidateQueries({ queryKey: [...ORDERS, 'listMine'] });
                }}
                onFailed={(error) => console.error('Note update failed', error)}
              />
            </div>
          </li>
        ))}
      </ul>
      <OrderTotal order={order} />
      <MessageOptions order={order} className="mt-8 border-t pt-6" />
    </article>
  );
}
