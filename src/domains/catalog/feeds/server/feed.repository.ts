import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { flag, json, money, nullable, selectRows, text, texts } from '#db/rows.ts';
import type { PromotionTerms } from '#domains/promotions/price.ts';
import { koboOfText } from '#shared/money.ts';
import { PUBLISHED } from '../../products/server/listing.repository.ts';

const FEED_PRODUCT = {
  id: text,
  name: text,
  description: text,
  price: money,
  soldOut: flag,
  categoryId: nullable(text),
  promotion: nullable(
    json(
      ({
        promotionValue,
        ...terms
      }: Omit<PromotionTerms, 'promotionValue'> & { promotionValue: string }) => ({
        ...terms,
        promotionValue: koboOfText(promotionValue),
      }),
    ),
  ),
  images: texts,
};

/** The next published products after an id, by id: with their promotion, and the paths of the first images. */
export const listFeedProducts = (
  db: Queryable,
  afterId: string,
  { limit, images }: { limit: number; images: number },
) =>
  selectRows(
    db,
    FEED_PRODUCT,
    sql`WITH page AS (
        SELECT id FROM products WHERE ${PUBLISHED} AND id > ${afterId}::uuid ORDER BY id LIMIT ${limit}
      )
      SELECT p.id, p.name, p.description, p.price, p.sold_out AS "soldOut", p.category_id AS "categoryId",
        CASE WHEN r.id IS NOT NULL THEN json_build_object(
          'code', r.code, 'startDate', r.start_date, 'endDate', r.end_date, 'promotionType', r.promotion_type,
          'promotionValue', r.promotion_value::text) END AS promotion,
        ARRAY(SELECT m.image_url FROM product_images m WHERE m.product_id = p.id
          ORDER BY m.is_primary DESC, m.display_order, m.id LIMIT ${images}) AS images
      FROM page JOIN products p ON p.id = page.id
      LEFT JOIN promotions r ON r.id = p.promotion_id
      ORDER BY p.id`,
  );
