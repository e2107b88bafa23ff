import { actionsColumn, type Column } from '#design/data-table.tsx';
import { Money } from '#design/money.tsx';
import { PresenceBadge } from '#design/presence.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { plural } from '#shared/plural.ts';
import type { OrderSummary } from '../../contract.ts';
import { queueOf } from '../../handover.ts';
import { isWaiting } from '../../waiting.ts';
import { ClothStack } from './cloth-stack.tsx';
import { DueBadge, WaitingSince } from './due-badge.tsx';
import { FollowUp } from './follow-up.tsx';
import { HandoverLine } from './handover-line.tsx';
import { StatusSelect } from './status-select.tsx';
import { ViewOrder } from './view-order.tsx';

/** The columns of the table of all orders. */
export const ORDER_COLUMNS: Column<OrderSummary>[] = [
  {
    id: 'order',
    header: 'Order',
    chief: true,
    cell: (order) => (
      <div className="flex items-center gap-2.5 sm:gap-3">
        <ClothStack images={order.images} />
        <div className="grid min-w-0 grow grid-cols-1 max-sm:leading-5 sm:gap-0.5">
          <span className="flex items-center gap-x-2">
            <span className="tabular-nums">#{order.orderNumber}</span>
            {/* A card shows in three lines what the table has columns for. */}
            <span className="truncate font-normal text-muted-foreground text-sm sm:hidden">
              {plural(order.itemCount, 'item')} · <RelativeTime iso={order.createdAt} />
            </span>
          </span>
          <PresenceBadge kind="order" id={order.id} className="max-sm:py-0" />
          <span className="flex justify-between gap-x-3 font-normal sm:text-muted-foreground sm:text-sm">
            <span title={order.customerName} className="max-sm:truncate">
              {order.customerName}
            </span>
            <Money amount={order.total} className="shrink-0 whitespace-nowrap tabular-nums sm:hidden" />
          </span>
          <span className="flex items-center gap-x-2 font-normal text-muted-foreground text-sm max-sm:leading-5 sm:flex-wrap sm:gap-y-0.5">
            <span className="truncate">
              <HandoverLine order={order} isInList />
            </span>
            <DueBadge order={order} className="max-sm:py-0 max-sm:leading-4.5" />
          </span>
        </div>
      </div>
    ),
  },
  {
    id: 'placed',
    header: 'Placed',
    className: 'max-sm:hidden',
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
    className: 'max-sm:hidden',
    cell: ({ itemCount }) => <span className="whitespace-nowrap">{plural(itemCount, 'item')}</span>,
  },
  {
    id: 'total',
    header: 'Total',
    align: 'end',
    className: 'max-sm:hidden',
    cell: ({ total }) => <Money amount={total} className="whitespace-nowrap tabular-nums" />,
  },
  {
    id: 'status',
    header: 'Status',
    bare: true,
    className: 'max-sm:col-span-1 sm:w-44',
    cell: (order) => <StatusSelect order={order} />,
  },
  actionsColumn(
    (order) => (
      <span className="flex justify-end gap-2">
        {queueOf(order, Date.now()) ? <FollowUp order={order} /> : null}
        <ViewOrder order={order} />
      </span>
    ),
    { header: 'Details', className: 'max-sm:col-span-1' },
  ),
];
