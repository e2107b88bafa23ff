import { and, desc, gte, lte, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#db/client.ts';
import { promotions } from '#db/schema/promotions.ts';
import type { Day } from '#shared/dates.ts';

export type { Database, Queryable };
export type PromotionRow = typeof promotions.$inferSelect;

/** All of them, newest first. */
export const listPromotions = (db: Queryable): Promise<PromotionRow[]> =>
  db.select().from(promotions).orderBy(desc(promotions.createdAt), desc(promotions.id));

/** Promotions whose window includes the day, both days inclusive, newest first. */
export const listPromotionsOn = (db: Queryable, day: Day): Promise<PromotionRow[]> =>
  db
    .select()
    .from(promotions)
    .where(and(gte(promotions.endDate, day), lte(promotions.startDate, day)))
    .orderBy(desc(promotions.createdAt), desc(promotions.id));

/** By its code ignoring case, whether or not it is active; null if there is none. */
export async function findPromotionByCode(db: Queryable, code: string): Promise<PromotionRow | null> {
  const rows = await db
    .select()
    .from(promotions)
    .where(sql`lower(${promotions.code}) = lower(${code})`)
    .limit(1);
  return rows[0] ?? null;
}
