import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, type SearchSchemaInput } from '@tanstack/react-router';
import { Shirt } from 'lucide-react';
import { EmptyState } from '#design/empty-state.tsx';
import { Loading } from '#design/loading.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { Pagination } from '#design/pagination.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { listingSearchOf } from '#domains/catalog/products/listing.ts';
import { PushSlot } from '#domains/notifications/ui/push-slot.tsx';
import { listFailed } from '#domains/orders/messages.ts';
import { myOrdersQuery, ORDERS } from '#domains/orders/ui/order.queries.ts';
import { OrderCard } from '#domains/orders/ui/order-card.tsx';
import { BackLink } from '../-back-link.tsx';
import { pageHead, shopOf } from '../-head.ts';
import { useShopLive } from '../-live.ts';
import { NeedsScript } from '../-needs-script.tsx';
import { QueryFailure } from '../-query-failure.tsx';
import { useHasSession, useSignedIn } from '../-signed-in.ts';

interface OrdersSearch {
  page?: number;
}

export const Route = createFileRoute('/_shop/orders/')({
  validateSearch: (raw: OrdersSearch & SearchSchemaInput): OrdersSearch => {
    return { page: listingSearchOf({ page: raw.page }).page };
  },
  head: ({ matches }) =>
    pageHead({ shop: shopOf(matches), title: 'Your orders', description: 'Every order you have sent.' }),
  component: OrdersPage,
});

function OrdersPage() {
  useShopLive('orders', ORDERS);
  const { page = 1 } = Route.useSearch();
  const { api } = Route.useRouteContext();
  const signedIn = useHasSession();
  const query = useQuery({
    ...myOrdersQuery(api, page),
    enabled: signedIn,
    placeholderData: (before) => before,
  });
  const session = useSignedIn(page === 1 ? '/orders' : `/orders?page=${page}`, query.error);
  const { data } = query;
  const failed = query.isError || session.failed;

  return (
    <div className="wrap max-w-5xl pt-6 pb-16 sm:pt-10">
      <BackLink to="/account">Back to account</BackLink>
      <PageHeading title="Your orders" className="mt-2 border-b pb-6" />
      <NeedsScript what="Looking at your orders" className="mt-6" />
      {failed ? <QueryFailure query={query} session={session} message={listFailed} className="mt-6" /> : null}
      {data === undefined ? (
        failed ? null : (
          <OrdersSkeleton />
        )
      ) : data.orders.length === 0 ? (
        <EmptyState
          icon={<Shirt />}
          title="No orders yet"
          link={{ to: '/products', text: 'Explore Products' }}
        >
          When you send your first order, you can follow it here.
        </EmptyState>
      ) : (
        <div aria-busy={query.isPlaceholderData || undefined}>
          <PushSlot className="border-b py-3" />
          {data.orders.map((order) => (
            <OrderCard key={order.id} order={order} />
          ))}
          <Pagination
            page={data.page}
            pageCount={data.pageCount}
            className="mt-8"
            renderLink={(to, { children, ...link }) => (
              <Link to="/orders" search={to === 1 ? {} : { page: to }} {...link}>
                {children}
              </Link>
            )}
          />
        </div>
      )}
    </div>
  );
}

function OrdersSkeleton() {
  return (
    <Loading label="Loading your orders" className="scriptless:hidden">
      {[1, 2, 3].map((place) => (
        <div key={place} className="grid gap-3 border-b py-6">
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-5 w-56" />
          <Skeleton className="h-15 w-full max-w-md" />
        </div>
      ))}
    </Loading>
  );
}
