import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { ExternalLink } from '#design/external-link.tsx';
import { Sheet } from '#design/sheet.tsx';
import { useSession } from '#domains/accounts/ui/session/session.queries.ts';
import { useCartLabel } from '#domains/wishlist/ui/cart-count.tsx';
import { phoneText } from '#shared/phone-text.ts';
import { useShop } from '#shared/shop-context.tsx';
import { MainLinks } from './main-links.tsx';

const large = 'flex min-h-14 items-center font-display text-2xl data-[status=active]:text-gold';

/** The menu of small screens. The page behind it does not scroll. */
export function MenuSheet({
  isOpen,
  onOpenChange,
  account,
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  account: ReactNode;
}) {
  const shop = useShop();
  const { known, user } = useSession();
  const close = () => onOpenChange(false);
  const { history } = useRouter();
  // The browser's Back presses no link.
  useEffect(() => history.subscribe(() => onOpenChange(false)), [history, onOpenChange]);
  return (
    <Sheet open={isOpen} onOpenChange={onOpenChange} title="Menu">
      <nav aria-label="Menu">
        <ul className="divide-y border-y">
          <MainLinks onClick={close} className={large} />
          <li>
            <Link to="/wishlist" onClick={close} className={large}>
              {useCartLabel()}
            </Link>
          </li>
          <li className="flex min-h-14 items-center justify-between">
            {known && !user ? (
              <Link to="/auth" onClick={close} className={large}>
                Sign in
              </Link>
            ) : (
              <>
                <Link to="/account" onClick={close} className={large}>
                  My Account
                </Link>
                {/* The sign-out button; pressing it closes the menu. */}
                {/* biome-ignore lint/a11y/noStaticElementInteractions: the controls are inside. */}
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: a control pressed by key clicks too. */}
                <div onClick={close} className="[&_a]:hidden">
                  {account}
                </div>
              </>
            )}
          </li>
        </ul>
      </nav>
      <address className="mt-8 grid gap-1 text-muted-foreground text-sm not-italic">
        <span>{shop.address}</span>
        {shop.hours ? <span>{shop.hours}</span> : null}
        <a href={`tel:${shop.phone}`} className="link inline-flex min-h-11 items-center text-foreground">
          {phoneText(shop.phone)}
        </a>
        <ExternalLink
          href={`https://wa.me/${shop.whatsapp}`}
          className="link inline-flex min-h-11 items-center text-foreground"
        >
          Ask on WhatsApp
        </ExternalLink>
      </address>
    </Sheet>
  );
}
