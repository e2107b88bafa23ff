import { useQueryClient } from '@tanstack/react-query';
import { ReceiptText, RefreshCw } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Button } from '#design/button.tsx';
import { DataTable } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { type PageLink, Pagination } from '#design/pagination.tsx';
import { SearchBox } from '#design/search-box.tsx';
import { toast } from '#design/toast.ts';
import { pendingChangesButton, useSteadyPage } from '#design/use-steady-page.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { useShop } from '#shared/shop-context.tsx';
import { allOrdersFailed, allOrdersMissing, allOrdersRefused, failedBecause } from '../../admin.messages.ts';
import type { OrderSummary } from '../../contract.ts';
import {
  ADMIN_ORDERS,
  type AdminOrdersApi,
  allOrdersQuery,
  type OrdersSearch,
} from './admin-orders.queries.ts';
import { orderColumns } from './order-columns.tsx';
import { OrderFilters } from './order-filters.tsx';

/** The list of all orders, with search, filters and status changes in each row. */
export function OrdersScreen({
  search,
  onSearch,
  renderFilter,
  renderPageLink,
  renderView,
}: {
  /** The URL's search parameters. */
  search: OrdersSearch;
  onSearch: (search: OrdersSearch) => void;
  renderFilter: (search: OrdersSearch, label: ReactNode) => ReactElement;
  renderPageLink: (page: number, link: PageLink) => ReactNode;
  renderView: (order: OrderSummary) => ReactNode;
}) {
  const api = useApi<AdminOrdersApi>();
  const { timeZone, currency } = useShop();
  const { data, error, busy, retry, pendingChanges, interactionProps } = useSteadyPage(
    allOrdersQuery(api, search),
  );
  const refused = codeOf(error) === 'NO_PERMISSION';
  useFailureToast(error);
  const columns = useMemo(
    () => orderColumns({ timeZone, currency, renderView }),
    [timeZone, currency, renderView],
  );
  const isLimited = Boolean(search.search || search.status || search.opened);

  if (refused) {
    return (
      <div className="grid grid-cols-1 gap-6">
        <PageHeading title="Order Management" />
        <ErrorState title={allOrdersRefused.title} onRetry={retry} busy={busy}>
          {allOrdersRefused.description}
        </ErrorState>
      </div>
    );
  }
  return (
    <div className="grid gap-5 sm:gap-6">
      <PageHeading title="Order Management" />
      <div className="grid gap-3">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:gap-3">
          <SearchBox
            label="Search orders"
            placeholder="Order number, customer, phone…"
            value={search.search ?? ''}
            onSearch={(text) => onSearch({ ...search, search: text || undefined, page: undefined })}
          />
          <RefreshButton />
        </div>
        <OrderFilters search={search} renderLink={renderFilter} />
      </div>
      <div className="grid gap-3">
        <p aria-live="polite" className="min-h-6 text-muted-foreground">
          {data && data.total > 0 ? countText(data.total, data.capped) : null}
        </p>
        <DataTable
          caption="Orders"
          columns={columns}
          rows={data?.items}
          rowId={({ id }) => id}
          busy={busy}
          interactionProps={interactionProps}
          pendingChanges={pendingChangesButton(pendingChanges, (data?.page ?? 1) === 1 && 'order')}
          failure={error ? { title: allOrdersMissing, error, onRetry: retry } : undefined}
          empty={
            <EmptyState
              icon={<ReceiptText />}
              title="No orders found"
              action={
                isLimited ? (
                  <Button variant="outline" onClick={() => onSearch({})}>
                    Show all orders
                  </Button>
                ) : null
              }
            >
              {isLimited
                ? 'No order fits this search and these filters.'
                : 'The first order will stand here as soon as it is sent.'}
            </EmptyState>
          }
        />
        <Pagination
          page={data?.page ?? 1}
          pageCount={data?.pageCount ?? 1}
          renderLink={renderPageLink}
          className="mt-3"
        />
      </div>
    </div>
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

const countText = (total: number, capped: boolean): string =>
  total === 1 ? '1 order' : `${total.toLocaleString('en')}${capped ? '+' : ''} orders`;

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
    <Button variant="outline" className="px-3 sm:px-5" busy={busy} onClick={() => void refresh()}>
      <RefreshCw aria-hidden="true" />
      <span className="max-sm:sr-only">Refresh</span>
    </Button>
  );
}
