-- listUserRows
SELECT id, email, first_name AS "firstName", last_name AS "lastName", role, banned, created_at AS "createdAt"
  FROM users
  WHERE id = ANY (ARRAY(SELECT id
  FROM (SELECT id, created_at
  FROM users
  WHERE search LIKE ANY ($1::text[])
  OFFSET 0) AS found
  WHERE true
  ORDER BY created_at DESC, id DESC
  LIMIT $2
  OFFSET $3))
  ORDER BY created_at DESC, id DESC;
--   Sort
--     Limit
--       Sort
--         Subquery Scan
--           Index profiles_search_idx on profiles
--     Index profiles_pkey on profiles

-- countUserRows
SELECT count(*)::int AS value
  FROM (SELECT
  FROM users
  WHERE search LIKE ANY ($1::text[])
  LIMIT ($2)) AS found;
--   Aggregate
--     Limit
--       Index profiles_search_idx on profiles

-- findTotals
SELECT name, sum(delta)::int AS total
  FROM counters
  WHERE name IN ('profiles', 'profiles:user', 'profiles:admin', 'profiles:super_admin')
  GROUP BY name;
--   Aggregate
--     Index counters_name_idx on counters

-- findForChange
SELECT id, email, first_name AS "firstName", last_name AS "lastName", role, banned, created_at AS "createdAt", switched_at AS "switchedAt", staff_name(switched_by) AS "switchedBy"
  FROM profiles
  WHERE id = ($1) FOR NO KEY UPDATE;
--   LockRows
--     Index profiles_pkey on profiles

-- findBanChange
SELECT staff_name(actor_id) AS name, created_at AS at
  FROM account_events
  WHERE user_id = ($1) AND kind IN ('banned', 'unbanned')
  ORDER BY created_at DESC, id DESC
  LIMIT 1;
--   Limit
--     Index account_events_user_idx on account_events

-- updateRole
UPDATE profiles
  SET role = ($1, $2)
  WHERE id = ($3);
--   ModifyTable
--     Index profiles_pkey on profiles

-- updateBanned
SELECT set_config('app.reason', ($1), true);

UPDATE profiles
  SET banned = ($1)
  WHERE id = ($2);
--   ModifyTable
--     Index profiles_pkey on profiles
