-- listProductsWithoutImage
SELECT id, name
  FROM products p
  WHERE status = 'published' AND NOT EXISTS (SELECT
  FROM product_images i
  WHERE i.product_id = p.id)
  LIMIT ($1);
--   Limit
--     Merge Join
--       Index products_pkey on products
--       Index product_images_first_idx on product_images
--         Seq Scan on products

-- listFreeProducts
SELECT id, name, NULL AS code
  FROM products
  WHERE status = 'published' AND price = 0
  UNION ALL SELECT p.id, p.name, m.code
  FROM promotions m
  JOIN products p ON p.promotion_id = m.id
  WHERE m.promotion_type = 'fixed' AND m.end_date >= ($1)::date AND p.status = 'published' AND p.price > 0 AND (p.price <= m.promotion_value AND NOT EXISTS (SELECT
  FROM planned_changes c
  WHERE c.product_id = p.id AND c.price IS NOT NULL AND c.day <= m.start_date) OR EXISTS (SELECT
  FROM planned_changes c
  WHERE c.product_id = p.id AND c.price <= m.promotion_value AND c.day <= m.end_date AND NOT EXISTS (SELECT
  FROM planned_changes later
  WHERE later.product_id = p.id AND later.price IS NOT NULL AND later.day > c.day AND later.day <= m.start_date)))
  LIMIT ($2);
--   Limit
--     Append
--       Index products_published_featured_idx on products
--       Merge Join
--         Index promotions_pkey on promotions
--         Index products_published_promotion_name_idx on products
--         Index planned_changes_product_idx on planned_changes
--         Nested Loop
--           Index planned_changes_product_idx on planned_changes
--           Index planned_changes_product_idx on planned_changes

-- listPromotionsUntil
SELECT id, name
  FROM promotions
  WHERE end_date = ($1)::date AND start_date <= ($2)::date
  ORDER BY end_date, start_date
  LIMIT ($3);
--   Limit
--     Index promotions_window_idx on promotions

-- listSlideLinks
SELECT title, button_link AS link
  FROM hero_slides
  WHERE is_active
  ORDER BY display_order, id
  LIMIT ($1);
--   Limit
--     Index hero_slides_order_idx on hero_slides

-- findLinkTargets
SELECT id::text AS key
  FROM products
  WHERE id = ANY ($1::uuid[]) AND status = 'published'
  UNION ALL SELECT slug
  FROM categories
  WHERE slug = ANY ($2::text[])
  UNION ALL SELECT s.slug
  FROM category_slugs s
  JOIN categories c ON c.id = s.category_id
  WHERE s.slug = ANY ($3::text[])
  UNION ALL SELECT lower(name)
  FROM categories
  WHERE lower(name) = ANY ($4::text[])
  UNION ALL SELECT lower(code)
  FROM promotions
  WHERE lower(code) = ANY ($5::text[]) AND start_date <= $6::date;
--   Append
--     Index products_pkey on products
--     Index categories_slug_key on categories
--     Nested Loop
--       Index category_slugs_category_idx on category_slugs
--       Index categories_pkey on categories
--     Index categories_name_key on categories
--     Index promotions_window_idx on promotions
