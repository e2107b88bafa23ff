import { useQueryClient } from '@tanstack/react-query';
import { MessageCircleQuestion, ReceiptText, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#design/button.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ExportMenu } from '#design/export-menu.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { ListScreen, ShowAllButton } from '#design/list-screen.tsx';
import { SearchBox } from '#design/search-box.tsx';
import { Select } from '#design/select.tsx';
import { toast } from '#design/toast.ts';
import { useListSearch } from '#design/use-list-search.ts';
import { useSelection } from '#design/use-selection.ts';
import { useSteadyPage } from '#design/use-steady-page.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import {
  allOrdersFailed,
  allOrdersMissing,
  allOrdersRefused,
  failedBecause,
} from '../../../admin.messages.ts';
import type { OrderSort } from '../../../order.ts';
import {
  ADMIN_ORDERS,
  type AdminOrdersApi,
  allOrdersQuery,
  type OrdersSearch,
} from '../../../ui/admin/admin-orders.queries.ts';
import { DaysFilter } from './days-filter.tsx';
import { ORDER_COLUMNS } from './order-columns.tsx';
import { OrderFilters } from './order-filters.tsx';
import { OrderSelection } from './order-selection.tsx';

/** The list of all orders, with search, filters and status changes in each row. */
export function OrdersScreen() {
  const { search, narrow, isNarrowed, searchBox } = useListSearch<OrdersSearch>();
  const isNewestFirst = search.sort === undefined;
  const list = useSteadyPage(allOrdersQuery(useApi<AdminOrdersApi>(), search));
  const selection = useSelection(list, search);
  useFailureToast(list.error);
  return (
    <ListScreen
      title="Order Management"
      caption="Orders"
      refused={allOrdersRefused}
      filters={
        <div className="grid gap-3">
          <div
            data-actions=""
            className="grid grid-cols-[minmax(0,1fr)_repeat(4,auto)] gap-2 sm:gap-3 xl:grid-cols-[minmax(0,1fr)_13rem_repeat(4,auto)]"
          >
            <SearchBox
              label="Search orders"
              placeholder="Number, customer, product…"
              className="col-span-full xl:order-1 xl:col-span-1"
              {...searchBox}
            />
            <Select
              aria-label="Sort by"
              className="xl:order-2"
              value={search.sort ?? ''}
              onChange={({ target }) =>
                narrow({ sort: (target.value || undefined) as OrderSort | undefined })
              }
            >
              <option value="">Newest</option>
              <option value="waiting">Longest waiting</option>
              <option value="due">Next due</option>
            </Select>
            <DaysFilter from={search.from} to={search.to} onChange={narrow} />
            <LinkButton
              variant="outline"
              className="px-3 xl:order-4"
              to="/admin/orders/check"
              title="Check a message"
            >
              <MessageCircleQuestion aria-hidden="true" />
              <span className="sr-only">Check a message</span>
            </LinkButton>
            <span className="xl:order-4">
              <ExportMenu
                compact
                list="orders"
                filter={{
                  search: search.search,
                  status: search.status,
                  opened: search.opened && String(search.opened === 'yes'),
                  queue: search.queue,
                  from: search.from,
                  to: search.to,
                }}
              />
            </span>
            <RefreshButton />
          </div>
          <OrderFilters search={search} />
        </div>
      }
      columns={ORDER_COLUMNS}
      list={list}
      count={['order', 'orders']}
      newRow={isNewestFirst ? 'order' : undefined}
      selecting={{
        selection,
        labelOf: ({ orderNumber }) => `order #${orderNumber}`,
        bar: <OrderSelection selection={selection} search={search} />,
      }}
      failed={{ title: allOrdersMissing }}
      empty={
        <EmptyState
          icon={<ReceiptText />}
          title="No orders found"
          action={isNarrowed ? <ShowAllButton>Show all orders</ShowAllButton> : null}
        >
          {isNarrowed
            ? 'No order matches this search and these filters.'
            : 'The first order appears here as soon as it is sent.'}
        </EmptyState>
      }
    />
  );
}

/**
 * Shows a toast for a failed read, with the server's message. (If the session has ended, the sign-in dialog
 * appears instead.)
 */
function useFailureToast(error: unknown) {
  useEffect(() => {
    const code = codeOf(error);
    if (!error || code === 'NO_PERMISSION' || code === 'SIGN_IN_REQUIRED') return;
    toast.error(allOrdersFailed, { description: failedBecause(error), id: 'orders-failed' });
  }, [error]);
}

/** Reloads list and numbers. */
function RefreshButton() {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    await queryClient.invalidateQueries({ queryKey: ADMIN_ORDERS });
    setBusy(false);
  };
  return (
    <Button variant="outline" className="px-3 sm:px-5 xl:order-4" busy={busy} onClick={() => void refresh()}>
      <RefreshCw aria-hidden="true" />
      <span className="max-sm:sr-only">Refresh</span>
    </Button>
  );
}
