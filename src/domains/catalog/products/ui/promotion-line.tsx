import { Link } from '@tanstack/react-router';
import { Badge } from '#design/badge.tsx';
import { ShareButton } from '#design/share-button.tsx';
import { isActiveOn } from '#domains/promotions/price.ts';
import { titleOf } from '#domains/promotions/ui/promotion-words.ts';
import { dayText } from '#shared/dates.ts';
import type { Listing } from '../../shapes.ts';
import type { ListingSearch } from '../listing.ts';

/** Names the promotion that filters a list, or the reason why there is none, with a link to remove the filter. */
export function PromotionLine({ search, listing }: { search: ListingSearch; listing: Listing | undefined }) {
  const { promotion: code, page: _, ...without } = search;
  const promotion = listing?.promotion;
  const isUnknown = listing !== undefined && !promotion;
  return (
    <div className="mb-5 flex min-h-13 flex-wrap items-center gap-x-3 gap-y-0.5 border-y py-2">
      {promotion && isActiveOn(promotion, listing.today) ? (
        <>
          <Badge variant="promo">Promo</Badge>
          <p className="font-semibold">{titleOf(promotion)}</p>
          <p className="text-muted-foreground text-sm">
            {promotion.tagLine.trim() ? `${promotion.tagLine}, until ` : 'Until '}
            {dayText(promotion.endDate)}
          </p>
          <ShareButton
            shared={{ kind: 'promotion', code: promotion.code }}
            name={titleOf(promotion)}
            text={`${titleOf(promotion)}, until ${dayText(promotion.endDate)}`}
          />
        </>
      ) : promotion ? (
        <p>{`${titleOf(promotion)} ended on ${dayText(promotion.endDate)}. Its products are at their usual price again.`}</p>
      ) : isUnknown ? (
        <p>{`The promotion code “${code}” is unknown.`}</p>
      ) : null}
      <Link to="/products" search={isUnknown ? {} : without} className="link py-1 text-sm sm:ml-auto">
        {isUnknown ? 'See all products' : 'See the whole shop'}
      </Link>
    </div>
  );
}
