-- listAllByName
WITH page AS (SELECT id
  FROM products
  ORDER BY name_key DESC, id DESC
  LIMIT $1
  OFFSET $2) SELECT p.id, p.name, p.price::text AS price, c.name AS category, CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'name', r.name) END AS promotion, i.image
  FROM page
  JOIN products p ON p.id = page.id
  LEFT
  JOIN categories c ON c.id = p.category_id
  LEFT
  JOIN promotions r ON r.id = p.promotion_id
  LEFT
  JOIN LATERAL ( SELECT json_build_object('url', m.image_url, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder) AS image
  FROM product_images m
  WHERE m.product_id = p.id
  ORDER BY m.is_primary DESC, m.display_order, m.id
  LIMIT 1 ) i ON true
  ORDER BY p.name_key, p.id;
--   Sort
--     Nested Loop
--       Nested Loop
--         Hash Join
--           Nested Loop
--             Limit
--               Index Only Scan by products_name_idx on products
--             Index Scan by products_pkey on products
--           Hash
--             Index Scan by categories_pkey on categories
--         Memoize
--           Index Scan by promotions_created_idx on promotions
--       Limit
--         Sort
--           Index Scan by product_images_product_idx on product_images

-- countAllProducts
SELECT product_total()::integer AS total;


-- promotionExists
SELECT
  FROM promotions
  WHERE id = ($1)::uuid;
--   Index Only Scan by promotions_created_idx on promotions

-- holdPromotion
SELECT
  FROM promotions
  WHERE id = ($1)::uuid FOR KEY SHARE;
--   LockRows
--     Index Scan by promotions_created_idx on promotions

-- holdProducts
SELECT id, promotion_id AS "promotionId"
  FROM products
  WHERE id = ANY ($1::uuid[])
  ORDER BY id FOR NO KEY UPDATE;
--   LockRows
--     Index Scan by products_pkey on products

-- updatePromotionOf
UPDATE products
  SET promotion_id = ($1)::uuid
  WHERE id = ANY ($2::uuid[]);
--   ModifyTable on products
--     Index Scan by products_pkey on products
