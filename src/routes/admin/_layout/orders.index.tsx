import { createFileRoute, Link, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Button } from '#design/button.tsx';
import type { OrderSummary } from '#domains/orders/contract.ts';
import { ORDER_STATUSES } from '#domains/orders/order.ts';
import type { OrdersSearch } from '#domains/orders/ui/admin/admin-orders.queries.ts';
import { OrdersScreen } from '#domains/orders/ui/admin/orders-screen.tsx';
import { adminHead } from '../-admin-head.ts';
import { useListMemory } from './-back-to-list.tsx';

type Raw = { [Name in keyof OrdersSearch]?: unknown };

function searchOf({ search, status, opened, page }: Raw): OrdersSearch {
  const number = Number(page);
  return {
    search: typeof search === 'string' && search.trim() ? search.trim().slice(0, 200) : undefined,
    status: ORDER_STATUSES.find((one) => one === status),
    opened: opened === 'yes' || opened === 'no' ? opened : undefined,
    page: Number.isInteger(number) && number > 1 && number <= 1_000_000 ? number : undefined,
  };
}

export const Route = createFileRoute('/admin/_layout/orders/')({
  validateSearch: (raw: Raw & SearchSchemaInput): OrdersSearch => searchOf(raw),
  head: adminHead('Orders'),
  component: OrdersPage,
});

function OrdersPage() {
  const search = Route.useSearch();
  useListMemory('orders', search);
  const navigate = useNavigate();
  const renderView = useCallback(
    ({ id, orderNumber }: OrderSummary) => (
      <Button asChild variant="outline" size="sm" className="min-h-11">
        <Link to="/admin/orders/$id" params={{ id }} aria-label={`View order #${orderNumber}`}>
          View
        </Link>
      </Button>
    ),
    [],
  );
  return (
    <OrdersScreen
      search={search}
      onSearch={(to) => void navigate({ to: '/admin/orders', search: to, resetScroll: false })}
      renderFilter={(to, label) => (
        <Link to="/admin/orders" search={to} resetScroll={false} activeOptions={{ exact: true }}>
          {label}
        </Link>
      )}
      renderPageLink={(page, link) => (
        <Link to="/admin/orders" search={{ ...search, page: page === 1 ? undefined : page }} {...link} />
      )}
      renderView={renderView}
    />
  );
}
