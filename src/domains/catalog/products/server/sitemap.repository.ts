import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { instant, largeInteger, selectRows, selectValue, text } from '#db/rows.ts';

/** Published products by id, for the sitemap: the ids alone are counted off in an index, their rows read afterwards. */
export const listProductPages = (db: Queryable, offset: number, limit: number) =>
  selectRows(
    db,
    { id: text, updatedAt: instant },
    sql`select p.id, p.updated_at as "updatedAt" from products p
      where p.id in (select id from products where status = 'published' order by id limit ${limit} offset ${offset})
      order by p.id`,
  );

export async function countProductPages(db: Queryable): Promise<number> {
  return (await selectValue(db, largeInteger, sql`select product_total() as value`)) ?? 0;
}

/** Addresses of the images that shoppers see first: the slides', then the primary ones in the order of the list. */
export async function listFirstImages(db: Queryable, limit: number): Promise<string[]> {
  const rows = await selectRows(
    db,
    { url: text },
    sql`
    (select i.image_url as url from hero_slides s join hero_slide_images i on i.slide_id = s.id
      where s.is_active order by s.display_order)
    union all
    (select i.image_url from
        (select id, featured, created_at from products where status = 'published' order by featured desc, created_at desc, id desc limit ${limit}) p
      join product_images i on i.product_id = p.id and i.is_primary
      order by p.featured desc, p.created_at desc, p.id desc)`,
  );
  return rows.map(({ url }) => url);
}
