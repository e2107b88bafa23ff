import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { nullable, selectRows, text } from '#db/rows.ts';

const NAMED = { id: text, name: text };

/** Published products without an image, at most `limit`, in any order. */
export const listProductsWithoutImage = (db: Queryable, limit: number) =>
  selectRows(
    db,
    NAMED,
    sql`SELECT id, name FROM products p
      WHERE status = 'published' AND NOT EXISTS (SELECT FROM product_images i WHERE i.product_id = p.id) LIMIT ${limit}`,
  );

/**
 * Published products that can be ordered for nothing, at most `limit`, in any order: those with price 0, and those whose
 * promotion takes off as much as they cost on one of its days from today on. `code` is that promotion's.
 */
export const listFreeProducts = (db: Queryable, today: string, limit: number) =>
  selectRows(
    db,
    { ...NAMED, code: nullable(text) },
    sql`SELECT id, name, NULL AS code FROM products WHERE status = 'published' AND price = 0
      UNION ALL SELECT p.id, p.name, m.code FROM promotions m JOIN products p ON p.promotion_id = m.id
        WHERE m.promotion_type = 'fixed' AND m.end_date >= ${today}::date AND p.status = 'published' AND p.price > 0
          AND (p.price <= m.promotion_value AND NOT EXISTS (SELECT FROM planned_changes c
              WHERE c.product_id = p.id AND c.price IS NOT NULL AND c.day <= m.start_date)
            OR EXISTS (SELECT FROM planned_changes c
              WHERE c.product_id = p.id AND c.price <= m.promotion_value AND c.day <= m.end_date
                AND NOT EXISTS (SELECT FROM planned_changes later WHERE later.product_id = p.id
                  AND later.price IS NOT NULL AND later.day > c.day AND later.day <= m.start_date)))
      LIMIT ${limit}`,
  );

/** The running promotions whose last day is this one, at most `limit`. */
export const listPromotionsUntil = (db: Queryable, today: string, limit: number) =>
  selectRows(
    db,
    NAMED,
    sql`SELECT id, name FROM promotions WHERE end_date = ${today}::date AND start_date <= ${today}::date
      ORDER BY end_date, start_date LIMIT ${limit}`,
  );

/** The links of the slides that are shown, at most `limit`, in their order. */
export const listSlideLinks = (db: Queryable, limit: number) =>
  selectRows(
    db,
    { title: text, link: text },
    sql`SELECT title, button_link AS link FROM hero_slides WHERE is_active ORDER BY display_order, id LIMIT ${limit}`,
  );

/**
 * Which of these products shoppers see, of these slugs and names lead to a category, also a hidden one, and of these codes
 * belong to a promotion that has started. All in lower case.
 */
export async function findLinkTargets(
  db: Queryable,
  {
    ids,
    categories,
    codes,
    today,
  }: { ids: readonly string[]; categories: readonly string[]; codes: readonly string[]; today: string },
): Promise<Set<string>> {
  const rows = await selectRows(
    db,
    { key: text },
    sql`SELECT id::text AS key FROM products WHERE id = ANY (${sql.param(ids)}::uuid[]) AND status = 'published'
      UNION ALL SELECT slug FROM categories WHERE slug = ANY (${sql.param(categories)}::text[])
      UNION ALL SELECT s.slug FROM category_slugs s JOIN categories c ON c.id = s.category_id
        WHERE s.slug = ANY (${sql.param(categories)}::text[])
      UNION ALL SELECT lower(name) FROM categories WHERE lower(name) = ANY (${sql.param(categories)}::text[])
      UNION ALL SELECT lower(code) FROM promotions WHERE lower(code) = ANY (${sql.param(codes)}::text[]) AND start_date <= ${today}::date`,
  );
  return new Set(rows.map(({ key }) => key));
}
