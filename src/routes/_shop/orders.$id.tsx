import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { EmptyState } from '#design/empty-state.tsx';
import { Loading } from '#design/loading.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { orderFailed } from '#domains/orders/messages.ts';
import { ORDERS, orderQuery } from '#domains/orders/ui/order.queries.ts';
import { OrderDetail } from '#domains/orders/ui/order-detail.tsx';
import { codeOf } from '#shared/messages.ts';
import { isId } from '#shared/random-id.ts';
import { BackLink } from '../-back-link.tsx';
import { pageHead, shopOf } from '../-head.ts';
import { useShopLive } from '../-live.ts';
import { NeedsScript } from '../-needs-script.tsx';
import { QueryFailure } from '../-query-failure.tsx';
import { useHasSession, useSignedIn } from '../-signed-in.ts';

export const Route = createFileRoute('/_shop/orders/$id')({
  head: ({ matches }) =>
    pageHead({ shop: shopOf(matches), title: 'Your order', description: 'One order with its notes.' }),
  component: OrderPage,
});

function OrderPage() {
  useShopLive('orders', ORDERS);
  const { id } = Route.useParams();
  const { api } = Route.useRouteContext();
  const known = isId(id);
  const signedIn = useHasSession();
  const query = useQuery({ ...orderQuery(api, id), enabled: signedIn && known });
  const { data: order, error } = query;
  const session = useSignedIn(`/orders/${encodeURIComponent(id)}`, error);
  const missing = signedIn && (!known || codeOf(error) === 'NOT_FOUND');
  const failed = session.failed || (error !== null && !missing);

  // The seller receives the customer's URL in the chat; staff are redirected to the back office.
  const router = useRouter();
  const isSellers = session.isAdmin && order !== undefined && order.userId !== session.user?.id;
  useEffect(() => {
    if (isSellers) void router.navigate({ href: `/admin/orders/${id}`, replace: true });
  }, [isSellers, router, id]);

  return (
    <div className="wrap max-w-5xl pt-6 pb-16 sm:pt-10">
      <BackLink to="/orders" className="mb-3">
        Back to orders
      </BackLink>
      <NeedsScript what="Looking at an order" />
      {missing ? (
        <OrderNotFound />
      ) : failed ? (
        <QueryFailure query={query} session={session} message={orderFailed} className="mb-6" />
      ) : null}
      {missing || order ? null : <h1 className="sr-only">Your order</h1>}
      {missing ? null : order && !isSellers ? (
        <OrderDetail order={order} />
      ) : failed ? null : (
        <OrderSkeleton />
      )}
    </div>
  );
}

function OrderNotFound() {
  return (
    <EmptyState title="Order not found" heading="h1" link={{ to: '/orders', text: 'See your orders' }}>
      There is no such order among yours. Perhaps it was sent from another account.
    </EmptyState>
  );
}

function OrderSkeleton() {
  return (
    <Loading label="Loading the order" className="scriptless:hidden grid gap-4">
      <Skeleton className="h-12 w-64" />
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-30" />
      <Skeleton className="h-30" />
    </Loading>
  );
}
