import { Link, useMatches } from '@tanstack/react-router';
import { ShoppingBag } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { cn } from '#design/cn.ts';
import { Logo } from '#design/logo.tsx';
import { CartCount, useCartLabel } from '#domains/wishlist/ui/cart-count.tsx';
import { useShop } from '#shared/shop-context.tsx';
import { MainLinks } from './main-links.tsx';
import { MenuButton } from './menu-button.tsx';

/** Pixels the front page can be scrolled before the header becomes opaque. */
const SOLID_BELOW = 50;

function subscribe(notify: () => void) {
  addEventListener('scroll', notify, { passive: true });
  return () => removeEventListener('scroll', notify);
}

const isScrolled = () => window.scrollY > SOLID_BELOW;

const itemLook =
  'inline-flex min-h-11 items-center decoration-1 underline-offset-8 hover:underline data-[status=active]:underline';

/**
 * The sticky header of every page. It is transparent over the front page's image until that is scrolled away.
 * `account` is the sign-in link or the account menu.
 */
export function Header({ account }: { account: ReactNode }) {
  const shop = useShop();
  const isOverHero = useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      return last?.routeId === '/_shop/' && last.status === 'success';
    },
  });
  const scrolled = useSyncExternalStore(subscribe, isScrolled, () => false);
  const isClear = isOverHero && !scrolled;
  return (
    <header
      data-clear={isClear || undefined}
      className={cn(
        'sticky top-0 z-20 h-16 transition-colors duration-300 lg:h-18',
        isClear ? 'scriptless:relative bg-transparent text-paper' : 'border-b bg-background text-foreground',
      )}
    >
      <div className="wrap grid h-full grid-cols-[1fr_auto_1fr] items-center gap-3">
        <div className="flex items-center">
          <MenuButton account={account} />
          <nav aria-label="Main" className="hidden lg:block">
            <ul className="flex gap-9">
              <MainLinks className={itemLook} />
            </ul>
          </nav>
        </div>
        <Link to="/" className="inline-flex min-h-11 items-center" aria-label={`${shop.name}, front page`}>
          <Logo name={shop.name} />
        </Link>
        <div className="flex items-center justify-end gap-1 lg:gap-5">
          {/* On the smallest screens it is in the menu instead. Its buttons inherit the header's colour. */}
          <div className="hidden sm:block [&_a:hover]:bg-transparent [&_a]:text-inherit [&_button:hover]:bg-transparent [&_button]:text-inherit">
            {account}
          </div>
          <CartLink />
        </div>
      </div>
    </header>
  );
}

function CartLink() {
  return (
    <Link
      to="/wishlist"
      aria-label={useCartLabel()}
      className="relative inline-flex min-h-11 min-w-11 items-center justify-center gap-2 lg:pr-5"
    >
      <ShoppingBag aria-hidden="true" className="size-5.5 stroke-[1.5] lg:hidden" />
      <span className="hidden lg:inline">Cart</span>
      <CartCount />
    </Link>
  );
}
