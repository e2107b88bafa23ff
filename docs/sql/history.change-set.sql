-- listChangeSets
SELECT id, at, actor_id, actor_name, summary, undo_of, kinds, row_count, (SELECT u.id
  FROM change_sets u
  WHERE u.undo_of = found.id
  ORDER BY u.at DESC
  LIMIT 1) AS undone_by
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
--       Merge Append
--         Index change_sets_pkey on change_sets

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
SELECT id, at, actor_id, actor_name, summary, undo_of, kinds, row_count, (SELECT u.id
  FROM change_sets u
  WHERE u.undo_of = found.id
  ORDER BY u.at DESC
  LIMIT 1) AS undone_by
  FROM (SELECT *
  FROM change_history
  WHERE id = ($1)) found
  ORDER BY at DESC, id DESC;
--   Merge Append
--     Index change_sets_pkey on change_sets
--       Limit
--         Merge Append
--           Index change_sets_pkey on change_sets
--     Index change_sets_pkey on change_sets

-- listChangedRows
SELECT kind, thing_id, thing, table_name, row_id, operation, before, after
  FROM changes
  WHERE set_id = $1 AND at = (SELECT at
  FROM change_sets
  WHERE id = $2)
  ORDER BY id
  LIMIT $3
  OFFSET $4;
--   Limit
--     Append
--       Index change_sets_actor_id_at_id_idx on change_sets
--     Merge Append
--       Index changes_pkey on changes

-- undoChangeSet
SELECT undo_change_set($1, $2) AS value;

