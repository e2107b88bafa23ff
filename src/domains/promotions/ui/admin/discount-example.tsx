import { formatMoney, koboOfNaira } from '#shared/money.ts';
import { discounted } from '../../price.ts';

/** A price that says something in this shop. */
const LIST = koboOfNaira(20_000);

/** What the value does to a price, while it is typed. */
export function DiscountExample({
  type,
  value,
  currency,
}: {
  type: string;
  value: number | undefined;
  currency: string;
}) {
  const isPercentage = type === 'percentage';
  const amount = amountOf(isPercentage ? 'percentage' : 'fixed', value);
  if (amount === undefined) return isPercentage ? 'Such as 15 for 15%.' : 'Taken off each product.';
  return `${formatMoney(LIST, currency)} becomes ${formatMoney(amount, currency)}.`;
}

function amountOf(promotionType: 'percentage' | 'fixed', value: number | undefined) {
  if (!value || !(value > 0) || (promotionType === 'percentage' && value > 100)) return undefined;
  try {
    return discounted(LIST, { promotionType, promotionValue: value });
  } catch {
    // More than two decimals: refused when it is saved.
    return undefined;
  }
}
