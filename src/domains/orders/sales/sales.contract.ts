import { z } from 'zod';
import { route } from '#shared/route.ts';
import { day, id, instantOut, sumOut } from '#shared/shapes.ts';

/** What was sold. Cancelled orders do not count; days are days of the shop. */
export const sales = z.object({
  today: day,
  /** The last 60 days on which something was sold, oldest first. */
  days: z.array(z.object({ day, orders: z.int(), money: sumOut })),
  /** Of the last 30 days, at most five. */
  bestSellers: z.array(
    z.object({
      productId: id,
      name: z.string(),
      /** The URL of an image; null if none is left. */
      image: z.string().nullable(),
      /** Whether the product still exists. */
      inShop: z.boolean(),
      items: z.int(),
      money: sumOut,
    }),
  ),
  /** The pending order that waits longest. */
  oldestPending: z
    .object({ id, orderNumber: z.string(), customerName: z.string(), createdAt: instantOut })
    .nullable(),
  /** Of the promotions of the last 30 days the ten that brought most, each counted over its own days. */
  promotions: z.array(
    z.object({
      id,
      name: z.string(),
      code: z.string(),
      startDate: day,
      endDate: day,
      items: z.int(),
      money: sumOut,
      /** By how much the items were cheaper than their list price. */
      reduction: sumOut,
    }),
  ),
});
export type Sales = z.infer<typeof sales>;

/** The figures of the back office's dashboard. */
export const salesContract = {
  sales: route('admin', 'view all orders', { signedOut: 'fetch all orders', scope: 'orders:read' })
    .route({ method: 'GET', path: '/admin/sales', summary: 'Orders and money by day, product and promotion' })
    .output(sales),
};
