import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, nullable, selectRows, selectValue, text } from '#db/rows.ts';
import type { PlaceOfPage } from '#shared/pages.ts';
import {
  inEitherStatus,
  likeOf,
  STAFF_PRODUCTS,
  uuids,
  where,
} from '../../products/server/listing.repository.ts';
import {
  SUMMARY,
  SUMMARY_COLUMNS,
  SUMMARY_JOINS,
  type SummaryRow,
} from '../../products/server/product-columns.repository.ts';

/** A folded word, with the categories whose name contains it. */
export interface NameWord {
  word: string;
  categoryIds: readonly string[];
}

/**
 * The column `search` contains the name and has the index; matches in descriptions alone are filtered out.
 */
function nameContains({ word, categoryIds }: NameWord): SQL {
  const like = likeOf(word);
  const inName = inEitherStatus(sql`search LIKE ${like} AND name_key LIKE ${like}`);
  return categoryIds.length > 0 ? sql`(${inName} OR category_id = ANY (${uuids(categoryIds)}))` : inName;
}

/** Matching words, and optionally one promotion; all products without either. */
export interface AssignableFilter {
  words: readonly NameWord[];
  promotionId?: string | undefined;
}

const termsOf = ({ words, promotionId }: AssignableFilter): SQL[] => [
  ...(promotionId === undefined ? [] : [sql`promotion_id = ${promotionId}::uuid`]),
  ...words.map(nameContains),
];

/** The number of matches, counted up to `most` + 1. */
export async function countFiltered(db: Queryable, filter: AssignableFilter, most: number): Promise<number> {
  const counted = await selectValue(
    db,
    integer,
    sql`SELECT count(*)::integer AS value FROM (
      SELECT FROM ${STAFF_PRODUCTS} ${where(termsOf(filter))} LIMIT ${most + 1}) AS limited`,
  );
  return counted!;
}

/** One page of the matches, by name. An index finds their ids first. */
export const listFiltered = (
  db: Queryable,
  filter: AssignableFilter,
  { offset, limit, fromEnd }: PlaceOfPage,
): Promise<SummaryRow[]> =>
  selectRows(
    db,
    SUMMARY,
    sql`WITH page AS (
        SELECT id FROM ${STAFF_PRODUCTS} ${where(termsOf(filter))}
        ORDER BY ${fromEnd ? sql`name_key DESC, id DESC` : sql`name_key, id`} LIMIT ${limit} OFFSET ${offset})
      SELECT ${SUMMARY_COLUMNS} FROM page JOIN products p ON p.id = page.id ${SUMMARY_JOINS}
      ORDER BY p.name_key, p.id`,
  );

/** Ids of matches without a promotion, by name, up to a limit. */
export async function listFreeIds(
  db: Queryable,
  words: readonly NameWord[],
  most: number,
): Promise<string[]> {
  const rows = await selectRows(
    db,
    { id: text },
    sql`SELECT id FROM ${STAFF_PRODUCTS} ${where([sql`promotion_id IS NULL`, ...words.map(nameContains)])}
      ORDER BY name_key, id LIMIT ${most}`,
  );
  return rows.map(({ id }) => id);
}

export async function promotionExists(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT FROM promotions WHERE id = ${id}::uuid`);
  return rows.length > 0;
}

/** Locks the promotion against deletion until the transaction ends. False if it does not exist. */
export async function lockPromotionForShare(tx: Queryable, id: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT FROM promotions WHERE id = ${id}::uuid FOR KEY SHARE`);
  return rows.length > 0;
}

/** Locks the products' rows in a fixed order, so that concurrent assignments do not deadlock. */
export const lockProductsForUpdate = (tx: Queryable, ids: readonly string[]) =>
  selectRows(
    tx,
    { id: text, promotionId: nullable(text) },
    sql`SELECT id, promotion_id AS "promotionId" FROM products
      WHERE id = ANY (${uuids(ids)}) ORDER BY id FOR NO KEY UPDATE`,
  );

/** Sets the promotion of the products; null removes them from theirs. */
export async function updatePromotionOf(
  tx: Queryable,
  ids: readonly string[],
  promotionId: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(
    sql`UPDATE products SET promotion_id = ${promotionId}::uuid WHERE id = ANY (${uuids(ids)})`,
  );
}
