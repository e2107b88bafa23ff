import { actionsColumn, type Column } from '#design/data-table.tsx';
import { Money } from '#design/money.tsx';
import { PresenceBadge } from '#design/presence.tsx';
import { RelativeTime, useMinute } from '#design/relative-time.tsx';
import { plural } from '#shared/plural.ts';
import type { OrderSummary } from '../../../contract.ts';
import { queueOf } from '../../../follow-up/handover.ts';
import { FollowUp } from '../../../follow-up/ui/admin/follow-up.tsx';
import { HandoverLine } from '../../../follow-up/ui/admin/handover-line.tsx';
import { isWaiting } from '../../../order.ts';
import { DueBadge, WaitingSince } from '../../../status/ui/admin/due-badge.tsx';
import { StatusSelect } from '../../../status/ui/admin/status-select.tsx';
import { ClothStack } from './cloth-stack.tsx';
import { ViewOrder } from './view-order.tsx';

/** The button to follow up an order, from the minute on in which it enters its queue. */
function QueuedFollowUp({ order }: { order: OrderSummary }) {
  useMinute();
  return queueOf(order, Date.now()) ? <FollowUp order={order} /> : null;
}

/** The columns of the table of all orders. */
export const ORDER_COLUMNS: Column<OrderSummary>[] = [
  {
    id: 'order',
    header: 'Order',
    chief: true,
    cell: (order) => (
      <div className="flex items-center gap-2.5 md:gap-3">
        <ClothStack images={order.images} />
        <div className="grid min-w-0 grow grid-cols-1 max-md:leading-5 md:gap-0.5">
          <span className="flex items-center gap-x-2 md:max-xl:flex-wrap">
            <span className="shrink-0 tabular-nums">#{order.orderNumber}</span>
            {/* What only a wide table has columns for; a card has all of it in three lines. */}
            <span className="truncate font-normal text-muted-foreground text-sm md:whitespace-normal xl:hidden">
              {plural(order.itemCount, 'item')} · <RelativeTime iso={order.createdAt} />
            </span>
          </span>
          <PresenceBadge kind="order" id={order.id} className="max-md:py-0" />
          <span className="flex justify-between gap-x-3 font-normal md:text-muted-foreground md:text-sm">
            <span title={order.customerName} className="max-md:truncate">
              {order.customerName}
            </span>
            <Money amount={order.total} className="shrink-0 whitespace-nowrap tabular-nums md:hidden" />
          </span>
          <span className="flex items-center gap-x-2 font-normal text-muted-foreground text-sm max-md:leading-5 md:flex-wrap md:gap-y-0.5">
            <span className="truncate md:max-xl:whitespace-normal">
              <HandoverLine order={order} isInList />
            </span>
            <DueBadge order={order} className="max-md:py-0 max-md:leading-4.5" />
          </span>
        </div>
      </div>
    ),
  },
  {
    id: 'placed',
    header: 'Placed',
    wide: true,
    cell: ({ createdAt, status }) => (
      <span className="grid">
        <RelativeTime iso={createdAt} className="whitespace-nowrap" />
        {isWaiting(status) ? (
          <span className="text-muted-foreground text-sm">
            <WaitingSince iso={createdAt} />
          </span>
        ) : null}
      </span>
    ),
  },
  {
    id: 'items',
    header: 'Items',
    wide: true,
    cell: ({ itemCount }) => <span className="whitespace-nowrap">{plural(itemCount, 'item')}</span>,
  },
  {
    id: 'total',
    header: 'Total',
    align: 'end',
    className: 'max-md:hidden',
    cell: ({ total }) => <Money amount={total} className="whitespace-nowrap tabular-nums" />,
  },
  {
    id: 'status',
    header: 'Status',
    bare: true,
    className: 'max-md:col-span-1 md:w-44',
    cell: (order) => <StatusSelect order={order} />,
  },
  actionsColumn(
    (order) => (
      <span className="flex justify-end gap-2">
        <QueuedFollowUp order={order} />
        <ViewOrder order={order} />
      </span>
    ),
    { header: 'Details', className: 'max-md:col-span-1' },
  ),
];
