-- listEvents
SELECT j.id, j.kind, j.matter, j.user_id, btrim(p.first_name || ' ' || p.last_name) AS name, p.email, j.subject, j.actor_id, btrim(a.first_name || ' ' || a.last_name) AS actor_name, a.email AS actor_email, j.ip_address, j.user_agent, j.detail, j.created_at
  FROM audit_events j
  LEFT JOIN users p ON p.id = j.user_id
  LEFT JOIN users a ON a.id = j.actor_id
  WHERE j.id = ANY (ARRAY( SELECT id
  FROM audit_events
  WHERE (user_id = ANY (ARRAY(SELECT id
  FROM users
  WHERE search LIKE $1
  LIMIT $2)) OR (search LIKE $3))
  ORDER BY created_at DESC, id DESC
  LIMIT $4
  OFFSET $5))
  ORDER BY j.created_at DESC, j.id DESC;
--   Limit
--     Limit
--       Index profiles_search_idx on profiles
--     Index account_events_created_idx on account_events
--   Nested Loop
--     Nested Loop
--       Index account_events_created_idx on account_events
--       Index profiles_pkey on profiles
--     Index profiles_pkey on profiles

-- countEvents
SELECT count(*)::int AS n
  FROM ( SELECT
  FROM audit_events
  WHERE (user_id = ANY (ARRAY(SELECT id
  FROM users
  WHERE search LIKE $1
  LIMIT $2)) OR (search LIKE $3))
  ORDER BY created_at DESC, id DESC
  LIMIT ($4)) AS found;
--   Aggregate
--     Limit
--       Limit
--         Index profiles_search_idx on profiles
--       Index account_events_created_idx on account_events

-- listOwnEvents
SELECT id, kind, ip_address, user_agent, detail, created_at
  FROM account_events
  WHERE user_id = ($1) AND matter <> 'rights'
  ORDER BY created_at DESC, id DESC
  LIMIT ($2);
--   Limit
--     Index account_events_user_idx on account_events
