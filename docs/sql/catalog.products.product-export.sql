-- listProductsForExport
WITH page AS ( SELECT id
  FROM staff_products
  WHERE (status = 'published' AND search LIKE ANY ($1::text[]) OR status = 'draft' AND search LIKE ANY ($2::text[])) AND status = 'published'
  ORDER BY created_at DESC, id DESC
  LIMIT $3 ) SELECT p.id, p.created_at::text AS place, p.name, p.description, p.price, p.category_id AS "categoryId", coalesce(p.sku, '') AS sku, p.featured, r.code AS promotion, i.image_url AS image, p.created_at AS "createdAt", p.updated_at AS "updatedAt"
  FROM page
  JOIN products p ON p.id = page.id
  LEFT JOIN promotions r ON r.id = p.promotion_id
  LEFT JOIN LATERAL ( SELECT m.image_url
  FROM product_images m
  WHERE m.product_id = p.id
  ORDER BY m.is_primary DESC, m.display_order, m.id
  LIMIT 1 ) i ON true
  ORDER BY p.created_at DESC, p.id DESC;
--   Sort
--     Nested Loop
--       Nested Loop
--         Nested Loop
--           Limit
--             Index products_published_newest_idx on products
--           Index products_pkey on products
--         Index promotions_created_idx on promotions
--       Limit
--         Index product_images_first_idx on product_images
--           Index products_pkey on products

-- listSelectedForExport
WITH page AS ( SELECT id
  FROM staff_products
  WHERE id = ANY ($1::uuid[])
  ORDER BY created_at DESC, id DESC
  LIMIT $2 ) SELECT p.id, p.created_at::text AS place, p.name, p.description, p.price, p.category_id AS "categoryId", coalesce(p.sku, '') AS sku, p.featured, r.code AS promotion, i.image_url AS image, p.created_at AS "createdAt", p.updated_at AS "updatedAt"
  FROM page
  JOIN products p ON p.id = page.id
  LEFT JOIN promotions r ON r.id = p.promotion_id
  LEFT JOIN LATERAL ( SELECT m.image_url
  FROM product_images m
  WHERE m.product_id = p.id
  ORDER BY m.is_primary DESC, m.display_order, m.id
  LIMIT 1 ) i ON true
  ORDER BY p.created_at DESC, p.id DESC;
--   Sort
--     Nested Loop
--       Nested Loop
--         Nested Loop
--           Limit
--             Index products_newest_idx on products
--           Index products_pkey on products
--         Index promotions_created_idx on promotions
--       Limit
--         Index product_images_first_idx on product_images
--           Index products_pkey on products
