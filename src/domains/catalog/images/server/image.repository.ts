import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, nullable, oneOf, selectRows, text, texts } from '#db/rows.ts';
import { productImages, products } from '#db/schema/catalog.ts';
import { violatedConstraint } from '#db/violation.ts';

import type { MatchedProduct, ProductImage } from '../image.contract.ts';

export { isImageNamed } from '#db/image-names.ts';

const { createdAt: _, imageUrl: url, ...others } = getTableColumns(productImages);
const columns = { ...others, url };

/**
 * Locks the product until the transaction ends, which serializes changes to its images. False if it does not
 * exist.
 */
export async function lockProductForUpdate(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(eq(products.id, id))
    .for('no key update');
  return rows.length > 0;
}

export async function productExists(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.select({ id: products.id }).from(products).where(eq(products.id, id));
  return rows.length > 0;
}

/** The images of a product, sorted by position. */
export const listImages = (db: Queryable, productId: string): Promise<ProductImage[]> =>
  db
    .select(columns)
    .from(productImages)
    .where(eq(productImages.productId, productId))
    .orderBy(asc(productImages.displayOrder), asc(productImages.id));

export async function findImage(db: Queryable, id: string): Promise<ProductImage | null> {
  const [row] = await db.select(columns).from(productImages).where(eq(productImages.id, id));
  return row ?? null;
}

export async function insertImage(tx: Queryable, { url, ...image }: ProductImage): Promise<void> {
  await tx.insert(productImages).values({ ...image, imageUrl: url });
}

/** The deleted row, or null if it did not exist. */
export async function deleteImage(tx: Queryable, id: string): Promise<ProductImage | null> {
  const [row] = await tx.delete(productImages).where(eq(productImages.id, id)).returning(columns);
  return row ?? null;
}

/** Leaves the product without a primary image; the transaction must set one. */
export async function clearPrimary(tx: Queryable, productId: string): Promise<void> {
  await tx
    .update(productImages)
    .set({ isPrimary: false })
    .where(and(eq(productImages.productId, productId), eq(productImages.isPrimary, true)));
}

export async function markPrimary(tx: Queryable, id: string): Promise<void> {
  await tx.update(productImages).set({ isPrimary: true }).where(eq(productImages.id, id));
}

/** Sets the positions, from 0. Unchanged rows are not written. */
export async function updateOrder(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update product_images i set display_order = wanted.place
    from (select id::uuid, (place - 1)::integer as place
      from json_array_elements_text(${JSON.stringify(ids)}::json) with ordinality as w(id, place)) wanted
    where i.id = wanted.id and i.display_order <> wanted.place`);
}

const MATCHED = {
  at: integer,
  by: oneOf(['sku', 'name']),
  id: text,
  name: text,
  sku: nullable(text),
  images: texts,
};

/** The products that these codes or names fit, in the order of the keys. */
export const matchProducts = (db: Queryable, keys: readonly string[]): Promise<MatchedProduct[]> =>
  selectRows(
    db,
    MATCHED,
    sql`SELECT key_at AS at, matched AS by, id, name, sku, images::text[] AS images FROM match_products(${sql.param(keys)}::text[])`,
  );

/** Whether an insert failed because another product's image has its id. */
export const isIdUsed = (error: unknown): boolean => violatedConstraint(error) === 'product_images_pkey';
