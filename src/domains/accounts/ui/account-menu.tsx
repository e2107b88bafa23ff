import { Link } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { useEffect } from 'react';
import { cn } from '#design/cn.ts';
import { useLazyComponent } from '#shared/lazy-component.ts';
import { useSession, useSessionFollowing } from './session/session.queries.ts';

/**
 * The account part of the header: 'Sign in', or logout and the account, which separates logout from the cart.
 * Always as wide as its widest state; the server renders the account icon, whose link works in both states.
 */
export function AccountMenu({ className }: { className?: string }) {
  useSessionFollowing();
  const { known, user } = useSession();
  // Visitors do not load the script for signed-in users.
  const { part, want } = useLazyComponent(() => import('./session/logout-button.tsx'));
  useEffect(() => {
    if (user) want();
  }, [user, want]);
  const isVisitor = known && !user;
  return (
    <div
      className={cn(
        'flex h-11 w-36 shrink-0 items-center justify-end text-sm lg:w-44 lg:gap-3 lg:text-base',
        className,
      )}
    >
      {user && part ? <part.LogoutButton /> : null}
      {isVisitor ? (
        <Link to="/auth" className="inline-flex min-h-11 items-center px-2">
          Sign in
        </Link>
      ) : (
        <Link
          to="/account"
          aria-label="My Account"
          title={user ? user.firstName || user.email : undefined}
          className="inline-flex min-h-11 min-w-11 items-center justify-center px-2"
        >
          {user ? 'Account' : <UserRound aria-hidden="true" className="size-5.5 stroke-[1.5]" />}
        </Link>
      )}
    </div>
  );
}
