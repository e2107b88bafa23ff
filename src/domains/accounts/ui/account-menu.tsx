import { Link, useNavigate } from '@tanstack/react-router';
import { LogOut, UserRound } from 'lucide-react';
import { cn } from '#design/cn.ts';
import { useSession } from './session.queries.ts';
import { useSessionFollowing } from './session-channel.ts';
import { useSignOut } from './sign-in.operations.ts';

/**
 * Who is signed in, for the header: 'Sign in', or the account and the way out. Always as wide as its
 * widest state; the server's page shows the account's icon, which leads on in either case. On a phone there
 * is room for one icon: the way out is in the menu.
 */
export function AccountMenu({ className }: { className?: string }) {
  useSessionFollowing();
  const { known, user } = useSession();
  const isVisitor = known && !user;
  return (
    <div className={cn('flex h-11 w-11 shrink-0 items-center justify-end sm:w-22', className)}>
      {isVisitor ? (
        <Link to="/auth" className="inline-flex min-h-11 min-w-11 items-center justify-center sm:px-2">
          <UserRound aria-hidden="true" className="size-5.5 stroke-[1.5] sm:hidden" />
          <span className="sr-only sm:not-sr-only">Sign in</span>
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
      {user ? <LogoutIcon className="hidden sm:inline-flex" /> : null}
    </div>
  );
}

function useLogout() {
  const navigate = useNavigate();
  return useSignOut(() => navigate({ to: '/' }));
}

function LogoutIcon({ className }: { className?: string }) {
  const logout = useLogout();
  return (
    <button
      type="button"
      aria-label="Logout"
      title="Logout"
      aria-busy={logout.isPending || undefined}
      onClick={() => !logout.isPending && logout.mutate()}
      className={cn('size-11 items-center justify-center', className)}
    >
      <LogOut aria-hidden="true" className="size-5.5 stroke-[1.5]" />
    </button>
  );
}

/** The same as items of a list, for the phone's menu. */
export function AccountMenuItems({ className, onChosen }: { className?: string; onChosen?: () => void }) {
  const { known, user } = useSession();
  const logout = useLogout();
  if (!known) return null;
  if (!user) {
    return (
      <li>
        <Link to="/auth" className={className} onClick={onChosen}>
          Sign in
        </Link>
      </li>
    );
  }
  return (
    <>
      <li>
        <Link to="/account" className={className} onClick={onChosen}>
          My Account
        </Link>
      </li>
      <li>
        <button
          type="button"
          className={className}
          onClick={() => {
            onChosen?.();
            logout.mutate();
          }}
        >
          Logout
        </button>
      </li>
    </>
  );
}
