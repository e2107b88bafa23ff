import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, selectValue } from '#db/rows.ts';
import { promotions } from '#db/schema/promotions.ts';
import { violatedConstraint } from '#db/violation.ts';
import type { Day } from '#shared/dates.ts';
import { literally } from '#shared/words.ts';
import type { PromotionSort } from '../promotion-sorts.ts';
import type { When } from '../window.ts';
import type { PromotionRow } from './promotion.repository.ts';

/** The fields of the form. */
export type PromotionFields = Pick<
  PromotionRow,
  'name' | 'description' | 'tagLine' | 'code' | 'startDate' | 'endDate' | 'promotionType' | 'promotionValue'
>;

export interface PromotionFilter {
  /** Folded words; each must occur in the title or the code. */
  words: readonly string[];
  when?: When;
  today: Day;
}

const WINDOW: Record<When, (today: Day) => SQL> = {
  running: (today) => sql`start_date <= ${today} AND end_date >= ${today}`,
  coming: (today) => sql`start_date > ${today}`,
  past: (today) => sql`end_date < ${today}`,
};

function where({ words, when, today }: PromotionFilter): SQL | undefined {
  return and(
    ...words.map((word) => sql`fold(name || ' ' || code) LIKE ${`%${literally(word)}%`}`),
    when && WINDOW[when](today),
  );
}

const ORDER: Record<PromotionSort, SQL> = {
  'name-asc': sql`fold(name), id`,
  'name-desc': sql`fold(name) DESC, id DESC`,
  'code-asc': sql`lower(code), id`,
  'code-desc': sql`lower(code) DESC, id DESC`,
  'start-asc': sql`start_date, id`,
  'start-desc': sql`start_date DESC, id DESC`,
  'end-asc': sql`end_date, id`,
  'end-desc': sql`end_date DESC, id DESC`,
};

export const listPromotionPage = (
  db: Queryable,
  filter: PromotionFilter,
  { sort, offset, limit }: { sort?: PromotionSort; offset: number; limit: number },
): Promise<PromotionRow[]> =>
  db
    .select()
    .from(promotions)
    .where(where(filter))
    .orderBy(sort ? ORDER[sort] : sql`created_at DESC, id DESC`)
    .limit(limit)
    .offset(offset);

/** The number of matches, counted up to `most` + 1. */
export async function countPromotions(db: Queryable, filter: PromotionFilter, most: number): Promise<number> {
  const limited = db
    .select({ id: promotions.id })
    .from(promotions)
    .where(where(filter))
    .limit(most + 1)
    .as('limited');
  const [row] = await db.select({ total: sql<number>`count(*)::integer` }).from(limited);
  return row?.total ?? 0;
}

export async function findPromotion(db: Queryable, id: string): Promise<PromotionRow | null> {
  const [row] = await db.select().from(promotions).where(eq(promotions.id, id));
  return row ?? null;
}

/** With the name of the admin who saved it last. */
export async function findEditedPromotion(
  db: Queryable,
  id: string,
): Promise<(PromotionRow & { editor: string | null }) | null> {
  const [row] = await db
    .select({
      ...getTableColumns(promotions),
      editor: sql<string | null>`staff_name(${promotions.updatedBy})`,
    })
    .from(promotions)
    .where(eq(promotions.id, id));
  return row ?? null;
}

/** Returns 'taken' if another promotion has the code. */
const unlessCodeUsed = async <T>(work: Promise<T>): Promise<T | 'taken'> => {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) === 'promotions_code_key') return 'taken';
    throw error;
  }
};

/** Null if this id exists already. */
export const insertPromotion = (
  db: Queryable,
  promotion: PromotionFields & { id: string },
): Promise<PromotionRow | null | 'taken'> =>
  unlessCodeUsed(
    db
      .insert(promotions)
      .values(promotion)
      .onConflictDoNothing({ target: promotions.id })
      .returning()
      .then(([row]) => row ?? null),
  );

/** Null if there is no row of that version. */
export const updatePromotion = (
  db: Queryable,
  { id, version }: { id: string; version: number },
  fields: PromotionFields,
): Promise<PromotionRow | null | 'taken'> =>
  unlessCodeUsed(
    db
      .update(promotions)
      .set(fields)
      .where(and(eq(promotions.id, id), eq(promotions.version, version)))
      .returning()
      .then(([row]) => row ?? null),
  );

/**
 * Removes about `most` products from a promotion that has more than that; 0 if it has not. Changes nothing
 * unless the caller may update products.
 */
export async function letProductsGo(db: Queryable, id: string, most: number): Promise<number> {
  return (await selectValue(
    db,
    integer,
    sql`SELECT remove_from_promotion(${id}::uuid, ${most}::integer) AS value`,
  ))!;
}

/** The foreign key releases the remaining products. False if it did not exist. */
export async function deletePromotion(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.delete(promotions).where(eq(promotions.id, id)).returning({ id: promotions.id });
  return rows.length > 0;
}
