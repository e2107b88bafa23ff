import { and, desc, eq, getTableColumns, gte, lte, type SQL, sql } from 'drizzle-orm';
import { allowSeconds, type Queryable } from '#db/client.ts';
import { hasWhole, hasWords } from '#db/name-words.ts';
import { integer, selectRows, text } from '#db/rows.ts';
import { promotions } from '#db/schema/promotions.ts';
import { staffName } from '#db/staff-name.ts';
import { violatedConstraint } from '#db/violation.ts';
import type { Day } from '#shared/dates.ts';
import type { PromotionSort } from '../promotion-sorts.ts';
import type { When } from '../window.ts';

type PromotionRow = typeof promotions.$inferSelect;
/** The fields of the form. */
type PromotionFields = Omit<
  typeof promotions.$inferInsert,
  'id' | 'isDemo' | 'version' | 'updatedBy' | 'createdAt' | 'updatedAt'
>;

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

export interface PromotionFilter {
  /** Folded words; each must occur in the title or the code. */
  words: readonly string[];
  /** One of these must be a whole word of them. */
  by?: readonly string[];
  /** Where the day is in their window. */
  window?: { when: When; today: Day } | undefined;
}

const TEXT = sql`name || ' ' || code`;

/** The folded words of all titles and codes, and how many promotions have each (`products`, as KnownWord calls it). */
export const listPromotionWords = (db: Queryable) =>
  selectRows(
    db,
    { word: text, products: integer },
    sql`SELECT word, count(*)::integer AS products FROM promotions, search_tokens(fold(${TEXT})) word GROUP BY word`,
  );

const WINDOW: Record<When, (today: Day) => SQL> = {
  running: (today) => sql`start_date <= ${today} AND end_date >= ${today}`,
  coming: (today) => sql`start_date > ${today}`,
  past: (today) => sql`end_date < ${today}`,
};

function where({ words, by, window }: PromotionFilter): SQL | undefined {
  return and(...hasWords(TEXT, words), by && hasWhole(TEXT, by), window && WINDOW[window.when](window.today));
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

/** With the name of the admin who saved it last. */
export async function findPromotion(
  db: Queryable,
  id: string,
): Promise<(PromotionRow & { editor: string | null }) | undefined> {
  const [row] = await db
    .select({ ...getTableColumns(promotions), editor: staffName(promotions.updatedBy) })
    .from(promotions)
    .where(eq(promotions.id, id));
  return row;
}

/** The only row of a write, or undefined; 'taken' if another promotion has the code. */
async function unlessCodeUsed(written: Promise<PromotionRow[]>): Promise<PromotionRow | undefined | 'taken'> {
  try {
    return (await written)[0];
  } catch (error) {
    if (violatedConstraint(error) === 'promotions_code_key') return 'taken';
    throw error;
  }
}

/** Undefined if this id exists already. */
export const insertPromotion = (db: Queryable, promotion: PromotionFields & { id: string }) =>
  unlessCodeUsed(
    db.insert(promotions).values(promotion).onConflictDoNothing({ target: promotions.id }).returning(),
  );

/** Undefined if there is no row of that version. */
export const updatePromotion = (
  db: Queryable,
  { id, version }: { id: string; version: number },
  fields: PromotionFields,
) =>
  unlessCodeUsed(
    db
      .update(promotions)
      .set(fields)
      .where(and(eq(promotions.id, id), eq(promotions.version, version)))
      .returning(),
  );

/** The foreign key releases its products. False if it did not exist. */
export async function deletePromotion(db: Queryable, id: string): Promise<boolean> {
  // Each product is rewritten in all its indexes: ten thousand take seconds, and parts would be several change sets.
  await allowSeconds(db, 120);
  const rows = await db.delete(promotions).where(eq(promotions.id, id)).returning({ id: promotions.id });
  return rows.length > 0;
}
