import { Link } from '@tanstack/react-router';
import { Badge } from '#design/badge.tsx';
import { dayText } from '#domains/promotions/ui/promotion-words.ts';
import type { ListingSearch } from '../listing.ts';
import type { Listing } from '../shapes.ts';

/** Names the promotion a list is looked at under, and leads out of it. */
export function PromotionLine({ search, listing }: { search: ListingSearch; listing: Listing | undefined }) {
  const { promotion: _, page: __, ...without } = search;
  const promotion = listing?.promotion;
  return (
    <div className="mb-5 flex min-h-13 flex-wrap items-center gap-x-3 gap-y-0.5 border-y py-2">
      {promotion ? (
        <>
          <Badge variant="promo">Promo</Badge>
          <p className="font-semibold">{promotion.name}</p>
          <p className="text-muted-foreground text-sm">
            {promotion.tagLine}, until {dayText(promotion.endDate)}
          </p>
        </>
      ) : listing ? (
        <p className="text-muted-foreground">This promotion is not running. Prices are the usual ones.</p>
      ) : null}
      <Link to="/products" search={without} className="link py-1 text-sm sm:ml-auto">
        See the whole shop
      </Link>
    </div>
  );
}
