-- listEvents
SELECT j.id, j.kind, j.matter, CASE WHEN p.id IS NOT NULL THEN json_build_object( 'id', p.id, 'name', btrim(p.first_name || ' ' || p.last_name), 'email', p.email) END AS user, j.subject, CASE WHEN a.id IS NOT NULL THEN json_build_object( 'id', a.id, 'name', btrim(a.first_name || ' ' || a.last_name), 'email', a.email) END AS actor, j.ip_address AS "ipAddress", j.user_agent AS "userAgent", j.detail, j.created_at AS at
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
SELECT count(*)::int AS value
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
SELECT id, kind, ip_address AS "ipAddress", user_agent AS "userAgent", detail, created_at AS at
  FROM account_events
  WHERE user_id = ($1) AND matter <> 'rights'
  ORDER BY created_at DESC, id DESC
  LIMIT ($2);
--   Limit
--     Index account_events_user_idx on account_events

-- listEventsOf
select "created_at", "kind", case when "actor_id" is null or "actor_id" = "user_id" then "ip_address" end, case when "actor_id" is null or "actor_id" = "user_id" then "user_agent" end, "detail"
  from "account_events"
  where "account_events"."user_id" = $1
  order by "account_events"."created_at" desc, "account_events"."id" desc
  limit ($2);
--   Limit
--     Index account_events_user_idx on account_events
