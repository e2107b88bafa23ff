import { Link } from '@tanstack/react-router';
import type { Promotion } from '../contract.ts';
import { usePromotionOfVisit } from './promotion-of-visit.ts';
import { sentenceOf, titleOf } from './promotion-words.ts';

/**
 * One line at the top of the shop; renders nothing without an active promotion. Its height is fixed, because
 * the browser may replace the newest promotion with the one of this visit without a layout shift.
 */
export function PromotionBanner({ promotions }: { promotions: readonly Promotion[] }) {
  const promotion = usePromotionOfVisit(promotions);
  if (!promotion) return null;
  return (
    <aside aria-label="Promotion" className="h-11 overflow-hidden bg-promo text-danger-foreground">
      <Link
        to="/products"
        search={{ promotion: promotion.code }}
        className="group wrap flex h-full items-center justify-center gap-3 text-sm -outline-offset-4"
      >
        <span className="hidden max-w-1/2 shrink-0 truncate font-semibold sm:inline">
          {titleOf(promotion)}
        </span>
        <span aria-hidden="true" className="hidden h-px w-6 shrink-0 bg-brass sm:block" />
        <span className="min-w-0 truncate">{sentenceOf(promotion)}</span>
        <span className="shrink-0 whitespace-nowrap underline decoration-brass decoration-1 underline-offset-4 group-hover:decoration-2">
          See it
        </span>
      </Link>
    </aside>
  );
}
