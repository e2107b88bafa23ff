-- countFiltered
SELECT count(*)::integer AS value
  FROM ( SELECT
  FROM staff_products
  WHERE promotion_id = $1::uuid AND ((status = 'published' AND search LIKE $2 AND name_key LIKE $3 OR status = 'draft' AND search LIKE $4 AND name_key LIKE $5) OR category_id = ANY ($6::uuid[]))
  LIMIT $7) AS limited;
--   Aggregate
--     Limit
--       Index products_promotion_name_idx on products

-- listFiltered
WITH page AS ( SELECT id
  FROM staff_products
  WHERE promotion_id = $1::uuid AND ((status = 'published' AND search LIKE $2 AND name_key LIKE $3 OR status = 'draft' AND search LIKE $4 AND name_key LIKE $5) OR category_id = ANY ($6::uuid[]))
  ORDER BY name_key DESC, id DESC
  LIMIT $7
  OFFSET $8) SELECT p.id, p.name, p.price, p.featured, p.status, p.sold_out AS "soldOut", p.created_at AS "createdAt", p.promotion_id AS "promotionId", CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) END AS category, CASE WHEN r.id IS NOT NULL THEN json_build_object( 'id', r.id, 'name', r.name, 'description', r.description, 'tagLine', r.tag_line, 'code', r.code, 'startDate', r.start_date, 'endDate', r.end_date, 'promotionType', r.promotion_type, 'promotionValue', r.promotion_value::text, 'createdAt', r.created_at) END AS promotion, i.image
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
--               Index products_promotion_name_idx on products
--             Index products_pkey on products
--           Index categories_pkey on categories
--         Index promotions_created_idx on promotions
--       Limit
--         Sort
--           Index product_images_product_idx on product_images

-- listFreeIds
SELECT id
  FROM staff_products
  WHERE promotion_id IS NULL AND ((status = 'published' AND search LIKE $1 AND name_key LIKE $2 OR status = 'draft' AND search LIKE $3 AND name_key LIKE $4) OR category_id = ANY ($5::uuid[]))
  ORDER BY name_key, id
  LIMIT ($6);
--   Limit
--     Index products_name_idx on products

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
