import { createFileRoute } from '@tanstack/react-router';
import { ORDER_QUEUES } from '#domains/orders/follow-up/handover.ts';
import { OrdersScreen } from '#domains/orders/list/ui/admin/orders-screen.tsx';
import { ORDER_SORTS, ORDER_STATUSES } from '#domains/orders/order.ts';
import { adminHead } from '../-admin-head.ts';
import { dayOf, listSearch, oneOf } from '../-list-search.ts';

export const Route = createFileRoute('/admin/_layout/orders/')({
  validateSearch: listSearch({
    status: oneOf(ORDER_STATUSES),
    opened: oneOf(['yes', 'no'] as const),
    queue: oneOf(ORDER_QUEUES),
    from: dayOf,
    to: dayOf,
    sort: oneOf(ORDER_SORTS),
  }),
  head: adminHead('Orders'),
  component: OrdersScreen,
});
