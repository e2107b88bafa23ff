-- addSearches
SELECT count_searches( $1::text[], $2::integer[], $3::integer[]);


-- countSearches
SELECT count(*)::integer AS value
  FROM ( SELECT query, sum(times)::integer AS times, max(day)::text AS "lastDay", (array_agg(found
  ORDER BY day DESC))[1] AS found
  FROM searches
  WHERE day >= $1::date AND query LIKE $2
  GROUP BY query ) c
  WHERE NOT $3::boolean OR (found = 0 AND NOT EXISTS (SELECT
  FROM synonyms s
  WHERE c.query = ANY (s.words)));
--   Aggregate
--     Subquery Scan
--       Aggregate
--         Sort
--           Index searches_pkey on searches
--       Seq Scan on synonyms

-- listSearches
SELECT c.query AS id, c.times, c.found, c."lastDay", ARRAY(SELECT DISTINCT word
  FROM synonyms s, unnest(s.words) word
  WHERE c.query = ANY (s.words) AND word <> c.query
  ORDER BY word
  LIMIT 10) AS means
  FROM ( SELECT query, sum(times)::integer AS times, max(day)::text AS "lastDay", (array_agg(found
  ORDER BY day DESC))[1] AS found
  FROM searches
  WHERE day >= $1::date AND query LIKE $2
  GROUP BY query ) c
  WHERE NOT $3::boolean OR (found = 0 AND NOT EXISTS (SELECT
  FROM synonyms s
  WHERE c.query = ANY (s.words)))
  ORDER BY c.times DESC, c.query
  LIMIT $4
  OFFSET $5;
--   Limit
--     Sort
--       Subquery Scan
--         Aggregate
--           Sort
--             Index searches_pkey on searches
--         Seq Scan on synonyms
--     Limit
--       Sort
--         Aggregate
--           Nested Loop
--             Seq Scan on synonyms
--             Function Scan

-- listSynonymRows
select "id", "words", "created_at", "version", staff_name("updated_by"), "updated_at"
  from "synonyms"
  order by "synonyms"."created_at" desc, "synonyms"."id" desc;
--   Sort
--     Seq Scan on synonyms

-- findSynonym
select "id", "words", "created_at", "version", staff_name("updated_by"), "updated_at"
  from "synonyms"
  where "synonyms"."id" = $1;
--   Index synonyms_pkey on synonyms

-- insertSynonym
insert into "synonyms" ("id", "words", "created_at", "version", "updated_by", "updated_at")
  values (default, default, default, default, default, default), (default, default, default, default, default, default)
  on conflict do nothing;
--   ModifyTable
--     Values Scan

-- findSynonymOf
select "id", "words", "created_at", "version", staff_name("updated_by"), "updated_at"
  from "synonyms"
  where "synonyms"."words" = $1;
--   Index synonyms_words_key on synonyms

-- updateSynonymRow
update "synonyms"
  set "words" = $1
  where ("synonyms"."id" = $2 and "synonyms"."version" = $3);
--   ModifyTable
--     Index synonyms_pkey on synonyms

-- deleteSynonymRow
delete
  from "synonyms"
  where "synonyms"."id" = $1;
--   ModifyTable
--     Index synonyms_pkey on synonyms
