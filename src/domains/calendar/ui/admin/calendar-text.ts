import { type Day, dayText } from '#shared/dates.ts';
import { plural } from '#shared/plural.ts';
import type { Dates, Span } from '../../calendar-days.ts';
import type { CalendarPromotion } from '../../contract.ts';

/** '14 Dec'. */
export const shortDay = (day: Day): string => dayText(day, { month: 'short' });
/** 'Sat 12 Dec'. */
export const weekDay = (day: Day): string => dayText(day, { weekday: 'short', month: 'short' });

/** '14 Dec', or '14 Dec – 3 Jan'. */
export const spanText = ({ firstDay, lastDay }: Span): string =>
  firstDay === lastDay ? shortDay(firstDay) : `${shortDay(firstDay)} – ${shortDay(lastDay)}`;

/** '10 Dec 2026 – 3 Jan 2027'. */
export const datesText = ({ startDate, endDate }: Dates): string =>
  [startDate, endDate].map((day) => dayText(day, { month: 'short', year: 'numeric' })).join(' – ');

/** 'Overlaps ADIRE10 in 14 products'. */
export const overlapText = ({ code, products }: CalendarPromotion['overlaps'][number]): string =>
  `Overlaps ${code} in ${plural(products, 'product')}`;
