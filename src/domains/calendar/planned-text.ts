import { type Day, dayText } from '#shared/dates.ts';
import { formatMoney, koboOfNaira } from '#shared/money.ts';
import type { PlannedChange } from './planned.contract.ts';

type Value = PlannedChange['to'];

/** '12 December 2026'. */
export const longDay = (day: Day): string => dayText(day, { month: 'long', year: 'numeric' });

/** What changes, in a list: 'Price ₦18,000.00', 'Published', 'Hidden'. */
export function plannedText(to: Value, currency: string): string {
  if ('price' in to) return `Price ${formatMoney(koboOfNaira(to.price), currency)}`;
  if ('status' in to) return to.status === 'draft' ? 'Draft' : 'Published';
  if ('featured' in to) return to.featured ? 'Featured' : 'Not featured';
  return to.isActive ? 'Shown' : 'Hidden';
}

/** The same as a sentence about its thing: 'Price changes to ₦18,000.00 on 12 December 2026'. */
export function plannedMark({ to, day }: Pick<PlannedChange, 'to' | 'day'>, currency: string): string {
  const on = `on ${longDay(day)}`;
  if ('price' in to) return `Price changes to ${formatMoney(koboOfNaira(to.price), currency)} ${on}`;
  if ('status' in to) return to.status === 'draft' ? `Becomes a draft ${on}` : `Is published ${on}`;
  if ('featured' in to)
    return `${to.featured ? 'Is featured' : 'Is no longer featured'} from ${longDay(day)}`;
  return to.isActive ? `Is shown from ${longDay(day)}` : `Is hidden from ${longDay(day)}`;
}
