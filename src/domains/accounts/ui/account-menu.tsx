import { Link, useNavigate } from '@tanstack/react-router';
import { LogOut, UserRound } from 'lucide-react';
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
  const { known, user } = useSession();
  const isVisitor = known && !user;
  return (
    <div className={cn('flex h-11 w-22 shrink-0 items-center justify-end', className)}>
      {isVisitor ? (
        <Link to="/auth" className="inline-flex min-h-11 items-center px-2">
          Sign in
        </Link>
      ) : (
        <Link
          to="/account"
          aria-label="My Account"
          title={user ? user.firstName || user.email : undefined}
          className="inline-flex size-11 items-center justify-center"
        >
          <UserRound aria-hidden="true" className="size-5.5 stroke-[1.5]" />
        </Link>
      )}
      {user ? <LogoutIcon /> : null}
    </div>
  );
}

function LogoutIcon() {
  const navigate = useNavigate();
  const logout = useSignOut(() => navigate({ to: '/' }));
  return (
    <button
      type="button"
      aria-label="Logout"
      title="Logout"
      aria-busy={logout.isPending || undefined}
      onClick={() => !logout.isPending && logout.mutate()}
      className="inline-flex size-11 items-center justify-center"
    >
      <LogOut aria-hidden="true" className="size-5.5 stroke-[1.5]" />
    </button>
  );
}
