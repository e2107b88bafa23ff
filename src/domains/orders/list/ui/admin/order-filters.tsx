import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Chip } from '#design/chip.tsx';
import { useApi } from '#shared/api.tsx';
import { formatCount } from '#shared/plural.ts';
import type { OrderTotals } from '../../../contract.ts';
import { ORDER_QUEUES, type OrderQueue, QUEUE_LABELS } from '../../../follow-up/handover.ts';
import { ORDER_STATUSES, STATUS_LABELS } from '../../../order.ts';
import {
  type AdminOrdersApi,
  type OrdersSearch,
  orderTotalsQuery,
} from '../../../ui/admin/admin-orders.queries.ts';

/** Filter chips by status, by opened in WhatsApp and by queue. Each is a link with its number of orders. */
export function OrderFilters({ search }: { search: OrdersSearch }) {
  const { data } = useQuery(orderTotalsQuery(useApi<AdminOrdersApi>()));
  const { status, opened, queue } = search;
  const chip = (label: string, isCurrent: boolean, change: OrdersSearch, counted = change) => (
    <Chip key={label} current={isCurrent} className="max-w-none">
      <Link
        to="/admin/orders"
        search={{ ...search, page: undefined, queue: undefined, ...change }}
        resetScroll={false}
        activeOptions={{ exact: true }}
      >
        {label}
        {/* Combined with the other filter; unknown during a search and on some days. */}
        {data && !search.search && !search.from && !search.to ? (
          <span className="pl-1.5 tabular-nums opacity-80">
            {formatCount(orderTotal(data, { status, opened, ...counted }))}
          </span>
        ) : null}
      </Link>
    </Chip>
  );
  /** A press on the current one lifts the filter. */
  const openedChip = (label: string, value: 'yes' | 'no') =>
    chip(label, opened === value, { opened: opened === value ? undefined : value }, { opened: value });
  const queueChip = (one: OrderQueue) =>
    chip(
      QUEUE_LABELS[one],
      queue === one,
      {
        status: undefined,
        opened: undefined,
        queue: queue === one ? undefined : one,
      },
      { queue: one },
    );
  return (
    // Scrolls sideways on a phone, to keep the list high on the screen.
    <div className="-mx-4 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0">
      <div className="flex w-max gap-6 sm:w-auto sm:flex-wrap sm:justify-between">
        <nav aria-label="Status" className="flex gap-2">
          {chip('All', status === undefined && queue === undefined, { status: undefined })}
          {ORDER_STATUSES.map((one) => chip(STATUS_LABELS[one], status === one, { status: one }))}
        </nav>
        <nav aria-label="Opened in WhatsApp" className="flex gap-2">
          {openedChip('Not opened', 'no')}
          {openedChip('Opened', 'yes')}
        </nav>
        <nav aria-label="To follow up" className="flex gap-2">
          {ORDER_QUEUES.map(queueChip)}
        </nav>
      </div>
    </div>
  );
}

function orderTotal(
  totals: OrderTotals,
  { status, opened, queue }: Pick<OrdersSearch, 'status' | 'opened' | 'queue'>,
): number {
  if (queue) return totals.queues[queue];
  const all = status ? totals[status] : totals.total;
  const unopened = status ? totals.unopenedOf[status] : totals.unopened;
  return { yes: all - unopened, no: unopened, all }[opened ?? 'all'];
}
