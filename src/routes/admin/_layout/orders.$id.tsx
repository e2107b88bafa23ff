import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { EmptyState } from '#design/empty-state.tsx';
import { Loading } from '#design/loading.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { allOrdersRefused } from '#domains/orders/admin.messages.ts';
import { orderFailed } from '#domains/orders/messages.ts';
import { AdminOrderView } from '#domains/orders/ui/admin/admin-order.tsx';
import { adminOrderQuery } from '#domains/orders/ui/admin/admin-orders.queries.ts';
import { codeOf } from '#shared/messages.ts';
import { isId } from '#shared/random-id.ts';
import { QueryFailure } from '../../-query-failure.tsx';
import { adminHead } from '../-admin-head.ts';
import { BackToList } from './-back-to-list.tsx';

export const Route = createFileRoute('/admin/_layout/orders/$id')({
  head: adminHead('Order'),
  component: OrderPage,
});

function OrderPage() {
  const { id } = Route.useParams();
  return (
    <div className="mx-auto max-w-6xl">
      <div className="mb-3 print:hidden">
        <BackToList name="orders" />
      </div>
      {isId(id) ? <KnownOrder key={id} id={id} /> : <OrderNotFound />}
    </div>
  );
}

function KnownOrder({ id }: { id: string }) {
  const { api } = Route.useRouteContext();
  const query = useQuery(adminOrderQuery(api, id));
  const { data: order, error } = query;
  const code = codeOf(error);
  const message = code === 'NO_PERMISSION' ? allOrdersRefused : orderFailed;
  if (code === 'NOT_FOUND') return <OrderNotFound />;
  return (
    <>
      {error ? <QueryFailure query={query} message={message} className="mb-6" /> : null}
      {order ? (
        <AdminOrderView order={order} />
      ) : (
        <>
          <h1 className="sr-only">Order</h1>
          {error ? null : <OrderSkeleton />}
        </>
      )}
    </>
  );
}

function OrderNotFound() {
  return (
    <EmptyState title="Order not found" heading="h1" link={{ to: '/admin/orders', text: 'See all orders' }}>
      There is no order at this address. A part of it may be missing.
    </EmptyState>
  );
}

function OrderSkeleton() {
  return (
    <Loading label="Loading the order" className="grid gap-6">
      <div className="flex flex-wrap justify-between gap-4">
        <Skeleton className="h-14 w-64" />
        <Skeleton className="h-11 w-full sm:w-52" />
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-80" />
        <Skeleton className="h-56" />
      </div>
    </Loading>
  );
}
