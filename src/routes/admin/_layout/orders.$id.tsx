import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Loading } from '#design/loading.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { allOrdersRefused } from '#domains/orders/admin.messages.ts';
import { orderFailed } from '#domains/orders/messages.ts';
import { AdminOrderView } from '#domains/orders/ui/admin/admin-order.tsx';
import { adminOrderQuery } from '#domains/orders/ui/admin/admin-orders.queries.ts';
import { isId } from '#shared/random-id.ts';
import { adminHead } from '../-admin-head.ts';
import { RowPage } from './-row-page.tsx';

export const Route = createFileRoute('/admin/_layout/orders/$id')({
  head: adminHead('Order'),
  component: OrderPage,
});

function OrderPage() {
  const { id } = Route.useParams();
  const { api } = Route.useRouteContext();
  return (
    <div className="mx-auto max-w-6xl">
      <RowPage
        id={id}
        list="orders"
        name="Order"
        query={useQuery({ ...adminOrderQuery(api, id), enabled: isId(id) })}
        refused={allOrdersRefused}
        failed={orderFailed}
        missing="There is no order at this address. A part of it may be missing."
        skeleton={<OrderSkeleton />}
      >
        {(order) => <AdminOrderView order={order} />}
      </RowPage>
    </div>
  );
}

function OrderSkeleton() {
  return (
    <Loading label="Loading the order" className="grid gap-6">
      <div className="flex flex-wrap justify-between gap-4">
        <Skeleton className="h-14 w-64" />
        <Skeleton className="h-11 w-full sm:w-52" />
      </div>
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-80" />
        <Skeleton className="h-56" />
      </div>
    </Loading>
  );
}
