import { z } from 'zod';
import { promotionRecord } from '#domains/promotions/contract.ts';
import { routes } from '#shared/route.ts';
import { day } from '#shared/shapes.ts';
import { plannedChange, plannedContract } from './planned.contract.ts';
import { previewContract } from './preview.contract.ts';
import { specialDay, specialDaysContract } from './special-days.contract.ts';

/** A promotion with the others of its days that gave products to it. */
export const calendarPromotion = promotionRecord.extend({
  overlaps: z.array(z.object({ code: z.string(), products: z.int() })),
});
export type CalendarPromotion = z.infer<typeof calendarPromotion>;

const see = routes('admin', 'see the calendar');

export const calendarContract = {
  /** The eight weeks from the Monday of a day, by default of today, at most of the last that a promotion can have. */
  getCalendar: see('GET /admin/calendar', 'Promotions, planned changes and special days of eight weeks')
    .input(z.object({ from: day.optional() }))
    .output(
      z.object({
        today: day,
        from: day,
        /** By their first day. */
        promotions: z.array(calendarPromotion),
        /** By day. */
        planned: z.array(plannedChange),
        /** All of them, whatever their days: one of every year has those of one. */
        specialDays: z.array(specialDay),
        /** There are more promotions or planned changes than these. */
        hasMore: z.boolean(),
      }),
    ),
  ...plannedContract,
  ...previewContract,
  ...specialDaysContract,
};
