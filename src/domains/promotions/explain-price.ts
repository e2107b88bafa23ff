import { type Day, dayPlus, dayText } from '#shared/dates.ts';
import { formatMoney, type Kobo } from '#shared/money.ts';
import type { EffectivePrice } from './price.ts';

/** The last day of a promotion: 'today', 'tomorrow', 'Sunday' within a week, else '14 December'. */
function lastDay(day: Day, today: Day | undefined): string {
  if (today === undefined || day > dayPlus(today, 6)) return dayText(day);
  if (day === today) return 'today';
  return day === dayPlus(today, 1) ? 'tomorrow' : dayText(day, { weekday: 'long', day: undefined });
}

/**
 * Why a price is below its list price: '₦25,000.00 less 10 % (ADIRE10), until Sunday', in the list price and the rest;
 * null for a price that is not. Without `endDate` the price stays, as in an order. Without `today` the text is true on
 * any day, as in an image that others keep.
 */
export function explainPrice(
  { amount, list, code, percent, endDate }: EffectivePrice,
  { currency, today }: { currency: string | undefined; today?: Day | undefined },
): { list: string; reason: string } | null {
  if (code === null || list <= amount) return null;
  const off = percent === null ? formatMoney((list - amount) as Kobo, currency) : `${percent / 100} %`;
  const end = endDate === null ? '' : `, until ${lastDay(endDate, today)}`;
  return { list: formatMoney(list, currency), reason: `less ${off} (${code})${end}` };
}
