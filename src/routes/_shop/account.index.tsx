import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { ChevronRight, KeyRound, LayoutDashboard, Package, ShoppingBag } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { AccountScreen } from '#domains/accounts/ui/account-screen.tsx';
import { useSession } from '#domains/accounts/ui/session/session.queries.ts';
import { pageHead, shopOf } from '../-head.ts';
import { NeedsScript } from '../-needs-script.tsx';

export const Route = createFileRoute('/_shop/account/')({
  head: ({ matches }) =>
    pageHead({ shop: shopOf(matches), title: 'My Account', description: 'Your details and your orders.' }),
  component: AccountPage,
});

const look =
  'flex min-h-16 items-center gap-4 rounded-sm border bg-card px-4 py-3 font-semibold transition-colors hover:border-foreground [&_svg]:size-5 [&_svg]:shrink-0';

function AccountPage() {
  const navigate = useNavigate();
  const { known, user } = useSession();
  const signedOut = known && !user;
  useEffect(() => {
    if (signedOut) void navigate({ to: '/auth', replace: true });
  }, [signedOut, navigate]);

  return (
    <AccountScreen
      notice={<NeedsScript what="Your account" />}
      onSignedOut={() => navigate({ to: '/' })}
      links={
        <>
          <Link to="/orders" className={look}>
            <LinkLabel icon={<Package aria-hidden="true" />}>My Orders</LinkLabel>
          </Link>
          <Link to="/account/security" className={look}>
            <LinkLabel icon={<KeyRound aria-hidden="true" />}>Sign-in &amp; security</LinkLabel>
          </Link>
          <Link to="/wishlist" className={look}>
            <LinkLabel icon={<ShoppingBag aria-hidden="true" />}>Cart</LinkLabel>
          </Link>
        </>
      }
      adminLink={
        // The back office is a separate document.
        <a href="/admin" className={look}>
          <LinkLabel icon={<LayoutDashboard aria-hidden="true" />}>Admin Panel</LinkLabel>
        </a>
      }
    />
  );
}

function LinkLabel({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className="text-gold">{icon}</span>
      <span className="grow">{children}</span>
      <ChevronRight aria-hidden="true" className="text-muted-foreground" />
    </>
  );
}
