import { type SQL, sql } from 'drizzle-orm';
import { flag, instant, json, money, nullable, type RowOf, text } from '#db/rows.ts';
import type { Day } from '#shared/dates.ts';
import type { Image } from '#shared/image.ts';
import { type Kobo, koboOfText } from '#shared/money.ts';

interface Promotion<Value> {
  id: string;
  name: string;
  description: string;
  tagLine: string;
  code: string;
  startDate: Day;
  endDate: Day;
  promotionType: 'percentage' | 'fixed';
  promotionValue: Value;
  createdAt: string;
}

/** A product's row with what a card shows, as `SUMMARY_COLUMNS` read it. */
export const SUMMARY = {
  id: text,
  name: text,
  price: money,
  featured: flag,
  createdAt: instant,
  promotionId: nullable(text),
  category: nullable(json<{ id: string; name: string; slug: string }>()),
  promotion: nullable(
    json(
      (stored: Promotion<string>): Promotion<Kobo> => ({
        ...stored,
        promotionValue: koboOfText(stored.promotionValue),
      }),
    ),
  ),
  /** The primary image, else the first. */
  image: nullable(json<Image>()),
};
export type SummaryRow = RowOf<typeof SUMMARY>;

export const SUMMARY_COLUMNS: SQL = sql`
  p.id, p.name, p.price, p.featured, p.created_at AS "createdAt", p.promotion_id AS "promotionId",
  CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) END AS category,
  CASE WHEN r.id IS NOT NULL THEN json_build_object(
    'id', r.id, 'name', r.name, 'description', r.description, 'tagLine', r.tag_line, 'code', r.code,
    'startDate', r.start_date, 'endDate', r.end_date, 'promotionType', r.promotion_type,
    'promotionValue', r.promotion_value::text, 'createdAt', r.created_at) END AS promotion,
  i.image`;

/** Joins to a product `p` what SUMMARY_COLUMNS read. */
export const SUMMARY_JOINS: SQL = sql`
  LEFT JOIN categories c ON c.id = p.category_id
  LEFT JOIN promotions r ON r.id = p.promotion_id
  LEFT JOIN LATERAL (
    SELECT json_build_object('url', m.image_url, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder) AS image
    FROM product_images m WHERE m.product_id = p.id
    ORDER BY m.is_primary DESC, m.display_order, m.id LIMIT 1
  ) i ON true`;
