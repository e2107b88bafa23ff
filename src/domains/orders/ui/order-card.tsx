import { useQueryClient } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { cn } from '#design/cn.ts';
import { ExternalLink } from '#design/external-link.tsx';
import { Image } from '#design/image.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { Money } from '#design/money.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import type { EffectivePrice } from '#domains/promotions/price.ts';
import { PromotedPrice } from '#domains/promotions/ui/promoted-price.tsx';
import { useApi } from '#shared/api.tsx';
import { koboOfNaira } from '#shared/money.ts';
import type { Order, OrderItem } from '../contract.ts';
import { handoverOf } from '../follow-up/handover.ts';
import { noteOpened } from '../message/ui/opened-chats.ts';
import { isWaiting } from '../order.ts';
import { StatusBadge } from '../status/ui/status-badge.tsx';
import { ORDERS, type OrdersApi } from './order.queries.ts';

/** Items shown on an order's card; the rest is counted. */
const SHOWN = 2;

/** The image of an item as ordered. Only its URL is stored, so only small sizes are requested. */
export function ItemImage({ item, className }: { item: OrderItem; className?: string }) {
  return (
    <div className={className}>
      <Image
        image={{ url: item.productImage, width: 320, height: 400 }}
        alt=""
        sizes="6rem"
        className="aspect-4/5 object-cover"
      />
    </div>
  );
}

/** The price paid for an item, which has no end. */
export const paidPrice = (item: OrderItem): EffectivePrice => ({
  amount: koboOfNaira(item.productPrice),
  list: koboOfNaira(item.listPrice),
  code: item.promotionCode,
  percent: item.promotionPercent === null ? null : koboOfNaira(item.promotionPercent),
  endDate: null,
});

/** The same, with its explanation if a promotion reduced it. */
export function ItemPrice({ item }: { item: OrderItem }) {
  return <PromotedPrice price={paidPrice(item)} />;
}

/**
 * Opens the WhatsApp chat with the prepared message and records that. Renders nothing for an order without a
 * link.
 */
export function ChatLink({ order }: { order: Order }) {
  const api = useApi<OrdersApi>();
  const queryClient = useQueryClient();
  if (!order.whatsappLink) return null;
  const note = () => {
    if (order.openedAt === null && order.userId)
      // Without live updates, as with the data saver, nothing else would show it.
      void noteOpened(api, { id: order.id, account: order.userId }).then(() =>
        queryClient.invalidateQueries({ queryKey: ORDERS }),
      );
  };
  return (
    <Button asChild variant="outline" size="sm" className="min-h-11">
      <ExternalLink
        href={order.whatsappLink}
        onClick={note}
        onAuxClick={(event) => {
          if (event.button === 1) note();
        }}
      >
        <MessageCircle aria-hidden="true" />
        Open in WhatsApp
      </ExternalLink>
    </Button>
  );
}

/** Order number, date and status. */
export function OrderFacts({ order }: { order: Order }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-sm">
      <StatusBadge status={order.status} />
      <span>
        Placed <RelativeTime iso={order.createdAt} />
      </span>
    </p>
  );
}

/** How far the order is on its way to the seller, and since when. */
export function OrderProgress({ order }: { order: Order }) {
  const { fact, since } = handoverOf(order);
  const [done, missing] = {
    submitted: ['Submitted', ' Not opened in WhatsApp yet.'],
    opened: ['Opened in WhatsApp', ' Not confirmed by the shop yet.'],
    confirmed: ['Confirmed by the shop', ''],
  }[fact];
  return (
    <p className="text-sm">
      {done} <RelativeTime iso={since} />.{isWaiting(order.status) ? missing : null}
    </p>
  );
}

/** The total below the items of an order. */
export function OrderTotal({ order }: { order: Order }) {
  return (
    <p className="flex items-baseline justify-between gap-4 pt-5">
      <span className="font-semibold">Total</span>
      <Money amount={order.total} className="font-display text-2xl tabular-nums" />
    </p>
  );
}

/** An order in the customer's list. */
export function OrderCard({ order }: { order: Order }) {
  const more = order.items.length - SHOWN;
  const isCancelled = order.status === 'cancelled';
  return (
    <article className="grid gap-4 border-b py-6 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-8">
      <div className="grid min-w-0 gap-4">
        <header className="grid gap-1.5">
          <h2 className="font-display text-2xl tabular-nums">Order #{order.orderNumber}</h2>
          <OrderFacts order={order} />
        </header>
        <ul className={cn('grid gap-3', isCancelled && 'text-muted-foreground [&_img]:grayscale')}>
          {order.items.slice(0, SHOWN).map((item) => (
            <li key={item.id} className="grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-3">
              <ItemImage item={item} />
              <div className="grid gap-0.5">
                <p className="line-clamp-2 leading-snug">{item.productName}</p>
                <p className="text-sm">
                  <ItemPrice item={item} />
                </p>
              </div>
            </li>
          ))}
        </ul>
        {more > 0 ? <p className="text-muted-foreground text-sm">+{more} more items</p> : null}
      </div>
      <div className="grid content-between gap-4 sm:justify-items-end">
        <p className="flex items-baseline justify-between gap-3 sm:grid sm:justify-items-end sm:gap-0">
          <span className="text-muted-foreground text-sm">Total</span>
          <Money amount={order.total} className="font-semibold text-lg tabular-nums" />
        </p>
        {/* On a phone the icon would break the text beside it. */}
        <div className="grid auto-cols-fr grid-flow-col gap-2 max-sm:[&_svg]:hidden sm:auto-cols-auto sm:grid-flow-row">
          <LinkButton size="sm" className="min-h-11" to="/orders/$id" params={{ id: order.id }}>
            View Order Details
          </LinkButton>
          <ChatLink order={order} />
        </div>
      </div>
    </article>
  );
}
