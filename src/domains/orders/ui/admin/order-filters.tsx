import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Chip } from '#design/chip.tsx';
import { useApi } from '#shared/api.tsx';
import type { OrderTotals } from '../../contract.ts';
import { ORDER_STATUSES } from '../../order.ts';
import { STATUS_LABELS } from '../../status-labels.ts';
import { type AdminOrdersApi, type OrdersSearch, orderTotalsQuery } from './admin-orders.queries.ts';

/** Filter chips by status and by opened in WhatsApp. Each is a link with its number of orders. */
export function OrderFilters({
  search,
  renderLink,
}: {
  search: OrdersSearch;
  /** Renders a link to the list with these search parameters. */
  renderLink: (search: OrdersSearch, label: ReactNode) => ReactElement;
}) {
  const api = useApi<AdminOrdersApi>();
  const { data } = useQuery(orderTotalsQuery(api));
  const { status, opened } = search;
  // The number of orders a chip would show, combined with the active filter; unknown during a search.
  const totalOf = (of: Pick<OrdersSearch, 'status' | 'opened'>) =>
    data && !search.search ? orderTotal(data, of) : undefined;
  const to = (change: OrdersSearch) => ({ ...search, page: undefined, ...change });
  return (
    // Scrolls sideways on a phone, to keep the list high on the screen.
    <div className="-mx-4 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0">
      <div className="flex w-max gap-6 sm:w-auto sm:flex-wrap sm:justify-between">
        <nav aria-label="Status" className="flex gap-2">
          <Chip current={status === undefined}>
            {renderLink(to({ status: undefined }), labelOf('All', totalOf({ opened })))}
          </Chip>
          {ORDER_STATUSES.map((one) => (
            <Chip key={one} current={status === one}>
              {renderLink(to({ status: one }), labelOf(STATUS_LABELS[one], totalOf({ status: one, opened })))}
            </Chip>
          ))}
        </nav>
        <nav aria-label="Opened in WhatsApp" className="flex gap-2">
          <Chip current={opened === 'no'}>
            {renderLink(
              to({ opened: opened === 'no' ? undefined : 'no' }),
              labelOf('Not opened', totalOf({ status, opened: 'no' })),
            )}
          </Chip>
          <Chip current={opened === 'yes'}>
            {renderLink(
              to({ opened: opened === 'yes' ? undefined : 'yes' }),
              labelOf('Opened', totalOf({ status, opened: 'yes' })),
            )}
          </Chip>
        </nav>
      </div>
    </div>
  );
}

function orderTotal(
  totals: OrderTotals,
  { status, opened }: Pick<OrdersSearch, 'status' | 'opened'>,
): number {
  const all = status ? totals[status] : totals.total;
  const unopened = status ? totals.unopenedOf[status] : totals.unopened;
  return { yes: all - unopened, no: unopened, all }[opened ?? 'all'];
}

const labelOf = (label: string, total: number | undefined): ReactNode => (
  <>
    {label}
    {total === undefined ? null : (
      <span className="pl-1.5 tabular-nums opacity-80">{total.toLocaleString('en')}</span>
    )}
  </>
);
