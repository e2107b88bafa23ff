import { type SQL, sql } from 'drizzle-orm';
import {
  flag,
  instant,
  integer,
  json,
  money,
  nullable,
  oneOf,
  optional,
  type RowOf,
  text,
} from '#db/rows.ts';
import type { PromotionOut } from '#domains/promotions/contract.ts';
import type { Image } from '#shared/image.ts';
import { koboOfText } from '#shared/money.ts';
import { PRODUCT_STATUSES } from '../product-list.ts';

type StoredPromotion = Omit<PromotionOut, 'promotionValue'> & { promotionValue: string };

/** A product's row with what a card shows, as `SUMMARY_COLUMNS` read it. */
export const SUMMARY = {
  id: text,
  name: text,
  price: money,
  featured: flag,
  status: oneOf(PRODUCT_STATUSES),
  soldOut: flag,
  createdAt: instant,
  promotionId: nullable(text),
  category: nullable(json<{ id: string; name: string; slug: string }>()),
  promotion: nullable(
    json(({ promotionValue, ...stored }: StoredPromotion) => ({
      ...stored,
      promotionValue: koboOfText(promotionValue),
    })),
  ),
  image: nullable(json<Image>()),
};
export type SummaryRow = RowOf<typeof SUMMARY>;

export const SUMMARY_COLUMNS: SQL = sql`
  p.id, p.name, p.price, p.featured, p.status, p.sold_out AS "soldOut", p.created_at AS "createdAt", p.promotion_id AS "promotionId",
  CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) END AS category,
  CASE WHEN r.id IS NOT NULL THEN json_build_object(
    'id', r.id, 'name', r.name, 'description', r.description, 'tagLine', r.tag_line, 'code', r.code,
    'startDate', r.start_date, 'endDate', r.end_date, 'promotionType', r.promotion_type,
    'promotionValue', r.promotion_value::text, 'createdAt', r.created_at) END AS promotion,
  i.image`;

/** Joins to a product `p` its category `c`, promotion `r` and primary image `i.image`, else the first. */
export const SUMMARY_JOINS: SQL = sql`
  LEFT JOIN categories c ON c.id = p.category_id
  LEFT JOIN promotions r ON r.id = p.promotion_id
  LEFT JOIN LATERAL (
    SELECT json_build_object('url', m.image_url, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder) AS image
    FROM product_images m WHERE m.product_id = p.id
    ORDER BY m.is_primary DESC, m.display_order, m.id LIMIT 1
  ) i ON true`;

/**
 * What cards show of the products whose ids `ids` has, in its order or the reverse. As an array, because PostgreSQL takes
 * ten ids for granted then; of a page whose length is a parameter it would expect a tenth of the table.
 */
export const summariesOf = (ids: SQL, isReversed = false): SQL => sql`SELECT ${SUMMARY_COLUMNS}
  FROM unnest(${ids}) WITH ORDINALITY AS f (id, place)
  JOIN products p ON p.id = f.id ${SUMMARY_JOINS} ORDER BY f.place${isReversed ? sql` DESC` : sql``}`;

/** What cards show of the products of `page`, and the number in `counted`; of an empty page the number alone. */
export const COUNTED_SUMMARIES: SQL = sql`SELECT counted.total, ${SUMMARY_COLUMNS}
    FROM counted LEFT JOIN page ON true LEFT JOIN products p ON p.id = page.id ${SUMMARY_JOINS}`;
export const HITS = { ...optional(SUMMARY), total: integer };

export const hitsOf = (found: readonly RowOf<typeof HITS>[]): { rows: SummaryRow[]; total: number } => ({
  total: found[0]?.total ?? 0,
  rows: found.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [row as SummaryRow])),
});
