import { Badge } from '#design/badge.tsx';
import { Money } from '#design/money.tsx';
import type { Day } from '#shared/dates.ts';
import { dayText } from '#shared/dates.ts';
import type { Promotion } from '../../contract.ts';
import { type When, whenOf } from '../../window.ts';

/** '15%' or '₦5,000.00'. */
export const ValueText = ({ promotion: { promotionType, promotionValue } }: { promotion: Promotion }) =>
  promotionType === 'percentage' ? `${promotionValue}%` : <Money amount={promotionValue} />;

/** '14 Dec 2026'. */
export const dayWithYear = (day: Day): string => dayText(day, { month: 'short', year: 'numeric' });

export const WHEN_LABELS: Record<When, string> = { running: 'Running now', coming: 'Coming', past: 'Past' };
const LOOKS = { running: 'success', coming: 'info', past: 'outline' } as const;

/** Whether it is active on this day. */
export function WindowBadge({ promotion, today }: { promotion: Promotion; today: Day }) {
  const when = whenOf(promotion, today);
  return <Badge variant={LOOKS[when]}>{WHEN_LABELS[when]}</Badge>;
}
