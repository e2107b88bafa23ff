import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { footerCopy } from '#brand/copy/footer.ts';
import { ExternalLink } from '#design/external-link.tsx';
import { Logo } from '#design/logo.tsx';
import { Selvedge } from '#design/selvedge.tsx';
import { phoneText } from '#shared/phone-text.ts';
import { useShop } from '#shared/shop-context.tsx';
import { DataSaverSlot } from './data-saver-slot.tsx';
import { MainLinks } from './main-links.tsx';
import { StoreMap } from './store-map.tsx';

const itemLook = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline lg:min-h-8';

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-1 text-brass text-sm max-sm:sr-only">{title}</h2>
      {children}
    </div>
  );
}

/** The footer of every page. `year` is in the shop's time zone, from the page's data. */
export function Footer({ year }: { year?: number }) {
  const shop = useShop();
  const facts = { shopName: shop.name, city: shop.city };
  return (
    <footer id="site-links" className="bg-ink text-paper">
      <Selvedge />
      <div className="wrap grid gap-x-12 gap-y-3 py-4 sm:gap-y-6 sm:py-7 lg:grid-cols-[1fr_1fr_1.9fr] lg:py-8">
        <div className="grid content-start gap-2 sm:gap-3">
          <Logo name={shop.name} className="text-[1.75rem]" />
          <p className="max-w-sm text-paper/80 text-sm">{footerCopy.blurb(facts)}</p>
        </div>
        <div className="grid content-start gap-x-8 sm:grid-cols-2 sm:[&>:only-child]:col-span-2 sm:[&>:only-child_ul]:columns-2 max-sm:[&_ul]:grid max-sm:[&_ul]:grid-cols-3">
          <Column title={footerCopy.companyTitle}>
            <nav aria-label="Company">
              <ul>
                <MainLinks className={itemLook} />
                <li>
                  <Link to="/wishlist" className={itemLook}>
                    Cart
                  </Link>
                </li>
                <li>
                  <Link to="/account" className={itemLook}>
                    My Account
                  </Link>
                </li>
              </ul>
            </nav>
          </Column>
          {shop.social.length > 0 ? (
            <Column title={footerCopy.socialTitle}>
              <ul>
                {shop.social.map(({ name, url }) => (
                  <li key={name}>
                    <ExternalLink href={url} className={itemLook}>
                      {name}
                    </ExternalLink>
                  </li>
                ))}
              </ul>
            </Column>
          ) : null}
        </div>
        <Column title={footerCopy.visitTitle}>
          <div className="grid gap-x-6 gap-y-1 sm:gap-y-3 lg:grid-cols-[1.25fr_1fr]">
            <StoreMap isWholeALink className="h-28 text-foreground sm:h-36 lg:h-40" />
            <address className="flex flex-wrap content-start gap-x-8 text-sm not-italic lg:grid lg:gap-y-1">
              <span className="text-paper/80 max-sm:hidden">{footerCopy.visitText}</span>
              <span className="grid">
                <span>{shop.address}</span>
                {shop.hours ? <span className="text-paper/80">{shop.hours}</span> : null}
              </span>
              <span className="flex flex-wrap gap-x-6 lg:grid">
                <a href={`tel:${shop.phone}`} className={itemLook}>
                  {phoneText(shop.phone)}
                </a>
                <a href={`mailto:${shop.email}`} className={itemLook}>
                  {shop.email}
                </a>
              </span>
            </address>
          </div>
        </Column>
      </div>
      <DataSaverSlot />
      {year ? (
        <p className="wrap border-paper/15 border-t py-2 text-paper/80 sm:py-3 text-sm">
          {footerCopy.closing(facts, year)}
        </p>
      ) : null}
    </footer>
  );
}
