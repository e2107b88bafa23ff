import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { flag, instant, money, nullable, selectRows, text } from '#db/rows.ts';
import {
  hits,
  type ListingFilter,
  type ListingWords,
  type Place,
  STAFF_PRODUCTS,
  termsOf,
  uuids,
  where,
} from './listing.repository.ts';

const EXPORTED = {
  id: text,
  /** The time of creation in full precision, to read on from. */
  place: text,
  name: text,
  description: text,
  price: money,
  categoryId: nullable(text),
  sku: text,
  featured: flag,
  promotion: nullable(text),
  image: nullable(text),
  createdAt: instant,
  updatedAt: instant,
};

/** Products of this condition, newest first. */
const listExported = (db: Queryable, condition: SQL, limit: number) =>
  selectRows(
    db,
    EXPORTED,
    sql`WITH page AS (
        SELECT id FROM ${STAFF_PRODUCTS} ${condition}
        ORDER BY created_at DESC, id DESC LIMIT ${limit}
      )
      SELECT p.id, p.created_at::text AS place, p.name, p.description, p.price, p.category_id AS "categoryId", coalesce(p.sku, '') AS sku, p.featured,
        r.code AS promotion, i.image_url AS image, p.created_at AS "createdAt", p.updated_at AS "updatedAt"
      FROM page JOIN products p ON p.id = page.id
      LEFT JOIN promotions r ON r.id = p.promotion_id
      LEFT JOIN LATERAL (
        SELECT m.image_url FROM product_images m WHERE m.product_id = p.id
        ORDER BY m.is_primary DESC, m.display_order, m.id LIMIT 1
      ) i ON true
      ORDER BY p.created_at DESC, p.id DESC`,
  );

/** The next products of a filter. */
export const listProductsForExport = (
  db: Queryable,
  { filter, search, limit }: { filter: ListingFilter; search?: ListingWords | undefined; limit: number },
) => listExported(db, where([...hits(search, filter), ...termsOf(filter)]), limit);

/** The next of these products. */
export const listSelectedForExport = (
  db: Queryable,
  { ids, before, limit }: { ids: readonly string[]; before?: Place | undefined; limit: number },
) => listExported(db, where([sql`id = ANY (${uuids(ids)})`, ...termsOf({ forStaff: true, before })]), limit);
