import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Chip } from '#design/chip.tsx';
import { useApi } from '#shared/api.tsx';
import type { OrderTotals } from '../../contract.ts';
import { ORDER_STATUSES } from '../../order.ts';
import { STATUS_LABELS } from '../../status-labels.ts';
import { type AdminOrdersApi, type OrdersSearch, orderTotalsQuery } from './admin-orders.queries.ts';

/** By how far orders are, and whether they were opened in WhatsApp. Each is an address, with how many there are. */
export function OrderFilters({
  search,
  renderLink,
}: {
  search: OrdersSearch;
  /** A link to the list as `search` says. */
  renderLink: (search: OrdersSearch, label: ReactNode) => ReactElement;
}) {
  const api = useApi<AdminOrdersApi>();
  const { data } = useQuery(orderTotalsQuery(api));
  const { status, opened } = search;
  // What a chip would show, next to the filter that stands; of a search nobody counts that in advance.
  const totalOf = (of: Pick<OrdersSearch, 'status' | 'opened'>) =>
    data && !search.search ? orderTotal(data, of) : undefined;
  const to = (change: OrdersSearch) => ({ ...search, page: undefined, ...change });
  return (
    // Scrolled sideways on a phone: the rows below begin a thumb's breadth higher.
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
