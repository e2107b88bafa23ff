import type { ReactNode } from 'react';
import { RelativeTime } from '#design/relative-time.tsx';
import { formatMoney, koboOfNaira } from '#shared/money.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { OrderSummary } from '../../contract.ts';
import { StatusBadge } from '../status-badge.tsx';
import { ClothStack } from './cloth-stack.tsx';
import { itemsText } from './order-columns.tsx';

/** The newest orders, with their images. */
export function RecentOrders({
  orders,
  renderView,
}: {
  orders: readonly OrderSummary[];
  renderView: (order: OrderSummary) => ReactNode;
}) {
  const { timeZone, currency } = useShop();
  if (orders.length === 0) return <p className="py-6 text-muted-foreground">No orders found</p>;
  return (
    <ul>
      {orders.map((order) => (
        <li
          key={order.id}
          className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b py-3 last:border-b-0 sm:grid-cols-[9rem_minmax(0,1fr)_auto] sm:gap-x-5"
        >
          <ClothStack images={order.images} large />
          <div className="grid min-w-0 gap-0.5">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-semibold tabular-nums">#{order.orderNumber}</span>
              <StatusBadge status={order.status} />
            </p>
            <p className="truncate">{order.customerName}</p>
            <p className="text-muted-foreground text-sm">
              {itemsText(order.itemCount)}
              <span className="hidden sm:inline">
                {' · '}
                <span className="tabular-nums">{formatMoney(koboOfNaira(order.total), currency)}</span>
              </span>
              {' · '}
              <RelativeTime iso={order.createdAt} timeZone={timeZone} className="whitespace-nowrap" />
            </p>
          </div>
          {renderView(order)}
        </li>
      ))}
    </ul>
  );
}
