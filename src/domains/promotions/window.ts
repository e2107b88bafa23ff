import type { Day } from '#shared/dates.ts';
import { isActiveOn, type PromotionTerms } from './price.ts';

/** The days a promotion can have: a year outside is a slip of the keyboard ('0026'). Older rows may have others. */
export const FIRST_DAY: Day = '2000-01-01';
export const LAST_DAY: Day = '2199-12-31';

/** The relation of a day to a promotion's window, both days inclusive. */
export type When = 'running' | 'coming' | 'past';

export function whenOf(promotion: Pick<PromotionTerms, 'startDate' | 'endDate'>, today: Day): When {
  if (isActiveOn(promotion, today)) return 'running';
  return today < promotion.startDate ? 'coming' : 'past';
}
