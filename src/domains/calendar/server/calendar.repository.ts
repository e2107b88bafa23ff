import { and, asc, gte, lte, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, selectRows, text } from '#db/rows.ts';
import { promotions } from '#db/schema/promotions.ts';
import type { Day } from '#shared/dates.ts';

interface Shown {
  from: Day;
  to: Day;
}

/** Promotions that run on a day from one to another, both inclusive: at most `most`, by their first day. */
export const listPromotionsBetween = (db: Queryable, { from, to, most }: Shown & { most: number }) =>
  db
    .select()
    .from(promotions)
    .where(and(gte(promotions.endDate, from), lte(promotions.startDate, to)))
    .orderBy(asc(promotions.startDate), asc(promotions.endDate), asc(promotions.id))
    .limit(most);

/**
 * For promotions that run within these days: the others that share days with it, and how many of its products were in that
 * one before. A product is in one promotion at a time, so these would have both. From the history, in one statement.
 */
export const listOverlaps = (db: Queryable, { from, to }: Shown) =>
  selectRows(
    db,
    { promotionId: text, code: text, products: integer },
    sql`SELECT one.id AS "promotionId", other.code, count(DISTINCT p.id)::integer AS products
      FROM promotions one
      JOIN changed_rows c ON c.table_name = 'products' AND c.after ? 'promotion_id' AND c.after ->> 'promotion_id' = one.id::text
      JOIN promotions other ON other.id = (c.before ->> 'promotion_id')::uuid
        AND other.start_date <= one.end_date AND other.end_date >= one.start_date
      JOIN products p ON p.id = c.row_id AND p.promotion_id = one.id
      WHERE one.end_date >= ${from} AND one.start_date <= ${to}
      GROUP BY one.id, other.id, other.code ORDER BY products DESC, other.code`,
  );
