import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';

export interface ProductAddress {
  id: string;
  updatedAt: Date;
}

/** A page of products by id, for the sitemap. The offset is applied to ids of the index, before rows are read. */
export async function listProductPages(
  db: Queryable,
  offset: number,
  limit: number,
): Promise<ProductAddress[]> {
  const { rows } = await db.execute<{ id: string; updated_at: string }>(sql`
    select p.id, p.updated_at from products p
    where p.id in (select id from products order by id limit ${limit} offset ${offset})
    order by p.id`);
  return rows.map((row) => ({ id: row.id, updatedAt: new Date(row.updated_at) }));
}

export async function countProductPages(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ total: string }>(sql`select product_total() as total`);
  return Number(rows[0]?.total ?? 0);
}

/** URLs of the images that visitors see first: the slides', then the primary ones in the order of the list. */
export async function listFirstImages(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ image_url: string }>(sql`
    (select i.image_url from hero_slides s join hero_slide_images i on i.slide_id = s.id
      where s.is_active order by s.display_order)
    union all
    (select i.image_url from
        (select id, featured, created_at from products order by featured desc, created_at desc, id desc limit ${limit}) p
      join product_images i on i.product_id = p.id and i.is_primary
      order by p.featured desc, p.created_at desc, p.id desc)`);
  return rows.map((row) => row.image_url);
}
