import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { EmptyState } from '#design/empty-state.tsx';
import { SkeletonRows } from '#design/skeleton-rows.tsx';
import { allOrdersRefused, customerFailed } from '#domains/orders/admin.messages.ts';
import { customerQuery } from '#domains/orders/ui/admin/admin-orders.queries.ts';
import { CustomerView } from '#domains/orders/ui/admin/customer-view.tsx';
import { codeOf } from '#shared/messages.ts';
import { isId } from '#shared/random-id.ts';
import { QueryFailure } from '../../-query-failure.tsx';
import { adminHead } from '../-admin-head.ts';
import { listSearch } from '../-list-search.ts';
import { BackToList } from './-back-to-list.tsx';

/** A customer, by the id of the account that their orders were sent from. */
export const Route = createFileRoute('/admin/_layout/customers/$id')({
  validateSearch: listSearch({}),
  head: adminHead('Customer'),
  component: CustomerPage,
});

function CustomerPage() {
  const { id } = Route.useParams();
  return (
    <>
      <div className="mb-3">
        <BackToList name="orders" />
      </div>
      {isId(id) ? <KnownCustomer key={id} id={id} /> : <CustomerNotFound />}
    </>
  );
}

function KnownCustomer({ id }: { id: string }) {
  const { api } = Route.useRouteContext();
  const query = useQuery(customerQuery(api, id));
  const { data: customer, error } = query;
  const code = codeOf(error);
  if (code === 'NOT_FOUND') return <CustomerNotFound />;
  const message = code === 'NO_PERMISSION' ? allOrdersRefused : customerFailed;
  return (
    <>
      {error ? <QueryFailure query={query} message={message} className="mb-6" /> : null}
      {customer ? (
        <CustomerView customer={customer} />
      ) : (
        <>
          <h1 className="sr-only">Customer</h1>
          {error ? null : <SkeletonRows label="Loading the customer" count={3} className="h-40" />}
        </>
      )}
    </>
  );
}

function CustomerNotFound() {
  return (
    <EmptyState
      title="Customer not found"
      heading="h1"
      link={{ to: '/admin/orders', text: 'See all orders' }}
    >
      No order belongs to this address. A customer who deletes their account is not kept.
    </EmptyState>
  );
}
