import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AccountScreen } from '#domains/accounts/ui/account-screen.tsx';
import { useSession } from '#domains/accounts/ui/session/session.queries.ts';
import { PushSlot } from '#domains/notifications/ui/push-slot.tsx';
import { myOrdersQuery } from '#domains/orders/ui/order.queries.ts';
import { pageHead, shopOf } from '../-head.ts';
import { NeedsScript } from '../-needs-script.tsx';

export const Route = createFileRoute('/_shop/account/')({
  head: ({ matches }) =>
    pageHead({ shop: shopOf(matches), title: 'My Account', description: 'Your details and your orders.' }),
  component: AccountPage,
});

function AccountPage() {
  const navigate = useNavigate();
  const { api } = Route.useRouteContext();
  const { known, user } = useSession();
  // Notifications are of orders: who has none is not asked for them.
  const { data } = useQuery({ ...myOrdersQuery(api, 1), enabled: Boolean(user) });
  const signedOut = known && !user;
  useEffect(() => {
    if (signedOut) void navigate({ to: '/auth', replace: true });
  }, [signedOut, navigate]);
  return (
    <AccountScreen notice={<NeedsScript what="Your account" />}>
      {user && data && data.orders.length > 0 ? (
        <PushSlot className="rounded-sm border bg-card px-4 py-2" />
      ) : null}
    </AccountScreen>
  );
}
