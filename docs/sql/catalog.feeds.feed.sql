-- listFeedProducts
WITH page AS ( SELECT id
  FROM products
  WHERE status = 'published' AND id > ($1)::uuid
  ORDER BY id
  LIMIT $2 ) SELECT p.id, p.name, p.description, p.price, p.sold_out AS "soldOut", p.category_id AS "categoryId", CASE WHEN r.id IS NOT NULL THEN json_build_object( 'code', r.code, 'startDate', r.start_date, 'endDate', r.end_date, 'promotionType', r.promotion_type, 'promotionValue', r.promotion_value::text) END AS promotion, ARRAY(SELECT m.image_url
  FROM product_images m
  WHERE m.product_id = p.id
  ORDER BY m.is_primary DESC, m.display_order, m.id
  LIMIT $3) AS images
  FROM page
  JOIN products p ON p.id = page.id
  LEFT JOIN promotions r ON r.id = p.promotion_id
  ORDER BY p.id;
--   Nested Loop
--     Nested Loop
--       Limit
--         Index products_pkey on products
--       Index products_pkey on products
--     Memoize
--       Index promotions_created_idx on promotions
--     Limit
--       Index product_images_first_idx on product_images
--         Index products_pkey on products
