import { Dialog } from '#design/dialog.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { dayText } from '#shared/dates.ts';
import type { Promotion } from '../contract.ts';
import { sentenceOf, titleOf } from './promotion-words.ts';

/** The promotion of this visit, over the page. */
export function PromotionPopup({
  promotion,
  isOpen,
  onOpenChange,
}: {
  promotion: Promotion;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange} title={titleOf(promotion)}>
      <div className="grid gap-6">
        <p className="text-balance font-display text-3xl text-promo">{sentenceOf(promotion)}</p>
        <dl className="flex border-y border-dashed border-input">
          <div className="min-w-0 grow py-3 pr-5">
            <dt className="text-muted-foreground text-sm">Code</dt>
            <dd className="wrap-anywhere font-semibold text-lg">{promotion.code}</dd>
          </div>
          <div className="grow border-l border-dashed border-input py-3 pl-5">
            <dt className="text-muted-foreground text-sm">Until</dt>
            <dd className="whitespace-nowrap font-semibold text-lg">{dayText(promotion.endDate)}</dd>
          </div>
        </dl>
        <LinkButton
          size="lg"
          to="/products"
          search={{ promotion: promotion.code }}
          onClick={() => onOpenChange(false)}
        >
          Shop Now
        </LinkButton>
      </div>
    </Dialog>
  );
}
