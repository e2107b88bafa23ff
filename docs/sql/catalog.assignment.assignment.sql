-- countFiltered
SELECT count(*)::integer AS value
  FROM ( SELECT
  FROM staff_products
  WHERE promotion_id = $1::uuid AND ((status = 'published' AND (search LIKE ANY ($2::text[]) AND name_key LIKE ANY ($3::text[]) OR search LIKE ANY ($4::text[]) AND name_key LIKE ANY ($5::text[]) AND name_key ~ $6) OR status = 'draft' AND (search LIKE ANY ($7::text[]) AND name_key LIKE ANY ($8::text[]) OR search LIKE ANY ($9::text[]) AND name_key LIKE ANY ($10::text[]) AND name_key ~ $11)) OR category_id = ANY ($12::uuid[]))
  LIMIT $13) AS limited;
--   Aggregate
--     Limit
--       Index products_promotion_name_idx on products

-- listFiltered
WITH page AS (SELECT id
  FROM (SELECT id, name_key, search, status, category_id, promotion_id
  FROM staff_products
  ORDER BY name_key, id
  OFFSET 0) walked
  WHERE promotion_id = $1::uuid AND ((status = 'published' AND (search LIKE ANY ($2::text[]) AND name_key LIKE ANY ($3::text[]) OR search LIKE ANY ($4::text[]) AND name_key LIKE ANY ($5::text[]) AND name_key ~ $6) OR status = 'draft' AND (search LIKE ANY ($7::text[]) AND name_key LIKE ANY ($8::text[]) OR search LIKE ANY ($9::text[]) AND name_key LIKE ANY ($10::text[]) AND name_key ~ $11)) OR category_id = ANY ($12::uuid[]))
  ORDER BY name_key, id
  LIMIT $13
  OFFSET $14) SELECT p.id, p.name, p.price, p.featured, p.status, p.sold_out AS "soldOut", p.created_at AS "createdAt", p.promotion_id AS "promotionId", CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) END AS category, CASE WHEN r.id IS NOT NULL THEN json_build_object( 'id', r.id, 'name', r.name, 'description', r.description, 'tagLine', r.tag_line, 'code', r.code, 'startDate', r.start_date, 'endDate', r.end_date, 'promotionType', r.promotion_type, 'promotionValue', r.promotion_value::text, 'createdAt', r.created_at) END AS promotion, i.image
  FROM page
  JOIN products p ON p.id = page.id
  LEFT JOIN categories c ON c.id = p.category_id
  LEFT JOIN promotions r ON r.id = p.promotion_id
  LEFT JOIN LATERAL ( SELECT json_build_object('url', m.image_url, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder) AS image
  FROM product_images m
  WHERE m.product_id = p.id
  ORDER BY m.is_primary DESC, m.display_order, m.id
  LIMIT 1 ) i ON true
  ORDER BY p.name_key, p.id;
--   Sort
--     Nested Loop
--       Nested Loop
--         Nested Loop
--           Nested Loop
--             Limit
--               Subquery Scan
--                 Index products_name_idx on products
--             Index products_pkey on products
--           Index categories_pkey on categories
--         Index promotions_created_idx on promotions
--       Limit
--         Index product_images_first_idx on product_images
--           Index products_pkey on products

-- listFreeIds
SELECT id
  FROM staff_products
  WHERE promotion_id IS NULL AND ((status = 'published' AND (search LIKE ANY ($1::text[]) AND name_key LIKE ANY ($2::text[]) OR search LIKE ANY ($3::text[]) AND name_key LIKE ANY ($4::text[]) AND name_key ~ $5) OR status = 'draft' AND (search LIKE ANY ($6::text[]) AND name_key LIKE ANY ($7::text[]) OR search LIKE ANY ($8::text[]) AND name_key LIKE ANY ($9::text[]) AND name_key ~ $10)) OR category_id = ANY ($11::uuid[]))
  ORDER BY name_key, id
  LIMIT ($12);
--   Limit
--     Index products_name_idx on products

-- hasOthers
SELECT EXISTS (SELECT
  FROM staff_products
  WHERE promotion_id IN (SELECT id
  FROM promotions
  WHERE id <> $1::uuid) AND ((status = 'published' AND (search LIKE ANY ($2::text[]) AND name_key LIKE ANY ($3::text[]) OR search LIKE ANY ($4::text[]) AND name_key LIKE ANY ($5::text[]) AND name_key ~ $6) OR status = 'draft' AND (search LIKE ANY ($7::text[]) AND name_key LIKE ANY ($8::text[]) OR search LIKE ANY ($9::text[]) AND name_key LIKE ANY ($10::text[]) AND name_key ~ $11)) OR category_id = ANY ($12::uuid[]))) AS value;
--   Merge Join
--     Index promotions_pkey on promotions
--     Index products_promotion_name_idx on products

-- promotionExists
SELECT
  FROM promotions
  WHERE id = ($1)::uuid;
--   Index promotions_created_idx on promotions

-- lockPromotionForShare
SELECT
  FROM promotions
  WHERE id = ($1)::uuid FOR KEY SHARE;
--   LockRows
--     Index promotions_created_idx on promotions

-- lockProductsForUpdate
SELECT id, promotion_id AS "promotionId"
  FROM products
  WHERE id = ANY ($1::uuid[])
  ORDER BY id FOR NO KEY UPDATE;
--   LockRows
--     Index products_pkey on products

-- updatePromotionOf
UPDATE products
  SET promotion_id = ($1)::uuid
  WHERE id = ANY ($2::uuid[]);
--   ModifyTable
--     Index products_pkey on products
