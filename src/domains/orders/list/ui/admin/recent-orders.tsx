import { Money } from '#design/money.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { plural } from '#shared/plural.ts';
import type { OrderSummary } from '../../../contract.ts';
import { StatusBadge } from '../../../status/ui/status-badge.tsx';
import { ClothStack } from './cloth-stack.tsx';
import { ViewOrder } from './view-order.tsx';

/** The newest orders, with their images. */
export function RecentOrders({ orders }: { orders: readonly OrderSummary[] }) {
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
              {plural(order.itemCount, 'item')}
              <span className="hidden sm:inline">
                {' · '}
                <Money amount={order.total} className="tabular-nums" />
              </span>
              {' · '}
              <RelativeTime iso={order.createdAt} className="whitespace-nowrap" />
            </p>
          </div>
          <ViewOrder order={order} />
        </li>
      ))}
    </ul>
  );
}
