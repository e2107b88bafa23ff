import type { Day } from '#shared/dates.ts';
import { isActiveOn, type PromotionTerms } from './price.ts';

/** The relation of a day to a promotion's window, both days inclusive. */
export type When = 'running' | 'coming' | 'past';

export function whenOf(promotion: Pick<PromotionTerms, 'startDate' | 'endDate'>, today: Day): When {
  if (isActiveOn(promotion, today)) return 'running';
  return today < promotion.startDate ? 'coming' : 'past';
}
