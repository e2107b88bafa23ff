import { Link, useNavigate } from '@tanstack/react-router';
import { ExternalLink, LogOut } from 'lucide-react';
import type { Profile } from '#domains/accounts/contract.ts';
import { useSignOut } from '#domains/accounts/ui/sign-in.operations.ts';
import { adminLinks, ownerLinks } from './admin-links.ts';

const look =
  'flex min-h-11 items-center gap-3 px-3 text-paper/85 transition-colors hover:bg-paper/10 hover:text-paper [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.5]';

const current = {
  className: 'bg-paper/12 font-semibold !text-paper shadow-[inset_3px_0_0_var(--color-brass)]',
};

const ROLE_LABELS = { super_admin: 'Super Administrator', admin: 'Administrator', user: '' };

/** The signed-in user, the screens, and sign-out. Shown on the dark side bar or the phone's panel. */
export function AdminMenu({ user, onChosen }: { user: Profile; onChosen?: () => void }) {
  const navigate = useNavigate();
  const logout = useSignOut(() => navigate({ to: '/' }));
  const links = user.role === 'super_admin' ? [...adminLinks, ...ownerLinks] : adminLinks;
  return (
    <div className="flex grow flex-col gap-6">
      <div className="px-3">
        <p className="truncate font-semibold text-paper">
          {`${user.firstName} ${user.lastName}`.trim() || user.email}
        </p>
        <p className="text-brass text-sm">{ROLE_LABELS[user.role]}</p>
      </div>
      <nav aria-label="Back office">
        <ul className="grid gap-0.5">
          {links.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} className={look} activeProps={current} onClick={onChosen}>
                <Icon aria-hidden="true" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto grid gap-0.5 border-paper/15 border-t pt-3">
        <Link to="/" className={look}>
          <ExternalLink aria-hidden="true" />
          View the shop
        </Link>
        <button
          type="button"
          aria-busy={logout.isPending || undefined}
          onClick={() => !logout.isPending && logout.mutate()}
          className={look}
        >
          <LogOut aria-hidden="true" />
          Logout
        </button>
      </div>
    </div>
  );
}
