import { and, eq, sql } from 'drizzle-orm';
import { AccessLost } from '#db/access-lost.ts';
import type { Queryable } from '#db/client.ts';
import { flag, integer, type RowOf, selectRow } from '#db/rows.ts';
import { products } from '#db/schema/catalog.ts';
import { staffName } from '#db/staff-name.ts';
import type { Kobo } from '#shared/money.ts';
import type { ProductStatus } from '../product-list.ts';

export interface ProductFields {
  name: string;
  description: string;
  price: Kobo;
  categoryId: string;
  featured: boolean;
  status: ProductStatus;
  soldOut: boolean;
}

/** The version that a save is based on, and its author, if known. */
export async function findVersion(tx: Queryable, id: string) {
  const { version, updatedBy, updatedAt } = products;
  const [row] = await tx
    .select({ version, updatedBy: staffName(updatedBy), updatedAt })
    .from(products)
    .where(eq(products.id, id));
  return row;
}

/** False if this id exists already. */
export async function insertProduct(tx: Queryable, id: string, fields: ProductFields): Promise<boolean> {
  const { rowCount } = await tx
    .insert(products)
    .values({ id, ...fields })
    .onConflictDoNothing({ target: products.id });
  return rowCount === 1;
}

/** False if there is no product of this version. */
export async function updateProduct(
  tx: Queryable,
  { id, version }: { id: string; version: number },
  fields: ProductFields,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(products)
    .set(fields)
    .where(and(eq(products.id, id), eq(products.version, version)));
  return rowCount === 1;
}

/** Deletes a product with its images. False if there is no such product. */
export async function deleteProduct(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(products).where(eq(products.id, id));
  return rowCount === 1;
}

/** The switches of a product, and who set one last; locks the row until the transaction ends. */
export async function lockSwitches(tx: Queryable, id: string) {
  const [row] = await tx
    .select({
      featured: products.featured,
      status: products.status,
      soldOut: products.soldOut,
      name: staffName(products.switchedBy),
      at: sql<Date>`coalesce(${products.switchedAt}, ${products.updatedAt})`.mapWith(products.updatedAt),
    })
    .from(products)
    .where(eq(products.id, id))
    .for('update');
  return row;
}

/** Sets one or more switches. */
export async function updateSwitches(
  tx: Queryable,
  id: string,
  switches: Partial<Pick<ProductFields, 'featured' | 'status' | 'soldOut'>>,
): Promise<void> {
  await tx.update(products).set(switches).where(eq(products.id, id));
}

const TOTALS = { total: integer, featured: integer, drafts: integer, soldOut: integer };
export type ProductTotals = RowOf<typeof TOTALS>;

/** From the stored totals, which only an admin's transaction can read. */
export async function findProductTotals(tx: Queryable): Promise<ProductTotals> {
  const { isStaff, ...totals } = (await selectRow(
    tx,
    { ...TOTALS, isStaff: flag },
    sql`SELECT is_admin_or_super_admin(caller()) AS "isStaff",
        coalesce(sum(delta) FILTER (WHERE name = 'products'), 0)::integer AS total,
        coalesce(sum(delta) FILTER (WHERE name = 'products:featured'), 0)::integer AS featured,
        coalesce(sum(delta) FILTER (WHERE name = 'products:draft'), 0)::integer AS drafts,
        coalesce(sum(delta) FILTER (WHERE name = 'products:sold_out'), 0)::integer AS "soldOut"
      FROM counters WHERE name IN ('products', 'products:featured', 'products:draft', 'products:sold_out')`,
  ))!;
  // Otherwise lists that cache the totals would show none to other staff.
  if (!isStaff) throw new AccessLost();
  return totals;
}
