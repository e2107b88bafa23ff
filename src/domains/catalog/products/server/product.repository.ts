import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, json, type RowOf, selectRows, text } from '#db/rows.ts';
import type { ProductImage } from '../../images/image.contract.ts';
import { PUBLISHED } from './listing.repository.ts';
import { SUMMARY, SUMMARY_COLUMNS, SUMMARY_JOINS, summariesOf } from './product-columns.repository.ts';

type ImageRow = Omit<ProductImage, 'productId'>;

const PRODUCT = { ...SUMMARY, description: text, likes: integer, images: json<ImageRow[]>() };
export type ProductRow = RowOf<typeof PRODUCT>;

/** Products by their ids, with category, promotion and all images. */
export function productsStatement(ids: readonly string[]): SQL {
  return sql`SELECT ${SUMMARY_COLUMNS}, p.description, p.likes, coalesce(a.images, '[]') AS images
    FROM products p ${SUMMARY_JOINS}
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object(
        'id', m.id, 'url', m.image_url, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder,
        'isPrimary', m.is_primary, 'displayOrder', m.display_order) ORDER BY m.display_order, m.id) AS images
      FROM product_images m WHERE m.product_id = p.id
    ) a ON true
    WHERE p.id = ANY (${sql.param([...ids])}::uuid[])`;
}

/** The product of each id, in their order; null for an unknown one. */
export async function listProductsByIds(
  db: Queryable,
  ids: readonly string[],
): Promise<(ProductRow | null)[]> {
  if (ids.length === 0) return [];
  const rows = await selectRows(db, PRODUCT, productsStatement(ids));
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => known.get(id.toLowerCase()) ?? null);
}

export async function findProduct(db: Queryable, id: string): Promise<ProductRow | null> {
  return (await listProductsByIds(db, [id]))[0] ?? null;
}

/** Others than `id`: first the newest of its category, then the newest of all. None when `id` is unknown or a draft. */
export const relatedStatement = (id: string, limit: number): SQL =>
  summariesOf(sql`ARRAY(
    WITH own AS (
      SELECT id, category_id FROM products WHERE id = ${id}::uuid AND ${PUBLISHED}
    ), same AS (
      SELECT 0 AS rank, id, created_at FROM products
      WHERE ${PUBLISHED} AND category_id = (SELECT category_id FROM own) AND id <> ${id}::uuid
      ORDER BY created_at DESC, id DESC LIMIT ${limit}
    ), others AS (
      SELECT 1 AS rank, id, created_at FROM products
      WHERE ${PUBLISHED} AND id <> ${id}::uuid AND EXISTS (SELECT FROM own) AND id NOT IN (SELECT id FROM same)
      ORDER BY created_at DESC, id DESC LIMIT ${limit}
    )
    SELECT id FROM (SELECT * FROM same UNION ALL SELECT * FROM others) both_kinds
    ORDER BY rank, created_at DESC, id DESC LIMIT ${limit}
  )`);

export const listRelated = (db: Queryable, id: string, limit: number) =>
  selectRows(db, SUMMARY, relatedStatement(id, limit));

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Records that a browser's wishlist contained a product. False if it was recorded before, or the product does
 * not exist.
 */
export async function insertLike(db: Queryable, productId: string, browserId: string): Promise<boolean> {
  // No conflict target and no RETURNING: the role has no permission to read likes.
  const insert = sql`INSERT INTO product_likes (product_id, browser_id)
    SELECT ${productId}::uuid, ${browserId}::uuid WHERE EXISTS (SELECT FROM products WHERE id = ${productId}::uuid AND ${PUBLISHED})
    ON CONFLICT DO NOTHING`;
  try {
    const { rowCount } = await db.execute(insert);
    return rowCount === 1;
  } catch (error) {
    // The product was deleted between check and insert.
    if ((error as { cause?: { code?: unknown } }).cause?.code === FOREIGN_KEY_VIOLATION) return false;
    throw error;
  }
}
