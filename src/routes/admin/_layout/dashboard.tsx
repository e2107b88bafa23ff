import { useQuery } from '@tanstack/react-query';
import { createFileRoute, type LinkProps } from '@tanstack/react-router';
import { ErrorState } from '#design/error-state.tsx';
import { useMinute } from '#design/relative-time.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { useSession } from '#domains/accounts/ui/session/session.queries.ts';
import { productTotalsQuery } from '#domains/catalog/products/ui/admin/product-admin.queries.ts';
import { unreadTotalQuery } from '#domains/contact/ui/admin/messages.queries.ts';
import { DiskNotice } from '#domains/content/ui/admin/disk-notice.tsx';
import { DoctorNote } from '#domains/doctor/ui/admin/doctor-note.tsx';
import { undeliveredTotalQuery } from '#domains/mail/ui/admin/mail.queries.ts';
import type { OrderTotals, Sales } from '#domains/orders/contract.ts';
import { RecentOrders } from '#domains/orders/list/ui/admin/recent-orders.tsx';
import { BestSellers, PromotionSales } from '#domains/orders/sales/ui/admin/best-sellers.tsx';
import { SalesFigures } from '#domains/orders/sales/ui/admin/sales-figures.tsx';
import {
  allOrdersQuery,
  orderTotalsQuery,
  salesQuery,
} from '#domains/orders/ui/admin/admin-orders.queries.ts';
import { usersQuery, userTotalsQuery } from '#domains/users/ui/admin/users.queries.ts';
import { useShop } from '#shared/shop-context.tsx';
import { adminHead } from '../-admin-head.ts';
import { greetingAt, weekdayAt } from '../-dashboard/greeting.ts';
import { type Figure, Numbers } from '../-dashboard/numbers.tsx';
import { Panel } from '../-dashboard/panel.tsx';
import { RecentUsers } from '../-dashboard/recent-users.tsx';
import { type Waiting, WaitingList } from '../-dashboard/waiting.tsx';

const PENDING: LinkProps = { to: '/admin/orders', search: { status: 'pending' } };
const PRODUCTS: LinkProps = { to: '/admin/products' };

/** Number of orders and of users shown. */
const RECENT = 5;

export const Route = createFileRoute('/admin/_layout/dashboard')({
  head: adminHead('Dashboard'),
  component: Dashboard,
});

/** The dashboard: pending work, recent orders and users, key figures. */
function Dashboard() {
  const { api } = Route.useRouteContext();
  const { user } = useSession();
  const isOwner = user?.role === 'super_admin';
  const orders = useQuery(allOrdersQuery(api, {}));
  const orderTotals = useQuery(orderTotalsQuery(api));
  const sales = useQuery(salesQuery(api));
  const productTotals = useQuery(productTotalsQuery(api));
  const unread = useQuery(unreadTotalQuery(api));
  const users = useQuery({ ...usersQuery(api, {}), enabled: isOwner });
  const userTotals = useQuery({ ...userTotalsQuery(api), enabled: isOwner });
  const undelivered = useQuery({ ...undeliveredTotalQuery(api), enabled: isOwner });
  const queries = [orders, orderTotals, sales, productTotals, unread, users, userTotals, undelivered];
  const failed = queries.filter(({ isError }) => isError);

  const totals = orderTotals.data;
  const products = productTotals.data;
  const figures: Figure[] = [
    { label: 'Total Orders', query: orderTotals, value: totals?.total, link: { to: '/admin/orders' } },
    { label: 'Pending Orders', query: orderTotals, value: totals?.pending, link: PENDING },
    { label: 'Total Products', query: productTotals, value: products?.total, link: PRODUCTS },
    { label: 'Featured Products', query: productTotals, value: products?.featured, link: PRODUCTS },
  ];
  if (isOwner) {
    const value = userTotals.data?.total;
    figures.push({ label: 'Total Users', query: userTotals, value, link: { to: '/admin/users' } });
  }

  return (
    <div className="grid gap-8 sm:gap-10">
      <Greeting name={user?.firstName ?? ''} />
      <DiskNotice />
      {failed.length > 0 ? (
        <ErrorState
          title="Failed to load dashboard data. Please try again."
          error={failed[0]?.error}
          onRetry={() => {
            for (const { refetch } of failed) void refetch();
          }}
          busy={failed.some(({ isFetching }) => isFetching)}
        />
      ) : null}
      {queries.some(({ isLoading }) => isLoading) ? (
        <span role="status" className="sr-only">
          Loading the dashboard
        </span>
      ) : null}
      {sales.isLoading || sales.data ? <SalesFigures sales={sales.data} /> : null}
      {/* On a phone, stacked in this order. */}
      <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)] xl:gap-x-12">
        <div className="grid content-start gap-4 xl:col-start-2">
          <WhatWaits
            orders={orderTotals.data}
            oldest={sales.data?.oldestPending ?? null}
            unread={unread.data?.unread}
            undelivered={isOwner ? undelivered.data : { waiting: 0, givenUp: 0 }}
            isLoading={orderTotals.isLoading || unread.isLoading || undelivered.isLoading}
          />
          {isOwner ? <DoctorNote /> : null}
        </div>
        <div className="xl:col-start-1 xl:row-start-1">
          {orders.isLoading || orders.data ? (
            <Panel
              title="Recent Orders"
              isLoading={orders.isLoading}
              to="/admin/orders"
              linkText="All orders"
            >
              <RecentOrders orders={orders.data?.items.slice(0, RECENT) ?? []} />
            </Panel>
          ) : null}
        </div>
        <div className="grid content-start gap-8">
          <Numbers figures={figures} />
          {sales.data ? (
            <Panel title="Best sellers" isLoading={false} to="/admin/products" linkText="All products">
              <BestSellers products={sales.data.bestSellers} />
            </Panel>
          ) : null}
        </div>
        <div className="grid content-start gap-8">
          {isOwner && (users.isLoading || users.data) ? (
            <Panel title="Recent Users" isLoading={users.isLoading} to="/admin/users" linkText="All users">
              <RecentUsers users={users.data?.items.slice(0, RECENT) ?? []} />
            </Panel>
          ) : null}
          {sales.data ? (
            <Panel title="Promotions" isLoading={false} to="/admin/promotions" linkText="All promotions">
              <PromotionSales promotions={sales.data.promotions} />
            </Panel>
          ) : null}
        </div>
      </div>
    </div>
  );
}

function Greeting({ name }: { name: string }) {
  const { timeZone } = useShop();
  useMinute();
  const now = new Date();
  return (
    <header className="grid gap-1">
      <p className="text-gold">{weekdayAt(now, timeZone)}</p>
      <h1 className="font-display text-3xl">
        <span className="sr-only">Dashboard: </span>
        {greetingAt(now, timeZone)}
        {name ? `, ${name}` : ''}
      </h1>
    </header>
  );
}

function WhatWaits({
  orders,
  oldest,
  unread,
  undelivered,
  isLoading,
}: {
  orders: OrderTotals | undefined;
  oldest: Sales['oldestPending'];
  unread: number | undefined;
  undelivered: { waiting: number; givenUp: number } | undefined;
  isLoading: boolean;
}) {
  if (isLoading) return <Skeleton className="h-64" />;
  const mails = undelivered && undelivered.waiting + undelivered.givenUp;
  const items: Waiting[] = [
    {
      count: orders?.late,
      text: orders?.late === 1 ? 'order is late' : 'orders are late',
      hint: 'Their due day is over',
      link: { to: '/admin/orders', search: { sort: 'due' } },
    },
    {
      count: orders?.pending,
      text: orders?.pending === 1 ? 'order is pending' : 'orders are pending',
      hint: 'Agree on size and day, then start the work',
      link: PENDING,
    },
    {
      count: orders?.queues.unopened,
      text: 'not opened for 30 minutes',
      hint: 'Write first: they may think it was sent',
      link: { to: '/admin/orders', search: { queue: 'unopened', sort: 'waiting' } },
    },
    {
      count: orders?.queues.unconfirmed,
      text: 'opened, not confirmed for 4 hours',
      hint: 'Look for their message, or remind them',
      link: { to: '/admin/orders', search: { queue: 'unconfirmed', sort: 'waiting' } },
    },
    {
      count: unread,
      text: unread === 1 ? 'message is unread' : 'messages are unread',
      hint: 'From the contact page',
      link: { to: '/admin/messages', search: { unread: true } },
    },
    {
      count: mails,
      text: mails === 1 ? 'email is undelivered' : 'emails are undelivered',
      hint: undelivered?.givenUp
        ? 'Some were given up: see why, and send them again'
        : 'They are sent again automatically',
      link: { to: '/admin/mail' },
    },
  ];
  return <WaitingList items={items} oldest={oldest} />;
}
