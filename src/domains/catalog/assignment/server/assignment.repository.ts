import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { flag, integer, nullable, selectRows, selectValue, text } from '#db/rows.ts';
import type { PlaceOfPage } from '#shared/pages.ts';
import { STAFF_PRODUCTS, uuids, where } from '../../products/server/listing.repository.ts';
import {
  SUMMARY,
  SUMMARY_COLUMNS,
  SUMMARY_JOINS,
  type SummaryRow,
} from '../../products/server/product-columns.repository.ts';
import { type NameWords, namesHave } from '../../products/server/product-names.repository.ts';

/** Names or categories with words, and optionally one promotion; all products without either. */
export interface AssignableFilter extends NameWords {
  promotionId?: string | undefined;
}

const termsOf = ({ promotionId, ...names }: AssignableFilter): SQL[] => [
  ...(promotionId === undefined ? [] : [sql`promotion_id = ${promotionId}::uuid`]),
  ...namesHave(names),
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

/**
 * One page of the matches, by name: of at most `hits`, which an index finds before they are sorted. Without `hits`, for more
 * than those, the order is walked until the page is full.
 */
export function listFiltered(
  db: Queryable,
  filter: AssignableFilter,
  { offset, limit, fromEnd, hits }: PlaceOfPage & { hits?: number | undefined },
): Promise<SummaryRow[]> {
  const order = fromEnd ? sql`name_key DESC, id DESC` : sql`name_key, id`;
  const terms = where(termsOf(filter));
  // Without words, a LIMIT or OFFSET inside would only hide an index from the planner.
  const found =
    filter.words.length === 0
      ? sql`${STAFF_PRODUCTS} ${terms}`
      : hits === undefined
        ? sql`(SELECT id, name_key, search, status, category_id, promotion_id FROM ${STAFF_PRODUCTS} ORDER BY ${order} OFFSET 0) walked ${terms}`
        : sql`(SELECT id, name_key FROM ${STAFF_PRODUCTS} ${terms} LIMIT ${hits}) hits`;
  return selectRows(
    db,
    SUMMARY,
    sql`WITH page AS (SELECT id FROM ${found} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})
      SELECT ${SUMMARY_COLUMNS} FROM page JOIN products p ON p.id = page.id ${SUMMARY_JOINS}
      ORDER BY p.name_key, p.id`,
  );
}

/** Ids of matches without a promotion, by name, up to a limit. */
export async function listFreeIds(db: Queryable, names: NameWords, most: number): Promise<string[]> {
  const rows = await selectRows(
    db,
    { id: text },
    sql`SELECT id FROM ${STAFF_PRODUCTS} ${where([sql`promotion_id IS NULL`, ...namesHave(names)])}
      ORDER BY name_key, id LIMIT ${most}`,
  );
  return rows.map(({ id }) => id);
}

/** Whether matches are in a promotion that is not this one. */
export async function hasOthers(
  db: Queryable,
  { promotionId, ...names }: NameWords & { promotionId: string },
): Promise<boolean> {
  const inOthers = sql`promotion_id IN (SELECT id FROM promotions WHERE id <> ${promotionId}::uuid)`;
  const found = await selectValue(
    db,
    flag,
    sql`SELECT EXISTS (SELECT FROM ${STAFF_PRODUCTS} ${where([inOthers, ...namesHave(names)])}) AS value`,
  );
  return found!;
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
