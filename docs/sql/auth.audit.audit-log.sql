-- recordEvent
insert into "account_events" (kind, matter, user_id, subject, actor_id, ip_address, user_agent, detail)
  values ($1, $2, (select id
  from profiles
  where id = $3), $4, $5, $6, $7, $8::jsonb);
--   ModifyTable
--     Index profiles_pkey on profiles

-- setEventOrigin
select set_config('app.ip_address', $1, true), set_config('app.user_agent', $2, true);


-- findUserOf
select "id"
  from "profiles"
  where (lower("profiles"."email") = lower(($1)) or ("profiles"."phone" = $2 and "profiles"."phone_verified" = $3))
  limit $4;
--   Limit
--     Seq Scan on profiles

-- findSessionUser
select "user_id", "sign_in_method", "second_factor"
  from "sessions"
  where ("sessions"."token" = $1 and "sessions"."expires_at" > now());
--   Index sessions_token_key on sessions
