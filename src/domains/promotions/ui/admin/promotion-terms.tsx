import { Badge } from '#design/badge.tsx';
import type { Day } from '#shared/dates.ts';
import { formatMoney, koboOfNaira } from '#shared/money.ts';
import type { Promotion } from '../../contract.ts';
import { type When, whenOf } from '../../window.ts';
import { dayText } from '../promotion-words.ts';

/** '15%' or '₦5,000.00'. */
export const valueText = (
  { promotionType, promotionValue }: Pick<Promotion, 'promotionType' | 'promotionValue'>,
  currency: string,
): string =>
  promotionType === 'percentage' ? `${promotionValue}%` : formatMoney(koboOfNaira(promotionValue), currency);

/** '14 Dec 2026'. */
export const dayWithYear = (day: Day): string => dayText(day, { month: 'short', year: 'numeric' });

export const WHEN_LABELS: Record<When, string> = { running: 'Running now', coming: 'Coming', past: 'Past' };
const LOOKS = { running: 'success', coming: 'info', past: 'outline' } as const;

/** Whether it is active on this day. */
export function WindowBadge({ promotion, today }: { promotion: Promotion; today: Day }) {
  const when = whenOf(promotion, today);
  return <Badge variant={LOOKS[when]}>{WHEN_LABELS[when]}</Badge>;
}
