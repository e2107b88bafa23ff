import { formatMoney, koboOfNaira } from '#shared/money.ts';
import { useShop } from '#shared/shop-context.tsx';
import { discounted } from '../../price.ts';

/** A typical price of this shop. */
const LIST = koboOfNaira(20_000);

/** Shows the effect of the typed value on a price. */
export function DiscountExample({ type, value }: { type: string; value: number | undefined }) {
  const { currency } = useShop();
  const isPercentage = type === 'percentage';
  const amount = amountOf(isPercentage ? 'percentage' : 'fixed', value);
  if (amount === undefined) return isPercentage ? 'Such as 15 for 15%.' : 'Taken off each product.';
  return `${formatMoney(LIST, currency)} becomes ${formatMoney(amount, currency)}.`;
}

function amountOf(promotionType: 'percentage' | 'fixed', value: number | undefined) {
  if (!value || !(value > 0) || (promotionType === 'percentage' && value > 100)) return undefined;
  try {
    return discounted(LIST, { promotionType, promotionValue: koboOfNaira(value) });
  } catch {
    // More than two decimals: refused on save.
    return undefined;
  }
}
