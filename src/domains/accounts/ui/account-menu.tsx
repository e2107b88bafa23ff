import { Link, useNavigate } from '@tanstack/react-router';
import { LogOut, UserRound } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { cn } from '#design/cn.ts';
import { useSession } from './session.queries.ts';
import { useSessionFollowing } from './session-channel.ts';
import { useSignOut } from './sign-in.operations.ts';

/**
 * Who is signed in, for the header: 'Sign in', or the account and the way out. Always as wide as its
 * widest state; the server's page shows the account's icon, which leads on in either case.
 */
export function AccountMenu({ className }: { className?: string }) {
  useSessionFollowing();
  const navigate = useNavigate();
  const { known, user } = useSession();
  const signOut = useSignOut(() => navigate({ to: '/' }));
  return (
    <div className={cn('flex h-11 w-22 shrink-0 items-center justify-end', className)}>
      {known && !user ? (
        <Button asChild variant="ghost" className="px-2">
          <Link to="/auth">Sign in</Link>
        </Button>
      ) : (
        <>
          <Button asChild variant="ghost" size="icon">
            <Link
              to="/account"
              aria-label="My Account"
              title={user ? user.firstName || user.email : undefined}
            >
              <UserRound aria-hidden="true" />
            </Link>
          </Button>
          {user ? (
            <Button
              variant="ghost"
              size="icon"
              aria-label="Logout"
              title="Logout"
              busy={signOut.isPending}
              onClick={() => signOut.mutate()}
            >
              <LogOut aria-hidden="true" />
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}
