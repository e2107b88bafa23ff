import { z } from 'zod';
import { route } from '#shared/route.ts';
import { day, id, instant } from '#shared/shapes.ts';

export const promotion = z.object({
  id,
  name: z.string(),
  description: z.string(),
  tagLine: z.string(),
  code: z.string(),
  startDate: day,
  endDate: day,
  promotionType: z.enum(['percentage', 'fixed']),
  promotionValue: z.number(),
  createdAt: instant,
});
export type Promotion = z.infer<typeof promotion>;

export const promotionsContract = {
  /** Every promotion, newest first. */
  list: route('admin', 'view promotions')
    .route({ method: 'GET', path: '/promotions', summary: 'All promotions, newest first' })
    .output(z.array(promotion)),
  /** Those whose window holds today, newest first. */
  listActive: route('visitor', 'view promotions')
    .route({ method: 'GET', path: '/promotions/active', summary: 'Promotions running today, newest first' })
    .output(z.object({ today: day, promotions: z.array(promotion) })),
};
