// The rival of bench/answers.ts, in a process of its own: a handler as anyone would write it for speed alone. node:http, a
// pool of pg, one named statement a request, the simplest SQL with the same fields, JSON.stringify. No validation, no
// roles, no limits, no tracing, no headers; a search is a LIKE without relevance, word forms and spelling.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';

export interface PlainOptions {
  port: number;
  databaseUrl: string;
}

const { port, databaseUrl } = JSON.parse(process.argv[2]!) as PlainOptions;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, options: '-c jit=off -c timezone=UTC' });

const PAGE_SIZE = 12;
const SUMMARY = `p.id, p.name, p.price::float8 AS price, p.featured, p.status, p.sold_out AS "soldOut",
  p.created_at AS "createdAt", p.promotion_id AS "promotionId",
  CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) END AS category,
  CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'name', r.name, 'description', r.description,
    'tagLine', r.tag_line, 'code', r.code, 'startDate', r.start_date, 'endDate', r.end_date,
    'promotionType', r.promotion_type, 'promotionValue', r.promotion_value, 'createdAt', r.created_at) END AS promotion`;
const IMAGE = `json_build_object('url', m.image_url, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder)`;
const JOINS = `LEFT JOIN categories c ON c.id = p.category_id
  LEFT JOIN promotions r ON r.id = p.promotion_id
  LEFT JOIN LATERAL (SELECT ${IMAGE} AS image FROM product_images m WHERE m.product_id = p.id
    ORDER BY m.is_primary DESC, m.display_order, m.id LIMIT 1) i ON true`;
/** A page of the products that `condition` finds, each with their number; $2 is its offset. */
const pageOf = (condition: string, order: string): string => `SELECT
  (SELECT count(*)::int FROM products WHERE ${condition}) AS total,
  ${SUMMARY}, i.image FROM (SELECT * FROM products WHERE ${condition} ORDER BY ${order} LIMIT ${PAGE_SIZE} OFFSET $2) p ${JOINS}
  ORDER BY ${order.replace(/(^|, )/g, '$1p.')}`;

const ORDERS: Record<string, string> = {
  newest: 'created_at DESC, id DESC',
  'price-low': 'price, id',
  'price-high': 'price DESC, id DESC',
  'name-asc': 'name_key, id',
  'name-desc': 'name_key DESC, id DESC',
  'most-liked': 'likes DESC, created_at DESC, id DESC',
  featured: 'featured DESC, created_at DESC, id DESC',
};
const OF_CATEGORY = `status = 'published' AND category_id = (SELECT id FROM categories WHERE slug = $1)`;

const STATEMENTS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(ORDERS).map(([sort, order]) => [sort, pageOf(OF_CATEGORY, order)])),
  search: pageOf(`status = 'published' AND search LIKE '%' || $1 || '%'`, ORDERS.newest!),
  detail: `SELECT ${SUMMARY}, i.image, p.description, p.likes, coalesce(a.images, '[]') AS images FROM products p ${JOINS}
    LEFT JOIN LATERAL (SELECT json_agg(json_build_object('id', m.id, 'url', m.image_url, 'width', m.width, 'height', m.height,
      'placeholder', m.placeholder, 'isPrimary', m.is_primary, 'displayOrder', m.display_order)
      ORDER BY m.display_order, m.id) AS images FROM product_images m WHERE m.product_id = p.id) a ON true
    WHERE p.id = $1 AND p.status = 'published'`,
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, name = '', value = '', page] = request.url!.split('/');
  const values: unknown[] = [decodeURIComponent(value)];
  if (page) values.push((Number(page) - 1) * PAGE_SIZE);
  const { rows } = await pool.query({ name, text: STATEMENTS[name]!, values });
  const total = rows[0]?.total ?? 0;
  const body = JSON.stringify(
    name === 'detail'
      ? { product: rows[0], today: new Date().toISOString().slice(0, 10) }
      : { items: rows, total, page: Number(page), pageCount: Math.ceil(total / PAGE_SIZE) },
  );
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

const server = createServer((request, response) => void answer(request, response));
server.listen(port, '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit(0));
