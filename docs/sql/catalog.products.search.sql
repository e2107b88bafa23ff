-- findIds
SELECT id
  FROM find_published( words => $1::jsonb, each_word => $2::boolean, scope => $3::text, whole_words => $4::boolean, in_order => $5::text, ranked => $6::boolean, walk => $7::integer, most => $8::integer, in_categories => $9, in_promotion => $10::uuid, is_featured => $11::boolean, other_than => $12::uuid[]) WITH ORDINALITY AS f (id, levels, place)
  ORDER BY place;
--   Function Scan

-- countFound
SELECT count(*)::integer AS value
  FROM find_published( words => $1::jsonb, each_word => $2::boolean, scope => $3::text, whole_words => $4::boolean, in_order => $5::text, ranked => $6::boolean, walk => $7::integer, most => $8::integer, in_categories => $9, in_promotion => $10::uuid, is_featured => $11::boolean, other_than => $12::uuid[]);
--   Aggregate
--     Function Scan

-- listProductsInOrder
SELECT p.id, p.name, p.price, p.featured, p.status, p.sold_out AS "soldOut", p.created_at AS "createdAt", p.promotion_id AS "promotionId", CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) END AS category, CASE WHEN r.id IS NOT NULL THEN json_build_object( 'id', r.id, 'name', r.name, 'description', r.description, 'tagLine', r.tag_line, 'code', r.code, 'startDate', r.start_date, 'endDate', r.end_date, 'promotionType', r.promotion_type, 'promotionValue', r.promotion_value::text, 'createdAt', r.created_at) END AS promotion, i.image
  FROM unnest($1::uuid[]) WITH ORDINALITY AS f (id, place)
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

-- rankProducts
WITH hits AS MATERIALIZED ( SELECT id, levels, place
  FROM find_published( words => $1::jsonb, each_word => $2::boolean, scope => $3::text, whole_words => $4::boolean, in_order => $5::text, ranked => $6::boolean, walk => $7::integer, most => $8::integer, in_categories => $9, in_promotion => $10::uuid, is_featured => $11::boolean, other_than => $12::uuid[]) WITH ORDINALITY AS f (id, levels, place) ), counted AS ( SELECT count(*)::integer AS total
  FROM hits ), scored AS (SELECT id, place
  FROM hits), page AS ( SELECT *
  FROM scored
  ORDER BY place
  LIMIT $13
  OFFSET (SELECT greatest(0, least($14::integer, (total - 1) / $15::integer)) * $16::integer
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
  ORDER BY place;
--   Sort
--     Function Scan
--     Aggregate
--       CTE Scan
--     Nested Loop
--       Nested Loop
--         CTE Scan
--         Nested Loop
--           Hash Join
--             Nested Loop
--               Limit
--                 CTE Scan
--                 Sort
--                   CTE Scan
--               Index products_pkey on products
--             Hash
--               Index categories_pkey on categories
--           Memoize
--             Index promotions_created_idx on promotions
--       Limit
--         Index product_images_first_idx on product_images
--           Index products_pkey on products

-- countWords
SELECT word, sum(names)::integer AS names, sum(descriptions)::integer AS descriptions
  FROM search_words
  WHERE word = ANY ($1::text[])
  GROUP BY word;
--   Aggregate
--     Index search_words_word_idx on search_words

-- countParts
SELECT a.part, coalesce(max(greatest(w.names, w.descriptions)), 0)::integer AS least, coalesce(sum(w.names) FILTER (WHERE a.forms ? w.word), 0)::integer AS "wholeNames", coalesce(sum(w.names) FILTER (WHERE NOT a.forms ? w.word AND starts_with(w.word, a.part)), 0)::integer AS "beginNames", coalesce(sum(w.names) FILTER (WHERE NOT a.forms ? w.word AND NOT starts_with(w.word, a.part)), 0)::integer AS "insideNames", coalesce(sum(w.descriptions) FILTER (WHERE a.forms ? w.word), 0)::integer AS "wholeDescriptions", coalesce(sum(w.descriptions) FILTER (WHERE NOT a.forms ? w.word AND starts_with(w.word, a.part)), 0)::integer AS "beginDescriptions", coalesce(sum(w.descriptions) FILTER (WHERE NOT a.forms ? w.word AND NOT starts_with(w.word, a.part)), 0)::integer AS "insideDescriptions", coalesce(array_agg(w.word) FILTER (WHERE length(a.part) < 3 AND w.names + w.descriptions > 0), '{}') AS words
  FROM jsonb_to_recordset($1::jsonb) AS a (part text, pattern text, forms jsonb)
  LEFT JOIN LATERAL ( SELECT word, sum(names) AS names, sum(descriptions) AS descriptions
  FROM search_words
  WHERE word LIKE a.pattern
  GROUP BY word ) w ON true
  GROUP BY a.part;
--   Aggregate
--     Sort
--       Nested Loop
--         Function Scan
--         Aggregate
--           Sort
--             Index search_words_part_idx on search_words

-- countWordsAndParts
SELECT (SELECT coalesce(json_agg(r), '[]')
  FROM (SELECT word, sum(names)::integer AS names, sum(descriptions)::integer AS descriptions
  FROM search_words
  WHERE word = ANY ($1::text[])
  GROUP BY word) r) AS words, (SELECT coalesce(json_agg(r), '[]')
  FROM (SELECT a.part, coalesce(max(greatest(w.names, w.descriptions)), 0)::integer AS least, coalesce(sum(w.names) FILTER (WHERE a.forms ? w.word), 0)::integer AS "wholeNames", coalesce(sum(w.names) FILTER (WHERE NOT a.forms ? w.word AND starts_with(w.word, a.part)), 0)::integer AS "beginNames", coalesce(sum(w.names) FILTER (WHERE NOT a.forms ? w.word AND NOT starts_with(w.word, a.part)), 0)::integer AS "insideNames", coalesce(sum(w.descriptions) FILTER (WHERE a.forms ? w.word), 0)::integer AS "wholeDescriptions", coalesce(sum(w.descriptions) FILTER (WHERE NOT a.forms ? w.word AND starts_with(w.word, a.part)), 0)::integer AS "beginDescriptions", coalesce(sum(w.descriptions) FILTER (WHERE NOT a.forms ? w.word AND NOT starts_with(w.word, a.part)), 0)::integer AS "insideDescriptions", coalesce(array_agg(w.word) FILTER (WHERE length(a.part) < 3 AND w.names + w.descriptions > 0), '{}') AS words
  FROM jsonb_to_recordset($2::jsonb) AS a (part text, pattern text, forms jsonb)
  LEFT JOIN LATERAL ( SELECT word, sum(names) AS names, sum(descriptions) AS descriptions
  FROM search_words
  WHERE word LIKE a.pattern
  GROUP BY word ) w ON true
  GROUP BY a.part) r) AS parts;
--   Aggregate
--     Subquery Scan
--       Aggregate
--         Index search_words_word_idx on search_words
--   Aggregate
--     Subquery Scan
--       Aggregate
--         Sort
--           Nested Loop
--             Function Scan
--             Aggregate
--               Sort
--                 Index search_words_part_idx on search_words

-- listSimilarWords
SELECT word, sum(names + descriptions)::integer AS products
  FROM search_words
  WHERE word LIKE ANY ($1::text[]) AND length(word) BETWEEN $2 AND $3
  GROUP BY word
  HAVING sum(names + descriptions) > 0
  ORDER BY similarity(word, $4) DESC, word
  LIMIT $5;
--   Limit
--     Sort
--       Aggregate
--         Index search_words_word_idx on search_words

-- listSynonyms
SELECT words
  FROM synonyms
  ORDER BY created_at, id;
--   Sort
--     Seq Scan on synonyms
