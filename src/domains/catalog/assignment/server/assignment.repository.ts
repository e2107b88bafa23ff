import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, json, money, nullable, type RowOf, selectRows, selectValue, text } from '#db/rows.ts';
import type { Image } from '#shared/image.ts';
import type { PlaceOfPage } from '#shared/pages.ts';
import { literally } from '#shared/words.ts';

const ASSIGNABLE = {
  id: text,
  name: text,
  price: money,
  category: nullable(text),
  promotion: nullable(json<{ id: string; name: string }>()),
  image: nullable(json<Image>()),
};
export type AssignableRow = RowOf<typeof ASSIGNABLE>;

/** A folded word, with the categories whose name contains it. */
export interface NameWord {
  word: string;
  categoryIds: readonly string[];
}

const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;

/**
 * The column `search` contains the name and has the index; matches in descriptions alone are filtered out.
 */
function nameContains({ word, categoryIds }: NameWord): SQL {
  const like = `%${literally(word)}%`;
  const inName = sql`(search LIKE ${like} AND name_key LIKE ${like})`;
  return categoryIds.length > 0 ? sql`(${inName} OR category_id = ANY (${uuids(categoryIds)}))` : inName;
}

const where = (terms: SQL[]): SQL => (terms.length > 0 ? sql`WHERE ${sql.join(terms, sql` AND `)}` : sql``);

const COLUMNS = sql`p.id, p.name, p.price, c.name AS category,
  CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'name', r.name) END AS promotion, i.image`;

/** The rows of one page of ids, which `page` reads by an index. */
const pageStatement = (page: SQL): SQL => sql`WITH page AS (${page})
  SELECT ${COLUMNS} FROM page JOIN products p ON p.id = page.id
  LEFT JOIN categories c ON c.id = p.category_id
  LEFT JOIN promotions r ON r.id = p.promotion_id
  LEFT JOIN LATERAL (
    SELECT json_build_object('url', m.image_url, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder) AS image
    FROM product_images m WHERE m.product_id = p.id
    ORDER BY m.is_primary DESC, m.display_order, m.id LIMIT 1
  ) i ON true
  ORDER BY p.name_key, p.id`;

const byName = (fromEnd = false): SQL => (fromEnd ? sql`name_key DESC, id DESC` : sql`name_key, id`);

const list = (
  db: Queryable,
  terms: SQL[],
  { offset, limit, fromEnd }: PlaceOfPage,
): Promise<AssignableRow[]> =>
  selectRows(
    db,
    ASSIGNABLE,
    pageStatement(
      sql`SELECT id FROM products ${where(terms)} ORDER BY ${byName(fromEnd)} LIMIT ${limit} OFFSET ${offset}`,
    ),
  );

/** One page of all products by name. */
export const listAllByName = (db: Queryable, place: PlaceOfPage): Promise<AssignableRow[]> =>
  list(db, [], place);

/** The filter: matching words, and optionally one promotion. */
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
      SELECT FROM products ${where(termsOf(filter))} LIMIT ${most + 1}) AS limited`,
  );
  return counted!;
}

/** One page of the matches, by name. */
export const listFiltered = (
  db: Queryable,
  filter: AssignableFilter,
  place: PlaceOfPage,
): Promise<AssignableRow[]> => list(db, termsOf(filter), place);

/** Ids of matches without a promotion, by name, up to a limit. */
export async function listFreeIds(
  db: Queryable,
  words: readonly NameWord[],
  most: number,
): Promise<string[]> {
  const rows = await selectRows(
    db,
    { id: text },
    sql`SELECT id FROM products ${where([sql`promotion_id IS NULL`, ...words.map(nameContains)])}
      ORDER BY name_key, id LIMIT ${most}`,
  );
  return rows.map(({ id }) => id);
}

/** The sum of the stored counter. */
export async function countAllProducts(db: Queryable): Promise<number> {
  return (await selectValue(db, integer, sql`SELECT product_total()::integer AS value`))!;
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
