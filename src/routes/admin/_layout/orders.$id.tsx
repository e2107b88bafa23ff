import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '#design/button.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { VisuallyHidden } from '#design/visually-hidden.tsx';
import { allOrdersRefused } from '#domains/orders/admin.messages.ts';
import { orderFailed } from '#domains/orders/messages.ts';
import { AdminOrderView } from '#domains/orders/ui/admin/admin-order.tsx';
import { adminOrderQuery } from '#domains/orders/ui/admin/admin-orders.queries.ts';
import { codeOf } from '#shared/messages.ts';
import { isId } from '#shared/random-id.ts';
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
  const { data: order, error, isFetching, refetch } = useQuery(adminOrderQuery(api, id));
  const code = codeOf(error);
  const failure = code === 'NO_PERMISSION' ? allOrdersRefused : orderFailed;
  useEffect(() => {
    if (error) console.error(orderFailed.title, error);
  }, [error]);

  if (code === 'NOT_FOUND') return <OrderNotFound />;
  return (
    <>
      {error ? (
        <ErrorState
          title={failure.title}
          error={error}
          onRetry={() => void refetch()}
          busy={isFetching}
          className="mb-6"
        >
          {failure.description}
        </ErrorState>
      ) : null}
      {order ? (
        <AdminOrderView
          order={order}
          renderProductLink={({ productId, productName }) => (
            <Link
              to="/admin/products/$id"
              params={{ id: productId }}
              className="underline-offset-4 hover:underline"
            >
              {productName}
            </Link>
          )}
        />
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
    <EmptyState
      title="Order not found"
      heading="h1"
      action={
        <Button asChild>
          <Link to="/admin/orders">See all orders</Link>
        </Button>
      }
    >
      No order has this address. Perhaps a part of it is missing.
    </EmptyState>
  );
}

function OrderSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <VisuallyHidden>Loading the order</VisuallyHidden>
      <div className="flex flex-wrap justify-between gap-4">
        <Skeleton className="h-14 w-64" />
        <Skeleton className="h-11 w-full sm:w-52" />
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-80" />
        <Skeleton className="h-56" />
      </div>
    </div>
  );
}
