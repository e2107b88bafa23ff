-- listProductsByIds
SELECT p.id, p.name, p.price, p.featured, p.status, p.sold_out AS "soldOut", p.created_at AS "createdAt", p.promotion_id AS "promotionId", CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) END AS category, CASE WHEN r.id IS NOT NULL THEN json_build_object( 'id', r.id, 'name', r.name, 'description', r.description, 'tagLine', r.tag_line, 'code', r.code, 'startDate', r.start_date, 'endDate', r.end_date, 'promotionType', r.promotion_type, 'promotionValue', r.promotion_value::text, 'createdAt', r.created_at) END AS promotion, i.image, p.description, p.likes, coalesce(a.images, '[]') AS images
  FROM products p
  LEFT JOIN categories c ON c.id = p.category_id
  LEFT JOIN promotions r ON r.id = p.promotion_id
  LEFT JOIN LATERAL ( SELECT json_build_object('url', m.image_url, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder) AS image
  FROM product_images m
  WHERE m.product_id = p.id
  ORDER BY m.is_primary DESC, m.display_order, m.id
  LIMIT 1 ) i ON true
  LEFT JOIN LATERAL ( SELECT json_agg(json_build_object( 'id', m.id, 'url', m.image_url, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder, 'isPrimary', m.is_primary, 'displayOrder', m.display_order)
  ORDER BY m.display_order, m.id) AS images
  FROM product_images m
  WHERE m.product_id = p.id ) a ON true
  WHERE p.id = ANY ($1::uuid[]);
--   Nested Loop
--     Nested Loop
--       Nested Loop
--         Nested Loop
--           Index products_pkey on products
--           Memoize
--             Index promotions_created_idx on promotions
--         Memoize
--           Index categories_pkey on categories
--       Limit
--         Index product_images_first_idx on product_images
--           Index products_pkey on products
--     Aggregate
--       Sort
--         Index product_images_first_idx on product_images
--           Index products_pkey on products

-- findProduct
SELECT p.id, p.name, p.price, p.featured, p.status, p.sold_out AS "soldOut", p.created_at AS "createdAt", p.promotion_id AS "promotionId", CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) END AS category, CASE WHEN r.id IS NOT NULL THEN json_build_object( 'id', r.id, 'name', r.name, 'description', r.description, 'tagLine', r.tag_line, 'code', r.code, 'startDate', r.start_date, 'endDate', r.end_date, 'promotionType', r.promotion_type, 'promotionValue', r.promotion_value::text, 'createdAt', r.created_at) END AS promotion, i.image, p.description, p.likes, coalesce(a.images, '[]') AS images
  FROM products p
  LEFT JOIN categories c ON c.id = p.category_id
  LEFT JOIN promotions r ON r.id = p.promotion_id
  LEFT JOIN LATERAL ( SELECT json_build_object('url', m.image_url, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder) AS image
  FROM product_images m
  WHERE m.product_id = p.id
  ORDER BY m.is_primary DESC, m.display_order, m.id
  LIMIT 1 ) i ON true
  LEFT JOIN LATERAL ( SELECT json_agg(json_build_object( 'id', m.id, 'url', m.image_url, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder, 'isPrimary', m.is_primary, 'displayOrder', m.display_order)
  ORDER BY m.display_order, m.id) AS images
  FROM product_images m
  WHERE m.product_id = p.id ) a ON true
  WHERE p.id = ANY ($1::uuid[]);
--   Nested Loop
--     Nested Loop
--       Nested Loop
--         Nested Loop
--           Index products_pkey on products
--           Memoize
--             Index promotions_created_idx on promotions
--         Memoize
--           Index categories_pkey on categories
--       Limit
--         Index product_images_first_idx on product_images
--           Index products_pkey on products
--     Aggregate
--       Sort
--         Index product_images_first_idx on product_images
--           Index products_pkey on products

-- listRelated
SELECT p.id, p.name, p.price, p.featured, p.status, p.sold_out AS "soldOut", p.created_at AS "createdAt", p.promotion_id AS "promotionId", CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) END AS category, CASE WHEN r.id IS NOT NULL THEN json_build_object( 'id', r.id, 'name', r.name, 'description', r.description, 'tagLine', r.tag_line, 'code', r.code, 'startDate', r.start_date, 'endDate', r.end_date, 'promotionType', r.promotion_type, 'promotionValue', r.promotion_value::text, 'createdAt', r.created_at) END AS promotion, i.image
  FROM unnest(ARRAY( WITH own AS ( SELECT id, category_id
  FROM products
  WHERE id = ($1)::uuid AND status = 'published' ), same AS ( SELECT 0 AS rank, id, created_at
  FROM products
  WHERE status = 'published' AND category_id = (SELECT category_id
  FROM own) AND id <> ($2)::uuid
  ORDER BY created_at DESC, id DESC
  LIMIT ($3) ), others AS ( SELECT 1 AS rank, id, created_at
  FROM products
  WHERE status = 'published' AND id <> ($4)::uuid AND EXISTS (SELECT
  FROM own) AND id NOT IN (SELECT id
  FROM same)
  ORDER BY created_at DESC, id DESC
  LIMIT ($5) ) SELECT id
  FROM (SELECT *
  FROM same
  UNION ALL SELECT *
  FROM others) both_kinds
  ORDER BY rank, created_at DESC, id DESC
  LIMIT ($6) )) WITH ORDINALITY AS f (id, place)
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
--       Index products_pkey on products
--       Limit
--         CTE Scan
--         Index products_published_category_newest_idx on products
--       Sort
--         Append
--           CTE Scan
--           Subquery Scan
--             Limit
--               CTE Scan
--               Index products_published_newest_idx on products
--                 CTE Scan
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

-- insertLike
INSERT INTO product_likes (product_id, browser_id) SELECT ($1)::uuid, ($2)::uuid
  WHERE EXISTS (SELECT
  FROM products
  WHERE id = ($3)::uuid AND status = 'published')
  ON CONFLICT DO NOTHING;
--   ModifyTable
--     Index products_pkey on products
