-- countClassForStaff
SELECT count(*)::integer AS value
  FROM (SELECT
  FROM staff_products
  WHERE (status = 'published' AND search LIKE ANY ($1::text[]) OR status = 'draft' AND search LIKE ANY ($2::text[])) AND ((name_key LIKE ANY ($3::text[]) OR name_key LIKE ANY ($4::text[]) AND name_key ~ $5)) IS TRUE AND status = 'published'
  LIMIT $6) counted;
--   Aggregate
--     Limit
--       BitmapOr
--         Index products_published_search_idx on products
--         Index products_draft_name_idx on products

-- rankClassForStaff
WITH hits AS MATERIALIZED ( SELECT id, levels, place
  FROM (SELECT id, ARRAY[CASE WHEN name_key LIKE ANY ($1::text[]) AND name_key ~ $2 THEN $3::integer WHEN name_key LIKE ANY ($4::text[]) THEN CASE WHEN name_key ~ $5 THEN $6::integer ELSE $7::integer END WHEN search LIKE ANY ($8::text[]) AND search ~ $9 THEN $10::integer WHEN search LIKE ANY ($11::text[]) THEN CASE WHEN search ~ $12 THEN $13::integer ELSE $14::integer END ELSE 0 END]::smallint[] AS levels, row_number() OVER (ORDER BY featured DESC, created_at DESC, id DESC) AS place
  FROM ( SELECT id, name_key, search, featured, created_at
  FROM staff_products
  WHERE (status = 'published' AND search LIKE ANY ($15::text[]) OR status = 'draft' AND search LIKE ANY ($16::text[])) AND ((name_key LIKE ANY ($17::text[]) OR name_key LIKE ANY ($18::text[]) AND name_key ~ $19)) IS TRUE AND status = 'published'
  LIMIT $20 ) some_products) AS f ), counted AS ( SELECT count(*)::integer AS total
  FROM hits ), weights AS MATERIALIZED ( SELECT *
  FROM ( SELECT count(*), coalesce(0.05 + ln(count(*)::float / nullif(count(*) FILTER (WHERE levels[1] > 0), 0)), 0) AS w1
  FROM hits ) counted_words ), scored AS ( SELECT id, place, true AND levels[1] > 0 AS has_each, round(10000 * (0 + w1 * (levels[1] > 0)::integer)) AS has, round(10000 * (0 + w1 * levels[1])) AS score, 0 AS named
  FROM hits, weights ), page AS ( SELECT *
  FROM scored
  ORDER BY has_each DESC, has DESC, score DESC, named DESC, place
  LIMIT $21
  OFFSET (SELECT greatest(0, least($22::integer, (total - 1) / $23::integer)) * $24::integer
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
  ORDER BY has_each DESC, has DESC, score DESC, named DESC, place;
--   Sort
--     Subquery Scan
--       WindowAgg
--         Sort
--           Subquery Scan
--             Limit
--               BitmapOr
--                 Index products_published_search_idx on products
--                 Index products_draft_name_idx on products
--     Aggregate
--       CTE Scan
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
--                   Nested Loop
--                     CTE Scan
--                     CTE Scan
--               Index products_pkey on products
--             Index categories_pkey on categories
--           Index promotions_created_idx on promotions
--       Limit
--         Index product_images_first_idx on product_images
--           Index products_pkey on products

-- listClassForStaff
SELECT p.id, p.name, p.price, p.featured, p.status, p.sold_out AS "soldOut", p.created_at AS "createdAt", p.promotion_id AS "promotionId", CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) END AS category, CASE WHEN r.id IS NOT NULL THEN json_build_object( 'id', r.id, 'name', r.name, 'description', r.description, 'tagLine', r.tag_line, 'code', r.code, 'startDate', r.start_date, 'endDate', r.end_date, 'promotionType', r.promotion_type, 'promotionValue', r.promotion_value::text, 'createdAt', r.created_at) END AS promotion, i.image
  FROM unnest(ARRAY(SELECT id
  FROM (SELECT id, created_at, name_key, search, status
  FROM staff_products
  WHERE (status = 'published' AND search LIKE ANY ($1::text[]) OR status = 'draft' AND search LIKE ANY ($2::text[])) AND ((name_key LIKE ANY ($3::text[]) OR name_key LIKE ANY ($4::text[]) AND name_key ~ $5)) IS TRUE AND status = 'published'
  OFFSET 0) found
  ORDER BY created_at DESC, id DESC
  LIMIT $6
  OFFSET $7)) WITH ORDINALITY AS f (id, place)
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
--       Sort
--         Subquery Scan
--           BitmapOr
--             Index products_published_search_idx on products
--             Index products_draft_name_idx on products
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

-- walkClassForStaff
SELECT p.id, p.name, p.price, p.featured, p.status, p.sold_out AS "soldOut", p.created_at AS "createdAt", p.promotion_id AS "promotionId", CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) END AS category, CASE WHEN r.id IS NOT NULL THEN json_build_object( 'id', r.id, 'name', r.name, 'description', r.description, 'tagLine', r.tag_line, 'code', r.code, 'startDate', r.start_date, 'endDate', r.end_date, 'promotionType', r.promotion_type, 'promotionValue', r.promotion_value::text, 'createdAt', r.created_at) END AS promotion, i.image
  FROM unnest(ARRAY(SELECT id
  FROM (SELECT id, created_at, name_key, search, status
  FROM staff_products
  WHERE status = 'published'
  ORDER BY created_at DESC, id DESC
  LIMIT $1) walked
  WHERE (status = 'published' AND search LIKE ANY ($2::text[]) OR status = 'draft' AND search LIKE ANY ($3::text[])) AND ((name_key LIKE ANY ($4::text[]) OR name_key LIKE ANY ($5::text[]) AND name_key ~ $6)) IS TRUE
  ORDER BY created_at DESC, id DESC
  LIMIT $7
  OFFSET $8)) WITH ORDINALITY AS f (id, place)
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
--         Limit
--           Index products_published_newest_idx on products
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

-- rankForStaff
WITH hits AS MATERIALIZED ( SELECT id, levels, place
  FROM (SELECT id, ARRAY[CASE WHEN name_key LIKE ANY ($1::text[]) AND name_key ~ $2 THEN $3::integer WHEN name_key LIKE ANY ($4::text[]) THEN CASE WHEN name_key ~ $5 THEN $6::integer ELSE $7::integer END WHEN search LIKE ANY ($8::text[]) AND search ~ $9 THEN $10::integer WHEN search LIKE ANY ($11::text[]) THEN CASE WHEN search ~ $12 THEN $13::integer ELSE $14::integer END ELSE 0 END]::smallint[] AS levels, row_number() OVER (ORDER BY featured DESC, created_at DESC, id DESC) AS place
  FROM ( SELECT id, name_key, search, featured, created_at
  FROM staff_products
  WHERE (status = 'published' AND search LIKE ANY ($15::text[]) OR status = 'draft' AND search LIKE ANY ($16::text[])) AND status = 'published'
  LIMIT $17 ) some_products) AS f ), counted AS ( SELECT count(*)::integer AS total
  FROM hits ), weights AS MATERIALIZED ( SELECT *
  FROM ( SELECT count(*), coalesce(0.05 + ln(count(*)::float / nullif(count(*) FILTER (WHERE levels[1] > 0), 0)), 0) AS w1
  FROM hits ) counted_words ), scored AS ( SELECT id, place, true AND levels[1] > 0 AS has_each, round(10000 * (0 + w1 * (levels[1] > 0)::integer)) AS has, round(10000 * (0 + w1 * levels[1])) AS score, 0 AS named
  FROM hits, weights ), page AS ( SELECT *
  FROM scored
  ORDER BY has_each DESC, has DESC, score DESC, named DESC, place
  LIMIT $18
  OFFSET (SELECT greatest(0, least($19::integer, (total - 1) / $20::integer)) * $21::integer
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
  ORDER BY has_each DESC, has DESC, score DESC, named DESC, place;
--   Sort
--     Subquery Scan
--       WindowAgg
--         Sort
--           Subquery Scan
--             Limit
--               Index products_published_featured_idx on products
--     Aggregate
--       CTE Scan
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
--                   Nested Loop
--                     CTE Scan
--                     CTE Scan
--               Index products_pkey on products
--             Index categories_pkey on categories
--           Index promotions_created_idx on promotions
--       Limit
--         Index product_images_first_idx on product_images
--           Index products_pkey on products

-- rankCloseForStaff
WITH hits AS MATERIALIZED ( SELECT id, levels, place
  FROM (SELECT id, ARRAY[CASE WHEN name_key LIKE ANY ($1::text[]) AND name_key ~ $2 THEN $3::integer WHEN name_key LIKE ANY ($4::text[]) THEN CASE WHEN name_key ~ $5 THEN $6::integer ELSE $7::integer END WHEN search LIKE ANY ($8::text[]) AND search ~ $9 THEN $10::integer WHEN search LIKE ANY ($11::text[]) THEN CASE WHEN search ~ $12 THEN $13::integer ELSE $14::integer END ELSE 0 END]::smallint[] AS levels, row_number() OVER (ORDER BY featured DESC, created_at DESC, id DESC) AS place
  FROM ( SELECT id, name_key, search, featured, created_at
  FROM (SELECT id, name_key, search, featured, created_at
  FROM staff_products
  WHERE (status = 'published' AND search LIKE ANY ($15::text[]) AND search ~ $16 OR status = 'draft' AND search LIKE ANY ($17::text[]) AND search ~ $18) AND status = 'published'
  LIMIT $19) found
  WHERE (search LIKE ANY ($20::text[])) IS NOT TRUE
  LIMIT $21 ) some_products) AS f ), counted AS ( SELECT count(*)::integer AS total
  FROM hits ), weights AS MATERIALIZED ( SELECT *
  FROM ( SELECT count(*), coalesce(0.05 + ln(count(*)::float / nullif(count(*) FILTER (WHERE levels[1] > 0), 0)), 0) AS w1
  FROM hits ) counted_words ), scored AS ( SELECT id, place, true AND levels[1] > 0 AS has_each, round(10000 * (0 + w1 * (levels[1] > 0)::integer)) AS has, round(10000 * (0 + w1 * levels[1])) AS score, 0 AS named
  FROM hits, weights ), page AS ( SELECT *
  FROM scored
  ORDER BY has_each DESC, has DESC, score DESC, named DESC, place
  LIMIT $22
  OFFSET (SELECT greatest(0, least($23::integer, (total - 1) / $24::integer)) * $25::integer
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
  ORDER BY has_each DESC, has DESC, score DESC, named DESC, place;
--   Sort
--     Subquery Scan
--       WindowAgg
--         Sort
--           Subquery Scan
--             Limit
--               Subquery Scan
--                 Limit
--                   BitmapOr
--                     Index products_published_search_idx on products
--                     Index products_draft_name_idx on products
--     Aggregate
--       CTE Scan
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
--                   Nested Loop
--                     CTE Scan
--                     CTE Scan
--               Index products_pkey on products
--             Index categories_pkey on categories
--           Index promotions_created_idx on promotions
--       Limit
--         Index product_images_first_idx on product_images
--           Index products_pkey on products
