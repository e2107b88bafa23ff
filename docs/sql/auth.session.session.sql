-- listSessions
select "sessions"."id", "sessions"."user_agent", "sessions"."ip_address", "sessions"."sign_in_method", "sessions"."second_factor", "sessions"."created_at", "sessions"."last_seen_at"
  from "sessions"
  inner join "profiles" on "profiles"."id" = "sessions"."user_id"
  where ("sessions"."user_id" = $1 and "sessions"."expires_at" > now() and not ("profiles"."two_factor_enabled" and "sessions"."second_factor" is null and "sessions"."sign_in_method" is distinct
  from 'passkey'))
  order by "sessions"."last_seen_at" desc, "sessions"."id" desc
  limit $2;
--   Limit
--     Sort
--       Nested Loop
--         Index sessions_user_idx on sessions
--         Index profiles_pkey on profiles

-- updateLastSeen
update "sessions"
  set "last_seen_at" = now()
  where ("sessions"."id" = $1 and "sessions"."last_seen_at" < now() - interval '5 minutes');
--   ModifyTable
--     Index sessions_pkey on sessions

-- deleteSession
delete
  from "sessions"
  where ("sessions"."id" = $1 and "sessions"."user_id" = $2)
  returning "id";
--   ModifyTable
--     Index sessions_user_idx on sessions

-- deleteSessions
delete
  from "sessions"
  where "sessions"."user_id" = $1;
--   ModifyTable
--     Index sessions_user_idx on sessions

-- deleteOtherSessions
delete
  from "sessions"
  where ("sessions"."user_id" = $1 and "sessions"."id" <> $2)
  returning "id";
--   ModifyTable
--     Index sessions_user_idx on sessions
