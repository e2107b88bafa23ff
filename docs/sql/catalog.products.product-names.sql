-- listNewestNamed
WITH hits AS MATERIALIZED ( SELECT id, name, created_at
  FROM staff_products
  WHERE ((status = 'published' AND (search LIKE ANY ($1::text[]) AND name_key LIKE ANY ($2::text[]) OR search LIKE ANY ($3::text[]) AND name_key LIKE ANY ($4::text[]) AND name_key ~ $5) OR status = 'draft' AND (search LIKE ANY ($6::text[]) AND name_key LIKE ANY ($7::text[]) OR search LIKE ANY ($8::text[]) AND name_key LIKE ANY ($9::text[]) AND name_key ~ $10)) OR category_id = ANY ($11::uuid[]))
  LIMIT $12 ), newest AS MATERIALIZED ( SELECT id, name, name_key, search, status, category_id, created_at
  FROM staff_products
  ORDER BY created_at DESC, id DESC
  LIMIT $13 ) SELECT id, name
  FROM (SELECT *
  FROM hits
  UNION SELECT id, name, created_at
  FROM newest
  WHERE ((status = 'published' AND (search LIKE ANY ($14::text[]) AND name_key LIKE ANY ($15::text[]) OR search LIKE ANY ($16::text[]) AND name_key LIKE ANY ($17::text[]) AND name_key ~ $18) OR status = 'draft' AND (search LIKE ANY ($19::text[]) AND name_key LIKE ANY ($20::text[]) OR search LIKE ANY ($21::text[]) AND name_key LIKE ANY ($22::text[]) AND name_key ~ $23)) OR category_id = ANY ($24::uuid[]))) found
  ORDER BY created_at DESC, id DESC
  LIMIT ($25);
--   Limit
--     Limit
--       BitmapOr
--         BitmapOr
--           Index products_published_words_idx on products
--           Index products_published_words_idx on products
--         Index products_draft_name_idx on products
--         Index products_category_price_idx on products
--     Limit
--       Index products_newest_idx on products
--     Sort
--       Subquery Scan
--         Aggregate
--           Append
--             CTE Scan
