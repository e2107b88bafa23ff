import { dayPlus } from '#shared/dates.ts';
import { type OrderDeps, os } from '../../server/deps.ts';
import { DAYS_COMPARED } from '../sales.ts';
import { findOldestPending, listBestSellers, listDaySales, listPromotionSales } from './sales.repository.ts';

const BEST_SELLERS = 5;
const PROMOTIONS = 10;
/** Days of the best sellers and of the promotions. */
const RECENT_DAYS = 30;

/** What was sold, from totals that are kept. */
export const sales = ({ database, clock }: OrderDeps) =>
  os.sales.handler(({ context }) =>
    database.asCaller(context.user, async (tx) => {
      const today = clock.today();
      const recent = { from: dayPlus(today, 1 - RECENT_DAYS), to: today };
      return {
        today,
        days: await listDaySales(tx, { from: dayPlus(today, 1 - DAYS_COMPARED), to: today }),
        bestSellers: await listBestSellers(tx, { ...recent, most: BEST_SELLERS }),
        oldestPending: await findOldestPending(tx),
        promotions: await listPromotionSales(tx, { ...recent, most: PROMOTIONS }),
      };
    }),
  );
