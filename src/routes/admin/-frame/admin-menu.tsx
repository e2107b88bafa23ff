import { Link, useNavigate } from '@tanstack/react-router';
import { BellOff, BellRing, ExternalLink, LogOut } from 'lucide-react';
import { useId } from 'react';
import type { Profile } from '#domains/accounts/contract.ts';
import { useSignOut } from '#domains/accounts/ui/sign-in.operations.ts';
import { NewOrderSwitch } from '#domains/notifications/ui/admin/new-order-switch.tsx';
import { useOrderBell } from '#domains/orders/list/ui/admin/order-bell.ts';
import { adminLinks, ownerLinks } from './admin-links.ts';
import { MenuCount, useMenuCounts } from './menu-count.tsx';

const look =
  'flex min-h-11 items-center gap-3 px-3 text-paper/85 transition-colors hover:bg-paper/10 hover:text-paper [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.5]';

const current = {
  className: 'bg-paper/12 font-semibold !text-paper shadow-[inset_3px_0_0_var(--color-brass)]',
};

const ROLE_LABELS = { super_admin: 'Super Administrator', admin: 'Administrator', user: '' };

/** The signed-in user, the screens, and sign-out. Shown on the dark side bar or the phone's panel. */
export function AdminMenu({ user, onChosen }: { user: Profile; onChosen?: () => void }) {
  const navigate = useNavigate();
  const { isPending, signOut } = useSignOut(() => navigate({ to: '/', ignoreBlocker: true }));
  // The menu may be on the page twice: at the side, and in the panel of a phone.
  const menuId = useId();
  const counts = useMenuCounts();
  const [isBellOn, setBellOn] = useOrderBell();
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
            <li key={to} className="relative">
              <Link
                to={to}
                className={look}
                activeProps={current}
                aria-describedby={counts[to] ? `${menuId}-${label}` : undefined}
                onClick={onChosen}
              >
                <Icon aria-hidden="true" />
                {label}
              </Link>
              {counts[to] ? <MenuCount id={`${menuId}-${label}`} {...counts[to]} /> : null}
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto grid gap-0.5 border-paper/15 border-t pt-3">
        <button
          type="button"
          role="switch"
          aria-checked={isBellOn}
          onClick={() => setBellOn(!isBellOn)}
          className={look}
        >
          {isBellOn ? <BellRing aria-hidden="true" /> : <BellOff aria-hidden="true" />}
          Order sound
          <span aria-hidden="true" className="ml-auto text-brass text-sm">
            {isBellOn ? 'on' : 'off'}
          </span>
        </button>
        <NewOrderSwitch className={look} />
        <Link to="/" className={look}>
          <ExternalLink aria-hidden="true" />
          View the shop
        </Link>
        <button
          type="button"
          aria-busy={isPending || undefined}
          onClick={() => !isPending && signOut()}
          className={look}
        >
          <LogOut aria-hidden="true" />
          Logout
        </button>
      </div>
    </div>
  );
}
