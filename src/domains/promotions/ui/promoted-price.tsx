import { Price } from '#design/price.tsx';
import type { Day } from '#shared/dates.ts';
import { useShop } from '#shared/shop-context.tsx';
import { explainPrice } from '../explain-price.ts';
import type { EffectivePrice } from '../price.ts';

/** A price with its explanation, if a promotion reduced it. `today` is not needed for a price that stays. */
export function PromotedPrice({
  price,
  today,
  className,
}: {
  price: EffectivePrice;
  today?: Day;
  className?: string;
}) {
  const { currency } = useShop();
  return (
    <Price
      amount={price.amount}
      listAmount={price.list}
      promo={price.code !== null}
      reason={explainPrice(price, { currency, today })?.reason}
      className={className}
    />
  );
}
