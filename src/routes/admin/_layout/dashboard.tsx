import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Button } from '#design/button.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { VisuallyHidden } from '#design/visually-hidden.tsx';
import { useSession } from '#domains/accounts/ui/session/session.queries.ts';
import { BackupNote } from '#domains/backups/ui/admin/backup-note.tsx';
import { backupStateQuery } from '#domains/backups/ui/admin/backups.queries.ts';
import { productTotalsQuery } from '#domains/catalog/products/ui/admin/product-admin.queries.ts';
import { unreadTotalQuery } from '#domains/contact/ui/admin/messages.queries.ts';
import { DiskNotice } from '#domains/content/ui/admin/disk-notice.tsx';
import { SetupList } from '#domains/content/ui/admin/setup-list.tsx';
import { undeliveredTotalQuery } from '#domains/mail/ui/admin/mail.queries.ts';
import type { OrderSummary, OrderTotals } from '#domains/orders/contract.ts';
import { allOrdersQuery, orderTotalsQuery } from '#domains/orders/ui/admin/admin-orders.queries.ts';
import { RecentOrders } from '#domains/orders/ui/admin/recent-orders.tsx';
import { usersQuery, userTotalsQuery } from '#domains/users/ui/admin/users.queries.ts';
import { useShop } from '#shared/shop-context.tsx';
import { adminHead } from '../-admin-head.ts';
import { greetingAt, weekdayAt } from '../-dashboard/greeting.ts';
import { type Figure, Numbers } from '../-dashboard/numbers.tsx';
import { Panel } from '../-dashboard/panel.tsx';
import { RecentUsers } from '../-dashboard/recent-users.tsx';
import { type Waiting, WaitingList } from '../-dashboard/waiting.tsx';

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
  const productTotals = useQuery(productTotalsQuery(api));
  const unread = useQuery(unreadTotalQuery(api));
  const users = useQuery({ ...usersQuery(api, {}), enabled: isOwner });
  const userTotals = useQuery({ ...userTotalsQuery(api), enabled: isOwner });
  const undelivered = useQuery({ ...undeliveredTotalQuery(api), enabled: isOwner });
  const backups = useQuery({ ...backupStateQuery(api), enabled: isOwner });
  const queries = [orders, orderTotals, productTotals, unread, users, userTotals, undelivered, backups];
  const failed = queries.filter(({ isError }) => isError);

  const figure = (label: string, { isError }: { isError: boolean }, value: number | undefined) => ({
    label,
    value: value ?? (isError ? null : undefined),
  });
  const figures: Figure[] = [
    {
      ...figure('Total Orders', orderTotals, orderTotals.data?.total),
      renderLink: (className, children) => (
        <Link to="/admin/orders" className={className}>
          {children}
        </Link>
      ),
    },
    {
      ...figure('Pending Orders', orderTotals, orderTotals.data?.pending),
      renderLink: (className, children) => (
        <Link to="/admin/orders" search={{ status: 'pending' }} className={className}>
          {children}
        </Link>
      ),
    },
    {
      ...figure('Total Products', productTotals, productTotals.data?.total),
      renderLink: (className, children) => (
        <Link to="/admin/products" className={className}>
          {children}
        </Link>
      ),
    },
    {
      ...figure('Featured Products', productTotals, productTotals.data?.featured),
      renderLink: (className, children) => (
        <Link to="/admin/products" className={className}>
          {children}
        </Link>
      ),
    },
    ...(isOwner
      ? [
          {
            ...figure('Total Users', userTotals, userTotals.data?.total),
            renderLink: (className: string, children: React.ReactNode) => (
              <Link to="/admin/users" className={className}>
                {children}
              </Link>
            ),
          },
        ]
      : []),
  ];

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
        <VisuallyHidden role="status">Loading the dashboard</VisuallyHidden>
      ) : null}
      {/* On a phone, stacked in this order. */}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)] lg:gap-x-12">
        <div className="grid content-start gap-4 lg:col-start-2">
          <WhatWaits
            orders={orderTotals.data}
            unread={unread.data?.unread}
            undelivered={isOwner ? undelivered.data : { waiting: 0, givenUp: 0 }}
            isLoading={orderTotals.isLoading || unread.isLoading || undelivered.isLoading}
          />
          {isOwner && backups.data ? <BackupNote state={backups.data} /> : null}
        </div>
        <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {orders.isLoading || orders.data ? (
            <Panel
              title="Recent Orders"
              isLoading={orders.isLoading}
              link={
                <Link to="/admin/orders" className="link py-2 text-sm">
                  All orders
                </Link>
              }
            >
              <RecentOrders orders={orders.data?.items.slice(0, RECENT) ?? []} renderView={viewLink} />
            </Panel>
          ) : null}
        </div>
        <div className={isOwner ? 'lg:col-start-1 lg:row-start-3' : 'lg:col-span-2 lg:row-start-3'}>
          <Numbers figures={figures} />
        </div>
        {isOwner && (users.isLoading || users.data) ? (
          <div className="lg:col-start-2 lg:row-span-2 lg:row-start-2">
            <Panel
              title="Recent Users"
              isLoading={users.isLoading}
              link={
                <Link to="/admin/users" className="link py-2 text-sm">
                  All users
                </Link>
              }
            >
              <RecentUsers people={users.data?.items.slice(0, RECENT) ?? []} />
            </Panel>
          </div>
        ) : null}
      </div>
      {isOwner ? <SetupList /> : null}
    </div>
  );
}

function Greeting({ name }: { name: string }) {
  const { timeZone } = useShop();
  const now = new Date();
  return (
    <header className="grid gap-1">
      <p className="text-gold">{weekdayAt(now, timeZone)}</p>
      <h1 className="font-display text-3xl">
        <VisuallyHidden>Dashboard: </VisuallyHidden>
        {greetingAt(now, timeZone)}
        {name ? `, ${name}` : ''}
      </h1>
    </header>
  );
}

const viewLink = ({ id, orderNumber }: OrderSummary) => (
  <Button asChild variant="outline" size="sm" className="min-h-11">
    <Link to="/admin/orders/$id" params={{ id }} aria-label={`View order #${orderNumber}`}>
      View
    </Link>
  </Button>
);

function WhatWaits({
  orders,
  unread,
  undelivered,
  isLoading,
}: {
  orders: OrderTotals | undefined;
  unread: number | undefined;
  undelivered: { waiting: number; givenUp: number } | undefined;
  isLoading: boolean;
}) {
  if (isLoading) return <Skeleton className="h-64" />;
  const items: Waiting[] = [
    {
      key: 'pending',
      count: orders?.pending,
      text: orders?.pending === 1 ? 'order is pending' : 'orders are pending',
      hint: 'Agree on size and day, then set them to work',
      renderLink: (className, children) => (
        <Link to="/admin/orders" search={{ status: 'pending' }} className={className}>
          {children}
        </Link>
      ),
    },
    {
      key: 'unopened',
      count: orders?.unopenedOf.pending,
      text: 'of them never reached WhatsApp',
      hint: 'Write first: she may think it was sent',
      renderLink: (className, children) => (
        <Link to="/admin/orders" search={{ status: 'pending', opened: 'no' }} className={className}>
          {children}
        </Link>
      ),
    },
    {
      key: 'unread',
      count: unread,
      text: unread === 1 ? 'message is unread' : 'messages are unread',
      hint: 'From the contact page',
      renderLink: (className, children) => (
        <Link to="/admin/messages" search={{ unread: true }} className={className}>
          {children}
        </Link>
      ),
    },
    {
      key: 'undelivered',
      count: undelivered && undelivered.waiting + undelivered.givenUp,
      text:
        undelivered && undelivered.waiting + undelivered.givenUp === 1
          ? 'mail is undelivered'
          : 'mails are undelivered',
      hint: undelivered?.givenUp
        ? 'Some were given up: see why, and send them again'
        : 'They are tried again by themselves',
      renderLink: (className, children) => (
        <Link to="/admin/mail" className={className}>
          {children}
        </Link>
      ),
    },
  ];
  return <WaitingList items={items} />;
}
