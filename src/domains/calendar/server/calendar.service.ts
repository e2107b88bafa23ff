import { promotionOf } from '#domains/promotions/server/promotion.service.ts';
import { LAST_DAY } from '#domains/promotions/window.ts';
import type { Day } from '#shared/dates.ts';
import { lastShown, mondayOf } from '../calendar-days.ts';
import { listOverlaps, listPromotionsBetween } from './calendar.repository.ts';
import { listPlannedBetween } from './planned-change.repository.ts';
import { type Operation, plannedOf } from './planned-change.service.ts';
import { listSpecialDays } from './special-day.repository.ts';

/** More than a screen can show. */
const MOST_PROMOTIONS = 200;
const MOST_PLANNED = 500;

/** Weeks after those of the last day of promotions would end on no day of four digits. */
const firstShown = (day: Day): Day => mondayOf(day > LAST_DAY ? LAST_DAY : day);

/** The eight weeks from the Monday of a day. */
export const getCalendar: Operation<'getCalendar'> = ({ database, clock }, { from: of }, { user }) =>
  database.asCaller(user, async (tx) => {
    const today = clock.today();
    const from = firstShown(of ?? today);
    const shown = { from, to: lastShown(from) };
    const promotions = await listPromotionsBetween(tx, { ...shown, most: MOST_PROMOTIONS + 1 });
    const overlaps = await listOverlaps(tx, shown);
    const planned = await listPlannedBetween(tx, { ...shown, most: MOST_PLANNED + 1 });
    return {
      today,
      from,
      promotions: promotions.slice(0, MOST_PROMOTIONS).map((row) => ({
        ...promotionOf(row),
        overlaps: overlaps.filter(({ promotionId }) => promotionId === row.id),
      })),
      planned: planned.slice(0, MOST_PLANNED).map(plannedOf),
      specialDays: await listSpecialDays(tx),
      hasMore: promotions.length > MOST_PROMOTIONS || planned.length > MOST_PLANNED,
    };
  });
