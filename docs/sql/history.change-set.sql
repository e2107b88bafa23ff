-- findProgress
SELECT coalesce(max(l.objid::bigint) FILTER (WHERE l.classid = hashtext($1)::oid), 0)::int AS written, coalesce(max(l.objid::bigint) FILTER (WHERE l.classid = hashtext($2)::oid), 0)::int AS total
  FROM pg_locks l
  JOIN pg_database d ON d.oid = l.database
  WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.objsubid = 2;
--   Aggregate
--     Nested Loop
--       Function Scan
--       Index pg_database_datname_index on pg_database

-- listChangeSets
SELECT id, at, actor_id, actor_name, summary, undo_of, kinds, row_count, (SELECT standing_undo(found.id)
  FROM change_sets u
  WHERE u.undo_of = found.id
  LIMIT 1) AS undone
  FROM (SELECT *
  FROM change_history
  WHERE search LIKE $1 AND 'undefined' = ANY (kinds)
  ORDER BY at DESC, id DESC
  LIMIT $2
  OFFSET $3) found
  ORDER BY at DESC, id DESC;
--   Subquery Scan
--     Limit
--       Merge Append
--         Index change_sets_pkey on change_sets
--     Limit
--       Append
--         Index change_sets_undo_of_idx on change_sets

-- countChangeSets
SELECT count(*)::int AS value
  FROM (SELECT
  FROM change_history
  WHERE search LIKE $1 AND 'undefined' = ANY (kinds)
  ORDER BY at DESC, id DESC
  LIMIT ($2)) found;
--   Aggregate
--     Limit
--       Merge Append
--         Index change_sets_pkey on change_sets

-- findChangeSet
SELECT id, at, actor_id, actor_name, summary, undo_of, kinds, row_count, (SELECT standing_undo(found.id)
  FROM change_sets u
  WHERE u.undo_of = found.id
  LIMIT 1) AS undone
  FROM (SELECT *
  FROM change_history
  WHERE id = ($1)) found
  ORDER BY at DESC, id DESC;
--   Merge Append
--     Index change_sets_pkey on change_sets
--       Limit
--         Append
--           Index change_sets_undo_of_idx on change_sets
--     Index change_sets_pkey on change_sets

-- listChangedRows
SELECT kind, thing_id, thing, table_name, row_id, operation, before, after, CASE WHEN table_name = 'promotions' AND after ? 'promotion_value' THEN coalesce( (SELECT l.before ->> 'promotion_type'
  FROM changes l
  WHERE l.thing_id = changes.thing_id AND (l.at, l.id) > (changes.at, changes.id) AND l.before ? 'promotion_type'
  ORDER BY l.at, l.id
  LIMIT 1), (SELECT p.promotion_type
  FROM promotions p
  WHERE p.id = changes.row_id)) END AS promotion_type
  FROM changes
  WHERE set_id = $1 AND at = (SELECT coalesce((SELECT at
  FROM change_sets
  WHERE id = $2), now())) AND thing_id = $3::uuid
  ORDER BY id
  LIMIT $4
  OFFSET $5;
--   Limit
--     Append
--       Index change_sets_actor_id_at_id_idx on change_sets
--     Merge Append
--       Index changes_thing_id_at_id_idx on changes
--     Limit
--       Merge Append
--         Index changes_thing_id_at_id_idx on changes
--     Index promotions_created_idx on promotions

-- countChangedRows
SELECT count(*)::int AS value
  FROM changes
  WHERE set_id = $1 AND at = (SELECT coalesce((SELECT at
  FROM change_sets
  WHERE id = $2), now())) AND thing_id = $3::uuid;
--   Aggregate
--     Append
--       Index change_sets_actor_id_at_id_idx on change_sets
--     Append
--       Index changes_thing_id_at_id_idx on changes

-- listChangeActors
WITH RECURSIVE actors AS ( (SELECT actor_id AS id
  FROM change_history
  WHERE actor_id IS NOT NULL
  ORDER BY actor_id
  LIMIT 1)
  UNION ALL SELECT (SELECT actor_id
  FROM change_history
  WHERE actor_id > actors.id
  ORDER BY actor_id
  LIMIT 1)
  FROM actors
  WHERE actors.id IS NOT NULL ) SELECT actors.id, own.name
  FROM (SELECT id
  FROM actors
  WHERE id IS NOT NULL
  LIMIT 100) actors, LATERAL (SELECT coalesce( (SELECT last.actor_name
  FROM ( SELECT actor_name, at, s.id
  FROM change_history s
  WHERE actor_id = actors.id
  ORDER BY at DESC, s.id DESC
  LIMIT 1000 ) last
  WHERE last.actor_name NOT LIKE 'API key “%'
  ORDER BY last.at DESC, last.id DESC
  LIMIT 1), staff_name(actors.id)) AS name
  OFFSET 0) own
  WHERE own.name IS NOT NULL
  ORDER BY lower(own.name), actors.id;
--   Sort
--     Recursive Union
--       Limit
--         Merge Append
--           Index change_sets_actor_id_at_id_idx on change_sets
--       WorkTable Scan
--     Nested Loop
--       Limit
--         CTE Scan
--       Subquery Scan
--         Limit
--           Subquery Scan
--             Limit
--               Merge Append
--                 Index change_sets_actor_id_at_id_idx on change_sets

-- listNames
SELECT wanted.id, coalesce(c.name, p.name, last.thing) AS name
  FROM unnest($1::uuid[]) wanted (id)
  LEFT JOIN categories c ON c.id = wanted.id
  LEFT JOIN promotions p ON p.id = wanted.id
  LEFT JOIN LATERAL (SELECT thing
  FROM changed_rows
  WHERE thing_id = wanted.id
  ORDER BY at DESC, changed_rows.id DESC
  LIMIT 1) last ON c.id IS NULL AND p.id IS NULL
  WHERE coalesce(c.name, p.name, last.thing) IS NOT NULL;
--   Nested Loop
--     Merge Join
--       Merge Join
--         Sort
--           Function Scan
--         Index categories_pkey on categories
--       Index promotions_pkey on promotions
--     Limit
--       Merge Append
--         Index changes_thing_id_at_id_idx on changes

-- undoChangeSet
SELECT undo_change_set(($1), false) AS value;

