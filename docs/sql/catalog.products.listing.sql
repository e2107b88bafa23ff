-- listProducts
SELECT p.id, p.name, p.price, p.featured, p.status, p.sold_out AS "soldOut", p.created_at AS "createdAt", p.promotion_id AS "promotionId", CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) END AS category, CASE WHEN r.id IS NOT NULL THEN json_build_object( 'id', r.id, 'name', r.name, 'description', r.description, 'tagLine', r.tag_line, 'code', r.code, 'startDate', r.start_date, 'endDate', r.end_date, 'promotionType', r.promotion_type, 'promotionValue', r.promotion_value::text, 'createdAt', r.created_at) END AS promotion, i.image
  FROM unnest(ARRAY(SELECT id
  FROM ( SELECT featured, created_at, id, search
  FROM products
  WHERE status = 'published' AND category_id = $1::uuid AND promotion_id = $2::uuid
  ORDER BY featured DESC, created_at DESC, id DESC
  OFFSET 0 ) walked
  WHERE search LIKE ANY ($3::text[])
  ORDER BY featured DESC, created_at DESC, id DESC
  LIMIT $4
  OFFSET $5)) WITH ORDINALITY AS f (id, place)
  JOIN products p ON p.id = f.id
  LEFT JOIN categories c ON c.id = p.category_id
  LEFT JOIN promotions r ON r.id = p.promotion_id
  LEFT JOIN LATERAL ( SELECT json_build_object('url', m.image_url, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder) AS image
  FROM product_images m
  WHERE m.product_id = p.id
  ORDER BY m.is_primary DESC, m.display_order, m.id
  LIMIT 1 ) i ON true
  ORDER BY f.place;
--   Nested Loop
--     Limit
--       Subquery Scan
--         Sort
--           BitmapAnd
--             Index products_published_promotion_name_idx on products
--             Index products_category_name_idx on products
--     Nested Loop
--       Nested Loop
--         Nested Loop
--           Function Scan
--           Index products_pkey on products
--         Index categories_pkey on categories
--       Memoize
--         Index promotions_created_idx on promotions
--     Limit
--       Index product_images_first_idx on product_images
--         Index products_pkey on products

-- countProducts
SELECT count(*)::integer AS value
  FROM products
  WHERE status = 'published' AND category_id = $1::uuid AND promotion_id = $2::uuid;
--   Aggregate
--     BitmapAnd
--       Index products_published_promotion_name_idx on products
--       Index products_category_name_idx on products

-- countProductsTo
SELECT count(*)::integer AS value
  FROM (SELECT
  FROM staff_products
  WHERE (status = 'published' AND search LIKE ANY ($1::text[]) OR status = 'draft' AND search LIKE ANY ($2::text[])) AND status = 'published'
  LIMIT $3) counted;
--   Aggregate
--     Limit
--       Index products_published_featured_idx on products

-- searchProducts
WITH hits AS MATERIALIZED ( SELECT featured, created_at, id
  FROM staff_products
  WHERE search LIKE ANY ($1::text[]) AND status = 'published' AND category_id = $2::uuid AND promotion_id = $3::uuid
  LIMIT $4 ), counted AS ( SELECT count(*)::integer AS total
  FROM hits ), page AS ( SELECT id
  FROM hits
  ORDER BY featured DESC, created_at DESC, id DESC
  LIMIT $5
  OFFSET (SELECT greatest(0, least($6::integer, (total - 1) / $7::integer)) * $8::integer
  FROM counted) ) SELECT counted.total, p.id, p.name, p.price, p.featured, p.status, p.sold_out AS "soldOut", p.created_at AS "createdAt", p.promotion_id AS "promotionId", CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) END AS category, CASE WHEN r.id IS NOT NULL THEN json_build_object( 'id', r.id, 'name', r.name, 'description', r.description, 'tagLine', r.tag_line, 'code', r.code, 'startDate', r.start_date, 'endDate', r.end_date, 'promotionType', r.promotion_type, 'promotionValue', r.promotion_value::text, 'createdAt', r.created_at) END AS promotion, i.image
  FROM counted
  LEFT JOIN page ON true
  LEFT JOIN products p ON p.id = page.id
  LEFT JOIN categories c ON c.id = p.category_id
  LEFT JOIN promotions r ON r.id = p.promotion_id
  LEFT JOIN LATERAL ( SELECT json_build_object('url', m.image_url, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder) AS image
  FROM product_images m
  WHERE m.product_id = p.id
  ORDER BY m.is_primary DESC, m.display_order, m.id
  LIMIT 1 ) i ON true
  ORDER BY p.featured DESC, p.created_at DESC, p.id DESC;
--   Sort
--     Limit
--       BitmapAnd
--         Index products_published_promotion_name_idx on products
--         Index products_category_name_idx on products
--     Aggregate
--       CTE Scan
--     Nested Loop
--       Nested Loop
--         CTE Scan
--         Nested Loop
--           Nested Loop
--             Nested Loop
--               Limit
--                 CTE Scan
--                 Sort
--                   CTE Scan
--               Index products_pkey on products
--             Index categories_pkey on categories
--           Index promotions_created_idx on promotions
--       Limit
--         Index product_images_first_idx on product_images
--           Index products_pkey on products

-- limitScan
SET LOCAL statement_timeout = '2s';
--   (no plan)

-- avoidScans
SET LOCAL enable_seqscan = off;
--   (no plan)
