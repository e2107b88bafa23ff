import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { allOrdersRefused, customerFailed } from '#domains/orders/admin.messages.ts';
import { CustomerView } from '#domains/orders/customers/ui/admin/customer-view.tsx';
import { customerQuery } from '#domains/orders/ui/admin/admin-orders.queries.ts';
import { isId } from '#shared/random-id.ts';
import { adminHead } from '../-admin-head.ts';
import { listSearch } from '../-list-search.ts';
import { RowPage } from './-row-page.tsx';

/** A customer, by the id of the account that their orders were sent from. */
export const Route = createFileRoute('/admin/_layout/customers/$id')({
  validateSearch: listSearch({}),
  head: adminHead('Customer'),
  component: CustomerPage,
});

function CustomerPage() {
  const { id } = Route.useParams();
  const { api } = Route.useRouteContext();
  return (
    <RowPage
      id={id}
      list="orders"
      name="Customer"
      query={useQuery({ ...customerQuery(api, id), enabled: isId(id) })}
      refused={allOrdersRefused}
      failed={customerFailed}
      missing="No order belongs to this address. A customer who deletes their account is not kept."
    >
      {(customer) => <CustomerView customer={customer} />}
    </RowPage>
  );
}
